// npm run bench -- carbon: compares a footprint over HTTP with warm Chromium in one run, with
// traffic and memory.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";
import { createBrowser, PAGES } from "./support/sites.mjs";
import { openSlowLink } from "./support/slow-link.mjs";

/** Chromium waits half a second for silence each time, so our side runs twice as often. */
const ROUNDS = 3;
const sites = await start(new URL("./support/sites.mjs", import.meta.url).pathname);
const product = await start(undefined, {
  FETCH_ALLOW_CIDRS: "127.0.0.1/32",
  FETCH_ALLOW_PORTS: "*",
});
const browser = await createBrowser();
const link = await openSlowLink(new URL(sites.url).port);
let questions = 0;

for (const { page } of PAGES) await measureFootprint(`${sites.url}/${page}`);
for (const { page } of PAGES.slice(0, 2)) await browser.time(`${sites.url}/${page}`);

const COLUMNS = ["times", "ours ms", "its CPU ms", "Chromium ms", "its load event", "drawn %"];
const line = (cells) => cells.map((cell) => String(cell).padEnd(20)).join("");
console.log(line([...COLUMNS, "page"]));
const rows = [];
for (const { page } of PAGES) {
  const row = { ours: [], cpu: [], load: [], idle: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let time = 0; time < 2; time += 1) {
      const before = readCpuMs(product.pid);
      row.ours.push((await measureFootprint(`${sites.url}/${page}`)).ms);
      row.cpu.push(readCpuMs(product.pid) - before);
    }
    const { loadMs, idleMs } = await browser.time(`${sites.url}/${page}`);
    row.load.push(loadMs);
    row.idle.push(idleMs);
    // Chromium cleans up after its response, which must not slow down the next measurement.
    await setTimeout(200);
  }
  const before = link.bytes();
  row.full = (await measureFootprint(`${link.origin}/${page}`)).pageSizeBytes;
  row.drawn = link.bytes() - before;
  row.times = computeMedian(row.idle) / computeMedian(row.ours);
  row.toLoad = computeMedian(row.load) / computeMedian(row.ours);
  rows.push(row);
  const numbers = [row.ours, row.cpu, row.idle, row.load].map((values) => spread(values, 0));
  console.log(line([row.times.toFixed(1), ...numbers, toPercent(row.drawn, row.full), page]));
}
await browser.close();

const over = (pick) => rows.map(pick);
const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))[1];
console.log(`
a page over HTTP: ${spread(
  over(({ ours }) => computeMedian(ours)),
  0,
)} ms, of all threads' CPU ${spread(
  over(({ cpu }) => computeMedian(cpu)),
  0,
)} ms
as fast as Chromium's answer: ${spread(
  over(({ times }) => times),
  1,
)} times; as its load event alone: ${spread(
  over(({ toLoad }) => toLoad),
  1,
)}
traffic drawn over a link of 20 ms: ${toPercent(total("drawn"), total("full"))} % of everything; a page's median ${computeMedian(
  over(({ drawn, full }) => toPercent(drawn, full)),
)} %
the whole server's memory at its peak: ${Math.round(peak / 1024)} MB
Both are warm. Chromium has a new context a page, whose making is not counted, and answers when
half a second passed without requests: before that it cannot know that no more will come.`);
process.exit();

/**
 * Requests a page without a cached result, from another client address because limits apply here,
 * too.
 */
async function measureFootprint(url) {
  questions += 1;
  const body = JSON.stringify({ url: `${url}?${questions}` });
  const started = performance.now();
  const sent = request(`${product.url}/api/v1/carbon-footprint`, {
    method: "POST",
    localAddress: `127.1.${questions >> 8}.${questions & 255}`,
    headers: { "content-type": "application/json" },
  });
  sent.end(body);
  const [response] = await once(sent, "response");
  const text = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 200) throw new Error(text);
  return { ...JSON.parse(text), ms: performance.now() - started };
}

/** Returns the processor time of all threads of a process so far. */
function readCpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

function toPercent(part, whole) {
  return Math.round((part / whole) * 100);
}
