import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "#scripts/test/free-port.mjs";
import { startNginx } from "#scripts/test/nginx.mjs";
import { getErrorMessage } from "#src/lib/errors.js";
import { eventually } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { noRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { root } from "../support/server.ts";

const CAPTURES = 2000;
const RESTARTS = 10;
const SENDERS = 8;

/** Makes about 200 captures a second, as fast as one process takes them while it starts. */
const PAUSE_MS = 40;

/** Starts Redis and the sample of nginx; returns its URL and the settings of the two servers. */
async function startPair(test: TestContext) {
  const redis = await startRedis();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const sample = readFileSync(join(root, "deploy", "nginx-rolling.conf"), "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${ports[0]}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${ports[1]}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${ports[2]}`);
  const stopNginx = startNginx(sample);
  test.after(async () => {
    await stopNginx();
    await redis.stop();
  });
  const settings = ports.slice(1).map((port) => ({
    PORT: String(port),
    REDIS_URL: redis.url,
    TRUST_PROXY: "1",
    STOP_DELAY_MS: "200",
    INBOX_MAX_RECORDS: "1000000",
  }));
  return { url: `http://127.0.0.1:${ports[0]}`, settings };
}

/** Resolves with the status, or with the reason why there is none. */
async function capture(inbox: string, body: string): Promise<number | string> {
  try {
    const response = await fetch(inbox, { method: "POST", body });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return getErrorMessage(error);
  }
}

/** Resolves with the numbers of all records of an inbox. */
async function readNumbers(inbox: string): Promise<Set<number>> {
  const numbers = new Set<number>();
  for (let after = 0; ;) {
    const response = await fetch(`${inbox}?after=${after}`);
    const { payloads } = (await response.json()) as {
      payloads: { seq: number; body: string }[];
    };
    if (payloads.length === 0) return numbers;
    for (const { body } of payloads) numbers.add(Number(body));
    after = Math.max(...payloads.map(({ seq }) => seq));
  }
}

/**
 * Captures numbers over kept connections until `stop` is called and all have been sent. Resolves
 * with the acknowledged ones and the other outcomes.
 */
function startSenders(inbox: string) {
  const acknowledged: number[] = [];
  const errors: (number | string)[] = [];
  const stopping = new AbortController();
  let sent = 0;
  const send = async () => {
    while (!stopping.signal.aborted || sent < CAPTURES) {
      const number = (sent += 1);
      const outcome = await capture(inbox, String(number));
      if (outcome === 200) acknowledged.push(number);
      else errors.push(outcome);
      await setTimeout(PAUSE_MS);
    }
  };
  const senders = Array.from({ length: SENDERS }, send);
  return async () => {
    stopping.abort();
    await Promise.all(senders);
    return { acknowledged, errors };
  };
}

describe(
  "two processes on Redis behind nginx",
  { skip: noRedis || findSkipReason("nginx -v"), timeout: 240_000 },
  () => {
    it("ten restarts in turn lose none of 2000 captures, and no response is an error", async (test) => {
      const { url, settings } = await startPair(test);
      const servers = await Promise.all(settings.map(startServerOnRedis));
      test.after(() => Promise.all(servers.map((server) => server.stop("SIGKILL"))));
      await eventually(() => fetch(`${url}/healthz`));
      const inbox = `${url}/api/v1/webhook/rolling`;
      const stopSenders = startSenders(inbox);
      for (let restart = 0; restart < RESTARTS; restart++) {
        const turn = restart % servers.length;
        assert.equal(await servers[turn]?.stop(), 0);
        servers[turn] = await startServerOnRedis(settings[turn] ?? {});
      }
      const { acknowledged, errors } = await stopSenders();
      assert.deepEqual(errors, []);
      assert.ok(acknowledged.length >= CAPTURES);
      const stored = await readNumbers(inbox);
      assert.deepEqual(
        acknowledged.filter((number) => !stored.has(number)),
        [],
      );
    });
  },
);
