// Measures an inbox store that is full and busy:
//   a million records in 100 thousand inboxes (RECORDS=…): the purge when they expire, its
//   effect on captures and the event loop, and the reuse of disk space;
//   memory of the server under load (SECONDS=…); one process on a Redis against two.
// npm run bench -- inbox-scale [purge|memory|redis]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../dist/store/sqlite/sqlite-store.js";
import { startRedis } from "../scripts/test/redis-server.mjs";
import { start } from "./support/server.mjs";

const RECORDS = Number(process.env.RECORDS ?? 1_000_000);
const SECONDS = Number(process.env.SECONDS ?? 20);
const TTL_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "sundry-scale-"));
const body = JSON.stringify({ order: 7, note: "x".repeat(1000) });

const RECORD = {
  members: Buffer.from(`"method":"POST","body":"${"x".repeat(300)}"`),
  method: "POST",
  preflight: false,
};

const parts = { purge, measureMemory, measureRedis };
const [, , , wanted] = process.argv;
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted === undefined || wanted === name) await measure();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function purge() {
  let clock = Date.now();
  const limits = { ttlMs: TTL_MS, maxRecords: 500, maxInboxBytes: 2 ** 25, maxStoreBytes: 2 ** 33 };
  const directory = join(folder, "purge");
  const store = await openSqliteStore({ directory, limits, now: () => clock, purgeIntervalMs: 0 });
  const size = () => `${readDataMegabytes(directory)} MB`;
  console.log(await fill(store));
  const full = size();
  clock += TTL_MS;
  const result = await measureWhilePurging(store);
  console.log(
    `purged in ${result.seconds.toFixed(1)} s; ${result.captures} captures at the same time: ${result.latency} ms`,
  );
  const { betweenMs, cpuMs } = result.loop;
  console.log(
    `event loop: longest turn ${betweenMs.toFixed(1)} ms, of processor ${cpuMs.toFixed(1)} ms (target 20)`,
  );
  const purged = size();
  console.log(`again ${await fill(store)}`);
  console.log(`disk: ${full} full, ${purged} purged, ${size()} filled again`);
  await store.close();
}

/**
 * Creates ten records per inbox, a thousand inboxes at a time. Prints its progress every few
 * seconds.
 */
async function fill({ inboxes }) {
  const BUSY = 1_000;
  const getInboxId = (index) => `inbox-${Math.floor(index / (BUSY * 10)) * BUSY + (index % BUSY)}`;
  const began = performance.now();
  let [sent, late] = [0, 0];
  const report = setInterval(() => console.log(`  ${sent} records so far`), 10_000);
  const sender = async () => {
    while (sent < RECORDS) {
      const index = sent++;
      // A disk that others use delays some captures past the deadline; these are not acknowledged.
      await inboxes.capture(getInboxId(index), RECORD).catch(() => (late += 1));
    }
  };
  await Promise.all(Array.from({ length: 512 }, sender));
  clearInterval(report);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return `filled: ${RECORDS} records in ${Math.ceil(RECORDS / 10)} inboxes, ${seconds} s, ${late} rejected as late`;
}

/** Purges while a sender captures every five milliseconds. */
async function measureWhilePurging(store) {
  const times = [];
  let sending = Promise.resolve();
  const sender = setInterval(() => {
    const startMs = performance.now();
    const sent = store.inboxes
      .capture("during-purge", RECORD)
      .then(() => times.push(performance.now() - startMs));
    sending = Promise.all([sending, sent]);
  }, 5);
  const stop = watchLoop();
  const began = performance.now();
  await store.purge();
  const seconds = (performance.now() - began) / 1000;
  const loop = stop();
  clearInterval(sender);
  await sending;
  times.sort((a, b) => a - b);
  const getQuantile = (share) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  const latency = `p50 ${getQuantile(0.5)}, p99 ${getQuantile(0.99)}, longest ${getQuantile(1)}`;
  return { seconds, captures: times.length, latency, loop };
}

/**
 * Measures the longest time between two turns of the event loop, and the longest processor time of
 * this thread in one, because the rest is waiting for a core on a busy machine. Returns the
 * function that stops and returns both.
 */
