// npm run bench -- carbon: a footprint over HTTP beside warm Chromium in one run; traffic drawn, memory held.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { median, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";
import { createBrowser, PAGES } from "./support/sites.mjs";
import { slowLink } from "./support/slow-link.mjs";

const ROUNDS = 5;
const sites = await start(new URL("./support/sites.mjs", import.meta.url).pathname);
const product = await start(undefined, {
  FETCH_ALLOW_CIDRS: "127.0.0.1/32",
  FETCH_ALLOW_PORTS: "*",
  DATA_DIR: `/tmp/sundry-bench-${process.pid}`,
});
const browser = await createBrowser();
const link = await slowLink(new URL(sites.url).port);
let questions = 0;

for (const { page } of PAGES) {
  await footprint(`${sites.url}/${page}`);
  await browser.weigh(`${sites.url}/${page}`);
}
const rows = [];
for (const { page } of PAGES) {
  const ours = [];
  const load = [];
  const idle = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push((await footprint(`${sites.url}/${page}`)).ms);
    const { loadMs, idleMs } = await browser.weigh(`${sites.url}/${page}`);
    load.push(loadMs);
    idle.push(idleMs);
  }
  const before = link.bytes();
  const { pageSizeBytes: full } = await footprint(`${link.origin}/${page}`);
  rows.push({ page, ours, load, idle, drawn: link.bytes() - before, full });
}
await browser.close();

console.table(
  rows.map(({ page, ours, load, idle, drawn, full }) => ({
    page,
    "ours ms": spread(ours, 0),
    "Chromium's load event ms": spread(load, 0),
    "Chromium's answer ms": spread(idle, 0),
    times: (median(idle) / median(ours)).toFixed(1),
    "drawn %": Math.round((drawn / full) * 100),
  })),
);
const times = rows.map(({ ours, idle }) => median(idle) / median(ours));
const toLoad = rows.map(({ ours, load }) => median(load) / median(ours));
const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))[1];
console.log(
  `a page over HTTP: ${spread(
    rows.map(({ ours }) => median(ours)),
    0,
  )} ms`,
);
console.log(
  `as fast as Chromium's answer: ${spread(times, 1)} times; its load event alone: ${spread(toLoad, 1)}`,
);
console.log(
  `traffic drawn over a link of 20 ms: ${Math.round((total("drawn") / total("full")) * 100)} % of everything; a page's median ${median(rows.map(({ drawn, full }) => Math.round((drawn / full) * 100)))} %`,
);
console.log(`the whole server's memory at its peak: ${Math.round(peak / 1000)} MB`);
console.log(
  "Both are warm. Chromium has a new context a page, whose making is not counted, and answers when",
);
console.log(
  "half a second passed without requests: before that it cannot know that no more will come.",
);
process.exit();

/** Asks the product for a page that no result is kept of, from an address of its own: limits hold here too. */
async function footprint(url) {
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
