// npm run bench -- carbon: time a page against warm Chromium in one run, traffic drawn, memory held.
import { createServer, connect } from "node:net";
import { createBrowser, createWeigher, PAGES, serveSites } from "./support-sites.mjs";

const ROUNDS = 3;
const sites = await serveSites();
const meter = await countingProxy(Number(new URL(sites.origin).port));
const weigh = await createWeigher();
const browser = await createBrowser();
await browser.weigh(`${sites.origin}/${PAGES[0].page}`);
await weigh(`${sites.origin}/${PAGES[0].page}`);

const rows = [];
for (const { page } of PAGES) {
  const ours = [];
  const theirs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await weigh(`${sites.origin}/${page}`);
    ours.push(performance.now() - started);
    theirs.push((await browser.weigh(`${sites.origin}/${page}`)).ms);
  }
  const before = meter.bytes();
  const full = (await weigh(`${meter.origin}/${page}`)).entries.reduce(
    (sum, { bytes }) => sum + bytes,
    0,
  );
  rows.push({
    page,
    ours: median(ours),
    chromium: median(theirs),
    drawn: meter.bytes() - before,
    full,
  });
}
await browser.close();
console.table(
  rows.map(({ page, ours, chromium, drawn, full }) => ({
    page,
    "ours ms": ours.toFixed(1),
    "chromium ms": chromium.toFixed(0),
    times: (chromium / ours).toFixed(1),
    drawn: `${((drawn / full) * 100).toFixed(0)} %`,
  })),
);
const times = rows.map(({ ours, chromium }) => chromium / ours);
const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
console.log(`median ${median(rows.map(({ ours }) => ours)).toFixed(1)} ms a page`);
console.log(
  `${median(times).toFixed(1)} times as fast at the median, ${Math.min(...times).toFixed(1)} at the least`,
);
console.log(
  `traffic drawn: ${((total("drawn") / total("full")) * 100).toFixed(0)} % of fetching everything`,
);
console.log(
  `resident memory: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB, this benchmark's servers included`,
);
console.log("Chromium's time ends at its load event, in a new context of a running browser.");
process.exit();

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Hands connections on and counts what is read back from them: what a measurement really draws. */
async function countingProxy(port) {
  let bytes = 0;
  const server = createServer((socket) => {
    const target = connect(port, "127.0.0.1");
    target.on("data", (chunk) => (bytes += chunk.length));
    target.pipe(socket).on("error", () => target.destroy());
    socket.pipe(target).on("error", () => socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, bytes: () => bytes };
}
