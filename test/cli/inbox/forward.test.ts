import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, METHODS, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { waitUntil } from "../../support/eventually.ts";
import { createFastClock, type Received, recordReport, startTarget } from "./forwarding.ts";
import { sendRaw } from "../../support/raw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { forwardRecords, type ForwardOptions } from "#src/cli/inbox/forward.js";
import { replayRecord } from "#src/cli/inbox/replay.js";
import { createTarget, type ForwardTarget } from "#src/cli/inbox/target.js";
import { findFreePort } from "#scripts/test/free-port.mjs";

/** Longest wait for a target that answers; the machine may be busy. */
const PATIENCE_MS = 60_000;

let directory: string;
let server: RunningServer;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "sundry-forward-"));
  server = await startOn(await findFreePort());
});
after(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

function startOn(port: number): Promise<RunningServer> {
  const environment = { DATA_DIR: directory, INBOX_MAX_RECORDS: "2000", PORT: String(port) };
  return startServer(environment);
}

/** Kills the server and starts it again at the same address, with the same data. */
async function restartServer(): Promise<void> {
  await server.stop("SIGKILL");
  server = await startOn(server.port);
}

const running: AbortController[] = [];
// A forwarder that a failed test left would run for ever.
afterEach(() => {
  for (const forwarder of running.splice(0)) forwarder.abort();
});

/** Runs the forwarder on an inbox until the test ends it. */
function forward(id: string, url: string, options: Partial<ForwardOptions> = {}) {
  const stop = new AbortController();
  running.push(stop);
  const [clock, report] = [createFastClock(), recordReport()];
  const done = forwardRecords({
    address: { server: server.url, id },
    target: createTarget(url, PATIENCE_MS),
    after: 0,
    where: undefined,
    skipFailed: false,
    failFast: false,
    report,
    clock,
    signal: stop.signal,
    ...options,
  });
  return { done, clock, report, stop: () => stop.abort() };
}

const getCaptureUrl = (id: string) => `${server.url}/api/v1/webhook/${id}`;

async function send(id: string, body = "x", path = ""): Promise<void> {
  const response = await fetch(getCaptureUrl(id) + path, { method: "POST", body });
  assert.ok(response.status === 200 || response.status === 413);
}

interface StoredRecord {
  id: string;
  method: string;
  path: string;
  query: string;
  bodySha256: string;
  rawHeaders: [string, string][];
}

const OF_THE_CONNECTION = /^(connection|content-length|keep-alive|transfer-encoding)$/i;

/** Returns the parts of a record that the target must receive. */
function toExpected(
  { id, method, path, query, bodySha256, rawHeaders }: StoredRecord,
  port: number,
) {
  const headers = rawHeaders
    .filter(([name]) => !OF_THE_CONNECTION.test(name))
    .flatMap(([name, value]) =>
      name.toLowerCase() === "host"
        ? [
            [name, `127.0.0.1:${port}`],
            ["X-Forwarded-Host", value],
          ]
        : [[name, value]],
    );
  const url = `/hook${path}${query && `?${query}`}`;
  return { method, url, bodySha256, headers: [...headers, ["X-Sundry-Record", id]] };
}

/** Returns the same parts of a received request. */
function toComparable({ method, url, rawHeaders, body }: Received) {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !OF_THE_CONNECTION.test(name) ? [[name, rawHeaders[at + 1] ?? ""]] : [],
  );
  const bodySha256 = createHash("sha256").update(body).digest("hex");
  return { method, url, bodySha256, headers: pairs };
}

/** Sends records of every method with binary bodies, twenty at a time. */
async function sendMany(id: string, count: number): Promise<void> {
  const methods = METHODS.filter((method) => method !== "GET" && method !== "CONNECT");
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const body = Buffer.from(
        Array.from({ length: index % 300 }, (_byte, at) => (at * index) & 0xff),
      );
      const headers = [
        "HOST",
        "sender.example",
        "X-Index",
        String(index),
        "x-Bytes",
        "\u0080é\u00ff",
      ];
      const path = `/api/v1/webhook/${id}/a%20b/${index}${index % 2 ? `?n=${index}&n=%00` : ""}`;
      const sent = request({
        host: "127.0.0.1",
        port: server.port,
        agent,
        path,
        method: methods[index % methods.length] ?? "POST",
        headers: [...headers, "content-length", String(body.length)] as unknown as Record<
          string,
          string
        >,
      });
      sent.end(body);
      const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
      response.resume();
      await once(response, "end");
    }),
  );
  agent.destroy();
}

