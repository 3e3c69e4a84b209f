// npm run bench -- carbon-accuracy [--chromium] [--detail WORD]: compares our page weights with
// headless Chromium's, which carbon-reference.json contains; --chromium measures all of them again,
// not only those of new pages.
import { readFileSync, writeFileSync } from "node:fs";
import { createBrowser, createCrawler, PAGES, serveSites } from "./support/sites.mjs";

const reference = new URL("carbon-reference.json", import.meta.url);
const measuresAll = process.argv.includes("--chromium");
const detail = process.argv[process.argv.indexOf("--detail") + 1];
const sites = await serveSites();
const measure = await createCrawler();
const known = measuresAll ? {} : JSON.parse(readFileSync(reference, "utf8"));

const rows = [];
for (const { page, tuned } of PAGES) {
  const url = `${sites.origin}/${page}`;
  known[page] ??= await readWithNewBrowser(url);
  const measured = await measure(url);
  const { entries } = measured;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const error = (bytes / known[page].bytes - 1) * 100;
  rows.push({
    page,
    tuned,
    rendered: measured.rendered,
    imports: measured.dynamicImports,
    ours: bytes,
    error,
  });
  if (detail && process.argv.includes("--detail") && page.includes(detail))
    show(entries, known[page].loads, sites.origin);
}
sites.close();
writeFileSync(reference, `${JSON.stringify(known, undefined, 2)}\n`);
console.table(
  rows.map((row) => ({
    ...row,
    chromium: known[row.page].bytes,
    error: `${row.error.toFixed(2)} %`,
  })),
);
for (const tuned of [true, false])
  printSummary(
    tuned ? "tuned on" : "held out",
    rows.filter((row) => row.tuned === tuned),
  );
printSummary("all", rows);
process.exit();

/** Uses a new browser, because a browser remembers the missing icons of a host. */
async function readWithNewBrowser(url) {
  const browser = await createBrowser();
  const { bytes, loads } = await browser.measure(url);
  await browser.close();
  const named = loads.map((load) => [new URL(load.url).pathname, load.bytes]);
  return {
    bytes,
    loads: Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function printSummary(label, some) {
  const errors = some.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  const at = (share) =>
    errors[Math.min(errors.length - 1, Math.floor(errors.length * share))].toFixed(2);
  console.log(
    `${label}: ${some.length} pages, absolute error: median ${at(0.5)} %, 75th percentile ${at(0.75)} %, worst ${at(1)} %`,
  );
}

function show(entries, loads, origin) {
  const ours = Object.fromEntries(
    entries.map(({ url, bytes }) => [new URL(url, origin).pathname, bytes]),
  );
  for (const path of new Set([...Object.keys(ours), ...Object.keys(loads)])) {
    if (ours[path] !== loads[path]) console.log(path, "ours", ours[path], "chromium", loads[path]);
  }
}
