// Compares a single conversion over HTTP with a hand-written node:http server that does the same;
// measures the first conversion of a process, the memory of the rates, and the core's conversions
// per second. Targets: at least 0.85 of its requests, first conversion at most 40 ms, at most 2 MB.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./support/load.mjs";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const PATH = "/api/v1/currency";
const BODY = JSON.stringify({ amount: 1234.5, from: "USD", to: "GBP", date: "2026-04-10" });
const SECONDS = 4;
const ROUNDS = Number(process.env.ROUNDS ?? 7);

/** Number of callers that take turns, because the path is limited to 60 a minute for each IP. */
const CALLERS = 60_000;

await measureFirstConversion();
measureMemory();
await measureRequests();

async function measureFirstConversion() {
  const first = [];
  const second = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start();
    // Connection and server are warm, because only the tool is measured.
    for (let warm = 0; warm < 3; warm++)
      await timeConversion(`${server.url}/api/v1/hash`, '{"text":"a"}');
    first.push(await timeConversion(server.url + PATH, BODY));
    second.push(await timeConversion(server.url + PATH, BODY));
    server.stop();
  }
  console.log(
    `first conversion: ${spread(first)} ms (target at most 40), then ${spread(second)} ms`,
  );
  if (computeMedian(first) > 40) process.exitCode = 1;
}

async function timeConversion(url, body) {
  const began = performance.now();
  const headers = { "content-type": "application/json" };
  await (await fetch(url, { method: "POST", headers, body })).text();
  return performance.now() - began;
}

function measureMemory() {
  const script = `
    import { createRateBook } from ${JSON.stringify(new URL("../dist/rates/book.js", import.meta.url).href)};
    import { convert } from ${JSON.stringify(new URL("../dist/tools/currency/convert.js", import.meta.url).href)};
    const used = () => { gc(); gc(); const { heapUsed, arrayBuffers } = process.memoryUsage(); return heapUsed + arrayBuffers; };
    const before = used();
    const { rates } = createRateBook({});
    const bytes = used() - before;
    const request = { ...${BODY}, round: true };
    const context = { rates, nowMs: Date.now() };
    for (let index = 0; index < 20_000; index++) convert(request, context);
    const began = performance.now();
    for (let index = 0; index < 200_000; index++) convert(request, context);
    const perSecond = 200_000 / (performance.now() - began) * 1000;
    console.log(JSON.stringify({ megabytes: bytes / 1e6, perSecond }));`;
  const flags = ["--expose-gc", "--input-type=module", "--eval", script];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  const { megabytes, perSecond } = JSON.parse(stdout);
  console.log(`memory of the rates: ${megabytes.toFixed(2)} MB (target at most 2)`);
  console.log(`core alone: ${Math.round(perSecond / 1000)} thousand responses a second`);
  if (megabytes > 2) process.exitCode = 1;
}

async function measureRequests() {
  const ours = await start(undefined, { TRUST_PROXY: "1" });
  const bare = await start(new URL("./support/bare-tools.mjs", import.meta.url).pathname);
  const job = { body: BODY, callers: CALLERS };
  for (const { url } of [ours, bare]) await load({ ...job, url: url + PATH, seconds: 2 });
  const runs = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.ours.push(await measure(ours, job));
    runs.bare.push(await measure(bare, job));
  }
  for (const [name, results] of Object.entries(runs)) {
    const rates = results.map(({ perSecond }) => perSecond);
    const times = results.map(({ processorMicroseconds }) => processorMicroseconds);
    const errors = results.reduce((sum, result) => sum + result.errors, 0);
    console.log(
      `${name}: ${spread(rates, 0)} requests/s, ${spread(times, 1)} µs of processor each, ${errors} errors`,
    );
  }
  const computeRatios = (member) =>
    runs.ours.map((result, round) => result[member] / runs.bare[round][member]);
  const ratio = computeRatios("perSecond");
  // Processor time, because it depends little on the load of the machine.
  const inverse = computeRatios("processorMicroseconds").map((one) => 1 / one);
  console.log(`ratio ${spread(ratio)} (target 0.85), by processor time ${spread(inverse)}`);
  if (Math.max(computeMedian(ratio), computeMedian(inverse)) < 0.85) process.exitCode = 1;
  ours.stop();
  bare.stop();
}

async function measure({ url, pid }, job) {
  const before = readProcessorMilliseconds(pid);
  const result = await load({ ...job, url: url + PATH, seconds: SECONDS });
  const spent = readProcessorMilliseconds(pid) - before;
  return { ...result, processorMicroseconds: (spent * 1000) / (result.perSecond * SECONDS) };
}

/** Returns the processor time of the main thread; Linux counts it in nanoseconds. */
function readProcessorMilliseconds(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
}
