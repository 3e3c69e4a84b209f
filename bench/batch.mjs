// Many rows in one request or job beside the same rows as single requests: rates, the first byte,
// memory, and the latency of another caller.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { computeMedian } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = 5;
const QR_ROWS = 1000;
const INVOICES = 200;
const CONNECTIONS = 4;
const MEMORY_ROWS = [1000, 10_000];

const server = await start(undefined, {
  LIMITS: "qr=off,invoice-pdf=off",
  LOG_REQUESTS: "false",
  BATCH_MAX_ROWS: "10000",
});
let isMet = true;

function report(name, text, isGood) {
  if (!isGood) isMet = false;
  console.log(`${name}: ${text}: ${isGood ? "met" : "MISSED"}`);
}

async function post(path, body) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function time(work) {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Sends rows as single requests on some connections. */
async function sendSingly(path, rows, connections) {
  const iterator = rows.values();
  const work = async () => {
    for (const row of iterator) await (await post(path, row)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: connections }, work));
}

async function sendBatch(path, rows) {
  await (await post(`batch/${path}`, { rows })).arrayBuffer();
}

const qrRows = (count) =>
  Array.from({ length: count }, (_, row) => ({ text: `https://example.com/${row}` }));
const invoices = Array.from({ length: INVOICES }, (_, row) => ({
  invoiceNumber: `2026-${row}`,
  from: { name: "Studio" },
  to: { name: `Customer ${row}` },
  items: [{ description: "Work", quantity: 2, rate: 50 }],
}));

/** Compares in turns, so that both meet the same load of the machine. */
async function compare(name, single, batch) {
  const ratios = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [singleMs, batchMs] = [await time(single), await time(batch)];
    // The first round compiles.
    if (round > 0) ratios.push(singleMs / batchMs);
  }
  const ratio = computeMedian(ratios);
  report(name, `${ratio.toFixed(2)} times the rate of single requests (1.5)`, ratio >= 1.5);
}

async function measureFirstByte() {
  const startMs = performance.now();
  const { body } = await post("batch/invoice?format=pdf", { rows: invoices });
  const reader = body.getReader();
  await reader.read();
  const firstMs = performance.now() - startMs;
  while (!(await reader.read()).done);
  const share = firstMs / (performance.now() - startMs);
  const text = `${(100 * share).toFixed(1)}% of the time (25%)`;
  report("first byte of the ZIP of invoices", text, share < 0.25);
}

async function runJob(count) {
  const { id } = await (await post("jobs/qr", { rows: qrRows(count) })).json();
  for (;;) {
    const job = await (await fetch(`${server.url}/api/v1/jobs/${id}`)).json();
    if (job.state === "done") return;
    if (job.finishedAt) throw new Error(JSON.stringify(job));
    await sleep(100);
  }
}

function readPeakMiB() {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024;
}

async function measureMemory() {
  const peaks = [];
  for (const count of MEMORY_ROWS) {
    await runJob(count);
    peaks.push(readPeakMiB());
  }
  const [first, last] = peaks;
  const text = `${(last - first).toFixed(0)} MiB more after a job of 10,000 rows (100)`;
  report("peak memory", text, last - first <= 100);
}

/** Returns the p99 of another caller's hashes while work runs. */
async function measureLatency(work) {
  const times = [];
  const ended = new AbortController();
  const running = work().finally(() => ended.abort());
  while (!ended.signal.aborted) {
    times.push(await time(async () => (await post("hash", { text: "a" })).arrayBuffer()));
    await sleep(2);
  }
  await running;
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
}

try {
  const rows = qrRows(QR_ROWS);
  await compare(
    `${QR_ROWS} QR codes`,
    () => sendSingly("qr", rows, CONNECTIONS),
    () => sendBatch("qr", rows),
  );
  await compare(
    `${INVOICES} invoices as PDF`,
    () => sendSingly("invoice?format=pdf", invoices, 1),
    () => sendBatch("invoice?format=pdf", invoices),
  );
  await measureFirstByte();
  const many = qrRows(4000);
  const besideSingles = await measureLatency(() => sendSingly("qr", many, CONNECTIONS));
  const besideBatch = await measureLatency(() => sendBatch("qr", many));
  report(
    "p99 of another caller's hash",
    `${besideBatch.toFixed(1)} ms beside a batch, ${besideSingles.toFixed(1)} ms beside single requests (1.5 times, or 50 ms)`,
    besideBatch <= Math.max(50, 1.5 * besideSingles),
  );
  await measureMemory();
} finally {
  server.stop();
}
if (!isMet) process.exitCode = 1;
