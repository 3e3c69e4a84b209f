// Mixed load for ten minutes: memory and descriptors must be flat after the second minute, and only
// requests that should be rejected may fail. The tables of callers, which are bounded, are filled
// first. MINUTES=10. Linux only, because /proc has both.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { computeMedian } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const MINUTES = Number(process.env.MINUTES ?? 10);
const WARM_MINUTES = Math.min(2, MINUTES / 5);
const SAMPLE_MS = 1000;
/** Maximum growth of the median from the first third after warming up to the last third. */
const MAX_GROWTH = 0.1;
const INBOXES = 500;
/** More than the counters of a day and of a minute keep exactly. */
const CALLERS = 110_000;
const FILLING_CLIENTS = 32;

const json = (path, value, status = 200) => ({
  path,
  status,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});
const get = (path, status = 200) => ({ path, status });
const capture = (inbox, bytes) => ({
  path: `/api/v1/webhook/soak-${inbox % INBOXES}/orders`,
  status: 200,
  method: "POST",
  body: "x".repeat(bytes),
});

const items = Array.from({ length: 12 }, (_, at) => ({
  description: `Item ${at}`,
  quantity: 1 + at,
  rate: 9.95,
}));
const parties = { from: { name: "Studio" }, to: { name: "Customer" } };

/** Functions that create the nth request of each kind, with its expected status. */
const KINDS = [
  (n) => capture(n, 200),
  (n) => capture(n, 30_000),
  (n) => capture(n, n % 100 === 0 ? 3_000_000 : 2000),
  (n) => get(`/api/v1/webhook/soak-${n % INBOXES}?limit=5`),
  (n) => get(`/api/v1/webhook/soak-${n % INBOXES}?excerpt=true&contains=x`),
  (n) => json("/api/v1/hash", { text: `text ${n}` }),
  (n) => json("/api/v1/qr", { text: `https://example.com/${n}`, format: "png" }),
  (n) => json("/api/v1/invoice", { invoiceNumber: `INV-${n}`, ...parties, items }),
  (n) => json("/api/v1/invoice?format=pdf", { invoiceNumber: `INV-${n}`, ...parties, items }),
  (n) => json("/api/v1/code-image", { code: `const n = ${n};\nprint(n)`, language: "typescript" }),
  (n) => json("/api/v1/currency", { amount: n, from: "USD", to: "JPY", date: "2024-03-15" }),
  (n) => json("/api/v1/hash", { text: n }, 422),
  (n) => get(`/api/v1/unknown/${n}`, 404),
  (n) => get(`/inbox/soak-${n % INBOXES}`),
  () => get("/openapi.json"),
];

// As the container and the systemd unit set it; without, freed memory stays with the process.
const ALLOCATOR = {
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "1048576",
  MALLOC_ARENA_MAX: "2",
};
const server = await start(undefined, {
  ...ALLOCATOR,
  TRUST_PROXY: "1",
  STORE_MAX_BYTES: String(2 * 1024 ** 3),
});
await fillCounters();
const end = performance.now() + MINUTES * 60_000;
const wrong = new Map();
const samples = [];
const descriptors = [];
let count = 0;
await Promise.all([...KINDS.map(keepWorking), sample()]);
server.stop();
report();

/** Sends one invalid request, which counts, for each of many callers. */
async function fillCounters() {
  let next = 0;
  const work = async () => {
    while (next < CALLERS) {
      const n = next++;
      const caller = `11.${n >> 16}.${(n >> 8) % 256}.${n % 256}`;
      const { path, ...options } = json("/api/v1/pdf", {});
      const headers = { ...options.headers, "x-forwarded-for": caller };
      await send(server.url + path, { ...options, headers });
    }
  };
  await Promise.all(Array.from({ length: FILLING_CLIENTS }, work));
}

/** Callers take turns, so that none reaches a limit of 30 a minute. */
async function keepWorking(make) {
  for (let n = 0; performance.now() < end; n++) {
    const { path, status, ...options } = make(n);
    const caller = `10.0.${n % 256}.${(n >> 8) % 256}`;
    const headers = { ...options.headers, "x-forwarded-for": caller };
    const actual = await send(server.url + path, { ...options, headers });
    if (actual !== status) countWrong(`${path.split(/[-?]/)[0]} ${actual}`);
    count += 1;
    await delay(50);
  }
}

function countWrong(kind) {
  wrong.set(kind, (wrong.get(kind) ?? 0) + 1);
}

async function send(url, options) {
  try {
    const response = await fetch(url, options);
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error.cause?.code ?? error.message;
  }
}

async function sample() {
  while (performance.now() < end) {
    await delay(SAMPLE_MS);
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"));
    samples.push(kibibytes / 1024);
    descriptors.push(readdirSync(`/proc/${server.pid}/fd`).length);
  }
}

/** Compares the first and the last third after warming up. */
function computeGrowth(values) {
  const after = values.slice((WARM_MINUTES * 60_000) / SAMPLE_MS);
  const third = Math.floor(after.length / 3);
  const [early, late] = [after.slice(0, third), after.slice(-third)].map(computeMedian);
  return { early, late, growth: late / early - 1 };
}

function report() {
  const { early, late, growth } = computeGrowth(samples);
  const opened = computeGrowth(descriptors);
  console.log(`${count} requests in ${MINUTES} minutes`);
  console.log(
    `memory ${early.toFixed(0)} MiB after minute ${WARM_MINUTES}, ${late.toFixed(0)} MiB at the end (${(growth * 100).toFixed(1)}%, target at most 10%), at most ${Math.max(...samples).toFixed(0)}`,
  );
  console.log(
    `descriptors ${opened.early}, ${opened.late} at the end, at most ${Math.max(...descriptors)}`,
  );
  console.log(
    `unexpected: ${Array.from(wrong, ([kind, times]) => `${times} × ${kind}`).join(", ") || "none"}`,
  );
  if (Math.max(growth, opened.growth) > MAX_GROWTH || wrong.size > 0) process.exitCode = 1;
}