describe("forwardRecords", { timeout: 300_000 }, () => {
  it("forwardRecords sends 1,000 records byte for byte and in order, across a killed server and a killed target", async (test) => {
    await sendMany("many", 1_000);
    const listing = (await (await fetch(getCaptureUrl("many"))).json()) as {
      payloads: StoredRecord[];
    };
    assert.equal(listing.payloads.length, 1_000);
    let hasDied = false;
    let restarted: Promise<void> | undefined;
    // Has no deadline but the suite's, because a loaded machine takes a minute.
    const progress = new EventEmitter();
    const all = once(progress, "end");
    const target = await startTarget(
      (response) => {
        if (target.received.length === 1_000) progress.emit("end");
        if (target.received.length === 300) restarted = restartServer();
        if (target.received.length === 601 && !hasDied) {
          // The target dies during a request, which must be sent again.
          hasDied = true;
          target.received.pop();
          target.close();
          setTimeout(() => target.server.listen(target.port, "127.0.0.1"), 50);
          return;
        }
        response.end();
      },
      await findFreePort(),
    );
    test.after(() => target.close());
    const forwarder = forward("many", target.url);
    await all;
    await restarted;
    // The forwarder may receive the last records of the killed server before it notices the closed
    // connection.
    await waitUntil(() => forwarder.clock.waits.length >= 2);
    forwarder.stop();
    assert.equal(await forwarder.done, true);
    assert.deepEqual(
      target.received.map(toComparable),
      listing.payloads.map((record) => toExpected(record, target.port)),
    );
  });

  it("forwardRecords sends only new records without after", async (test) => {
    const target = await startTarget();
    test.after(() => target.close());
    await send("new", "old");
    const forwarder = forward("new", target.url, { after: undefined });
    // The forwarder does not report when it has read the end of the inbox.
    while (target.received.length === 0) await send("new", "new");
    forwarder.stop();
    await forwarder.done;
    assert.ok(target.received.every(({ body }) => body.toString() === "new"));
  });

  it("forwardRecords waits 1, 2, 4 to 30 s for a target that is down and then sends the same record", async (test) => {
    await send("down", "first");
    await send("down", "second");
    const target = await startTarget(undefined, await findFreePort());
    target.close();
    await once(target.server, "close");
    const forwarder = forward("down", target.url);
    await waitUntil(() => forwarder.clock.waits.length >= 8);
    await once(target.server.listen(target.port, "127.0.0.1"), "listening");
    test.after(() => target.close());
    await waitUntil(() => target.received.length === 2);
    forwarder.stop();
    await forwarder.done;
    assert.deepEqual(forwarder.clock.waits.slice(0, 8), [1, 2, 4, 8, 16, 30, 30, 30]);
    assert.equal(forwarder.report.lines[0], "1 ECONNREFUSED");
    assert.deepEqual(
      target.received.map(({ body }) => body.toString()),
      ["first", "second"],
    );
  });

  it("forwardRecords counts a timeout as down, and skips the record with skipFailed", async (test) => {
    await send("slow", "first");
    await send("slow", "second");
    const target = await startTarget((response, { body }) => {
      if (body.toString() === "second") response.end();
    });
    test.after(() => target.close());
    const [impatient, patient] = [
      createTarget(target.url, 100),
      createTarget(target.url, PATIENCE_MS),
    ];
    const both: ForwardTarget = {
      send: (record, signal) => (record.seq === 1 ? impatient : patient).send(record, signal),
    };
    const forwarder = forward("slow", target.url, { target: both, skipFailed: true });
    await waitUntil(() => forwarder.report.lines.length === 2);
    forwarder.stop();
    await forwarder.done;
    assert.deepEqual(forwarder.report.lines, ["1 no response in 100 ms", "2 200"]);
    assert.deepEqual(forwarder.clock.waits, []);
  });

  it("forwardRecords reports statuses without retries, and follows no redirect", async (test) => {
    for (const status of ["500", "404", "302"]) await send("statuses", status);
    const target = await startTarget((response, { body }) => {
      response.writeHead(Number(body.toString()), { location: "/elsewhere" }).end();
    });
    test.after(() => target.close());
    const forwarder = forward("statuses", target.url);
    await waitUntil(() => forwarder.report.lines.length === 3);
    forwarder.stop();
    await forwarder.done;
    assert.deepEqual(forwarder.report.lines, ["1 500", "2 404", "3 302"]);
    assert.equal(target.received.length, 3);
    const failing = forward("statuses", target.url, { failFast: true });
    assert.equal(await failing.done, false);
    assert.deepEqual(failing.report.lines, ["1 500"]);
  });

  it("forwardRecords closes the connection of an endless response instead of reading it", async (test) => {
    await send("endless", "first");
    await send("endless", "second");
    let written = 0;
    const target = await startTarget((response) => {
      const chunk = Buffer.alloc(65_536);
      const write = () => {
        written += chunk.length;
        if (response.destroyed) return;
        if (response.write(chunk)) setImmediate(write);
        else response.once("drain", write);
      };
      write();
    });
    test.after(() => target.close());
    const forwarder = forward("endless", target.url);
    await waitUntil(() => forwarder.report.lines.length === 2);
    forwarder.stop();
    await forwarder.done;
    assert.deepEqual(forwarder.report.lines, ["1 200", "2 200"]);
    assert.ok(written < 50_000_000, String(written));
  });

  it("forwardRecords reports truncated records and does not send them", async (test) => {
    await send("cut", "x".repeat(5 * 1024 ** 2 + 1));
    await send("cut", "whole");
    const target = await startTarget();
    test.after(() => target.close());
    const forwarder = forward("cut", target.url);
    await waitUntil(() => target.received.length === 1);
    forwarder.stop();
    await forwarder.done;
    assert.match(forwarder.report.lines[0] ?? "", /^1 not sent: /);
    assert.equal(target.received[0]?.body.toString(), "whole");
  });

  it("forwardRecords and a replay report paths that leave the target and do not send them", async (test) => {
    const path = "/api/v1/webhook/leaving/%2e%2e/..\\admin/delete";
    const head = `POST ${path} HTTP/1.1\r\nHost: own\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    await sendRaw(server.port, head);
    await send("leaving", "x", "/stays");
    const target = await startTarget();
    test.after(() => target.close());
    const forwarder = forward("leaving", target.url);
    await waitUntil(() => target.received.length === 1);
    forwarder.stop();
    await forwarder.done;
    assert.equal(forwarder.report.lines[0], "1 not sent: its path leaves the target");
    const replay = replayRecord({
      address: { server: server.url, id: "leaving" },
      target: createTarget(target.url, PATIENCE_MS),
      seq: 1,
      times: 1,
      failFast: false,
      report: recordReport(),
      signal: new AbortController().signal,
    });
    await assert.rejects(replay, { message: "the path of record 1 leaves the target" });
    assert.deepEqual(
      target.received.map(({ url }) => url),
      ["/hook/stays"],
    );
  });

  it("forwardRecords drops headers that Connection names, and keeps the host that a proxy forwarded", async (test) => {
    const head =
      "POST /api/v1/webhook/headers?a=1 HTTP/1.1\r\nHost: own\r\nX-Forwarded-Host: public\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nExpect: 100-continue\r\nX-Kept: 2\r\nContent-Length: 1\r\n\r\nx";
    await sendRaw(server.port, head);
    const target = await startTarget();
    test.after(() => target.close());
    const forwarder = forward("headers", `${target.url}/?key=1`);
    await waitUntil(() => target.received.length === 1);
    forwarder.stop();
    await forwarder.done;
    const [received] = target.received;
    assert.equal(received?.url, "/hook/?key=1&a=1");
    const names = received?.rawHeaders.filter((_, at) => at % 2 === 0);
    assert.deepEqual(names?.slice(0, 5), [
      "Host",
      "X-Forwarded-Host",
      "X-Kept",
      "X-Sundry-Record",
      "Content-Length",
    ]);
    assert.equal(received?.rawHeaders[3], "public");
  });

  it("forwardRecords sends the records that match, and starts again when the inbox was recreated", async (test) => {
    const target = await startTarget();
    test.after(() => target.close());
    const where = '.event=="paid"';
    for (const event of ["open", "paid"]) await send("again", JSON.stringify({ event }));
    const forwarder = forward("again", target.url, { where });
    await waitUntil(() => target.received.length === 1);
    await fetch(`${server.url}/api/v1/inboxes/again`, { method: "DELETE" });
    for (const event of ["paid", "open", "paid"]) await send("again", JSON.stringify({ event }));
    const listSent = () => forwarder.report.lines.filter((line) => line.endsWith(" 200"));
    await waitUntil(() => listSent().length === 3);
    forwarder.stop();
    await forwarder.done;
    assert.deepEqual(listSent(), ["2 200", "1 200", "3 200"]);
    assert.equal(target.received.length, 3);
  });

  it("forwardRecords reconnects to a server that is silent", async (test) => {
    const silent = await startTarget(() => {});
    test.after(() => silent.close());
    const stop = new AbortController();
    const clock = {
      now: () => 0,
      sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
    };
    const address = { server: `http://127.0.0.1:${silent.port}`, id: "silent" };
    const forwarder = forward("silent", "http://127.0.0.1:9/", {
      address,
      clock,
      signal: stop.signal,
    });
    await waitUntil(() => silent.received.length >= 2);
    stop.abort();
    assert.equal(await forwarder.done, true);
    assert.match(forwarder.report.lines[0] ?? "", /^the server is silent; reconnecting in 1 s$/);
  });

  it("forwardRecords rejects with the server's error message", async () => {
    const forwarder = forward(`~${"a".repeat(22)}`, "http://127.0.0.1:9/");
    await assert.rejects(forwarder.done, { status: 401 });
  });
});