function watchLoop() {
  let [turn, cpu] = [performance.now(), readOwnCpuMs()];
  const most = { betweenMs: 0, cpuMs: 0 };
  const timer = setInterval(() => {
    const [now, used] = [performance.now(), readOwnCpuMs()];
    most.betweenMs = Math.max(most.betweenMs, now - turn);
    most.cpuMs = Math.max(most.cpuMs, used - cpu);
    [turn, cpu] = [now, used];
  }, 1);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Returns the processor time of the main thread. */
function readOwnCpuMs() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
}

function readDataMegabytes(directory) {
  return Math.round(statSync(join(directory, "sundry.db")).size / 2 ** 20);
}

async function measureMemory() {
  const server = await start(undefined, { DATA_DIR: join(folder, "memory") });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, readResidentMegabytes(server.pid))), 200);
  // Runs in another thread, because the load occupies this process's event loop.
  const { perSecond } = await loadBeside({
    url: getCaptureUrl(server),
    seconds: SECONDS,
  });
  clearInterval(watch);
  console.log(
    `memory: at most ${most} MB resident in ${SECONDS} s at ${Math.round(perSecond)} captures/s (target 250)`,
  );
  server.stop();
}

async function measureRedis() {
  const server = await startRedis();
  const one = await start(undefined, { REDIS_URL: server.url });
  const two = await start(undefined, { REDIS_URL: server.url });
  await loadBeside({ url: getCaptureUrl(one), seconds: 2 });
  await loadBeside({ url: getCaptureUrl(two), seconds: 2 });
  const runs = { alone: [], together: [] };
  for (let round = 0; round < 3; round++) {
    runs.alone.push(await measureWatched([one], server));
    runs.together.push(await measureWatched([one, two], server));
  }
  const [alone, together] = [selectMedian(runs.alone), selectMedian(runs.together)];
  for (const [name, run] of [
    ["one process", alone],
    ["two processes", together],
  ]) {
    console.log(
      `${name} on Redis: ${Math.round(run.perSecond)} captures/s; CPU of each in µs: node ${run.cpu.node}, Redis ${run.cpu.redis}, wrk ${run.cpu.wrk}; ${run.busy} % of ${cpus().length} cores busy`,
    );
  }
  // One process saturates one core; two processes, Redis and wrk share all of them.
  const { node, redis: onRedis, wrk } = together.cpu;
  const most = Math.min(2, (cpus().length * node) / (node + onRedis + wrk));
  console.log(
    `two ÷ one ${(together.perSecond / alone.perSecond).toFixed(2)} (target 1.6; ${cpus().length} cores allow ${most.toFixed(2)})`,
  );
  one.stop();
  two.stop();
  await server.stop();
}

/**
 * Returns the captures per second and their bound: processor microseconds per capture, and idle
 * time.
 */
async function measureWatched(loaded, redis) {
  const [idle, ours, theirs] = [
    readIdleSeconds(),
    readProcessCpu(loaded),
    readCpuSeconds(redis.process.pid),
  ];
  const began = performance.now();
  const results = await Promise.all(
    loaded.map((sundry) => loadBeside({ url: getCaptureUrl(sundry), seconds: 4 })),
  );
  const seconds = (performance.now() - began) / 1000;
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  const perSecond = sum("perSecond");
  const each = (cpu) => Math.round((cpu / (perSecond * 4)) * 1e6);
  const cpu = {
    node: each(readProcessCpu(loaded) - ours),
    redis: each(readCpuSeconds(redis.process.pid) - theirs),
    wrk: each(sum("wrkCpuSeconds")),
  };
  const busy = Math.round((1 - (readIdleSeconds() - idle) / (seconds * cpus().length)) * 100);
  return { perSecond, cpu, busy };
}

function readProcessCpu(processes) {
  return processes.reduce((sum, { pid }) => sum + readCpuSeconds(pid), 0);
}

/** Returns the seconds for which the cores were idle. */
function readIdleSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}

/** Returns the result with the median rate of three. */
function selectMedian(results) {
  return results.toSorted((a, b) => a.perSecond - b.perSecond)[1];
}

function getCaptureUrl({ url }) {
  return `${url}/api/v1/webhook/{n}`;
}

/** Captures into a thousand inboxes from another process, because this one measures. */
function loadBeside(job) {
  const script = new URL("./support/load-captures.mjs", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify({ body, ...job })]);
  return new Promise((resolve) => {
    child.stdout.on("data", (line) => resolve(JSON.parse(line)));
  });
}

function readResidentMegabytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(kilobytes / 1024);
}

function readCpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
