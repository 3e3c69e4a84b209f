// The cost of operations: LOG_REQUESTS (target: at least 0.95 of the throughput), a backup under
// 1,000 captures a second (p99 at most 50 ms more, at most 64 MiB) and cut links (5 s to serve
// again). ROUNDS=5 SECONDS=4 OUTAGE_MS=10000. Needs Linux; the last also nginx, redis-server and
// the right to create networks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PARTITIONS, runPartition } from "../scripts/test/partition.mjs";
import { load } from "./support/load.mjs";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CAPTURES_A_SECOND = 1000;
const TICK_MS = 5;
/** Records of 20 kB before the backup. */
const RECORDS = 2000;
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 10_000);

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const folder = mkdtempSync(join(tmpdir(), "sundry-operations-"));
await compareLogs();
await compareBackups();
for (const partition of PARTITIONS) {
  const report = await runPartition(partition, OUTAGE_MS);
  if (!report) console.log(`${partition}: not measured without the right to create networks`);
  else {
    const { refusalMs, recoveryMs, followersMs } = report;
    const [refusal, recovery, followers] = [refusalMs, recoveryMs, followersMs].map(Math.round);
    console.log(
      `${partition}: refused in ${refusal} ms, serves ${recovery} ms after it, readers have all after ${followers} ms`,
    );
    if (recoveryMs > 5000) process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true, force: true });

async function compareLogs() {
  const servers = { off: await startWithLog("false"), on: await startWithLog("true") };
  const body = JSON.stringify({ text: "The quick brown fox", algorithm: "sha256" });
  const measure = async ({ url }, seconds) =>
    (await load({ url: `${url}/api/v1/hash`, body, seconds })).perSecond;
  for (const server of Object.values(servers)) await measure(server, 2);
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const off = await measure(servers.off, SECONDS);
    ratios.push((await measure(servers.on, SECONDS)) / off);
  }
  for (const server of Object.values(servers)) server.stop();
  console.log(`LOG_REQUESTS: ratio ${spread(ratios)} (target 0.95)`);
  if (computeMedian(ratios) < 0.95) process.exitCode = 1;
}

/** Starts a server whose standard output is a file. */
async function startWithLog(LOG_REQUESTS) {
  const log = join(folder, `log-${LOG_REQUESTS}`);
  const own = { PORT: "0", DATA_DIR: join(folder, LOG_REQUESTS), LOG_REQUESTS };
  const main = new URL("../dist/bundle/main.js", import.meta.url).pathname;
  const stdio = ["ignore", openSync(log, "w"), "inherit"];
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...own }, stdio });
  for (;;) {
    const [, url] = /"url":"([^"]+)"/.exec(readFileSync(log, "utf8")) ?? [];
    if (url) return { url, stop: () => child.kill() };
    await delay(TICK_MS);
  }
}

async function compareBackups() {
  const data = join(folder, "data");
  const server = await start(undefined, { DATA_DIR: data, STORE_MAX_BYTES: String(2 * 1024 ** 3) });
  const send = (n, bytes) => capture(`${server.url}/api/v1/webhook/bench-${n % 500}`, bytes);
  for (let n = 0; n < RECORDS; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => send(n + at, 20_000)));
  const without = await sendUntil(send, delay(SECONDS * 1000));
  const words = ["store", "backup", join(folder, "copy.db"), "--data", data, "--force"];
  const command = new URL("../dist/bundle/sundry.js", import.meta.url).pathname;
  const child = spawn(process.execPath, [command, ...words], { stdio: "inherit" });
  const during = await sendUntil(send, once(child, "exit"));
  server.stop();
  for (const [name, { count, failed, p99, memory }] of Object.entries({ without, during }))
    console.log(
      `${name} backup: ${count} captures, ${failed} failed, p99 ${p99.toFixed(0)} ms, at most ${memory} MiB`,
    );
  const isWithin = during.p99 - without.p99 <= 50 && during.memory - without.memory <= 64;
  if (!isWithin || during.failed + without.failed + child.exitCode > 0) process.exitCode = 1;

  /** Sends at the rate until the promise resolves, however slow the responses are. */
  async function sendUntil(sendOne, ended) {
    const ending = new AbortController();
    void ended.then(() => ending.abort());
    const sent = [];
    let memory = 0;
    const startMs = performance.now();
    while (!ending.signal.aborted) {
      const due = ((performance.now() - startMs) * CAPTURES_A_SECOND) / 1000;
      while (sent.length < due) sent.push(sendOne(sent.length, 200));
      memory = Math.max(memory, readMemory(server.pid));
      await delay(TICK_MS);
    }
    const times = await Promise.all(sent);
    const sorted = times.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)];
    return { count: sent.length, failed: sent.length - sorted.length, p99, memory };
  }
}

/** Resolves with the milliseconds of a capture, or undefined when it failed. */
async function capture(url, bytes) {
  const startMs = performance.now();
  const response = await new Promise((resolve) =>
    request(url, { method: "POST", agent }, resolve)
      .on("error", () => resolve(undefined))
      .end("x".repeat(bytes)),
  );
  response?.resume();
  return response?.statusCode === 200 ? performance.now() - startMs : undefined;
}

function readMemory(pid) {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(kibibytes / 1024);
}
