// Measures pages on a slow phone: cold loads in headless Chromium at 4 times slowed CPU and slow 4G
// (1.6 Mbit/s down, 750 kbit/s up, 150 ms added to every request), and 1 000 requests arriving in
// an open inbox at 200 a second. Targets: first contentful paint 0.8 s, interactive 1.2 s, layout
// shift 0.02, no frame over 50 ms. The slowing multiplies this machine's own speed, so its
// calibration is printed with the figures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { chromiumArguments, chromiumPath } from "../scripts/test/chromium.mjs";
import { spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5); // 0: the burst alone
const SLOW = Number(process.env.SLOWDOWN ?? 4);
const TOOLS = [
  "invoice",
  "contract-generator",
  "pdf",
  "qr",
  "barcode",
  "barcode-read",
  "code-image",
  "currency",
  "profit-calculator",
  "meeting-cost",
  "hash",
  "password",
  "webhook-signature",
  "carbon-footprint",
  "labels",
  "einvoice-read",
];
const PAGES = [
  "/",
  ...TOOLS.map((name) => `/tools/${name}`),
  "/inbox/bench",
  "/invoices",
  "/details",
  "/rehearsal",
  "/docs/webhooks",
  "/docs/reference",
  "/docs/reference/inbox",
];
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

if (chromiumPath === undefined) {
  console.log("no Chromium found: install it (apt-get install chromium) or set CHROMIUM");
  process.exit(1);
}

/** Collects the browser's performance entries from the page's first byte on. Runs in the page. */
function observe() {
  const seen = { longTasks: [], shift: 0, frames: [] };
  globalThis.seen = seen;
  const takers = {
    longtask: ({ startTime, duration }) => seen.longTasks.push([startTime, duration]),
    "layout-shift": ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value),
  };
  for (const [type, take] of Object.entries(takers)) {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true });
  }
  let last;
  const frame = (now) => {
    if (last !== undefined) seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Returns the milliseconds to the first paint and to an interactive page. Runs in the page. */
function measureLoad() {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const [awake] = performance.getEntriesByName("hydrated");
  const [document] = performance.getEntriesByType("navigation");
  // A page without an island is ready as soon as its deferred script has run.
  const readyMs = awake?.startTime ?? document.domContentLoadedEventEnd;
  const { longTasks, shift } = globalThis.seen;
  // Includes long tasks that hydration starts or interrupts.
  const ends = longTasks.filter(([at]) => at < readyMs + 500).map(([at, length]) => at + length);
  return { paint: paint.startTime, quiet: Math.max(readyMs, ...ends), shift };
}

/** Opens a new browser session with an empty cache and a slowed CPU. */
async function measureSession(slowdown) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.addInitScript(observe);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // Waits until the new window is idle, because its own work is not the page's.
  await sleep(500);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { context, page, cdp };
}

/** Measures a cold load: milliseconds to first paint and to interactive, and the layout shift. */
async function load(path) {
  const { context, page, cdp } = await measureSession(SLOW);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  await page.goto(server.url + path, { waitUntil: "load" });
  await sleep(1500);
  const figures = await page.evaluate(measureLoad);
  await context.close();
  return figures;
}

/**
 * Sends a thousand requests at 200 a second to an open inbox and measures the frames from the first
 * to the last one shown.
 */
async function measureBurst(slowdown) {
  const { context, page } = await measureSession(slowdown);
  const id = `burst-${slowdown}-${Date.now()}`;
  await page.goto(`${server.url}/inbox/${id}`);
  await page.locator(".status .live").waitFor();
  await sleep(1000);
  await page.evaluate(() => Object.assign(globalThis.seen, { frames: [], longTasks: [] }));
  const began = performance.now();
  const sent = [];
  for (let count = 0; count < 1000; count++) {
    const due = began + count * 5;
    if (due > performance.now()) await sleep(due - performance.now());
    const body = JSON.stringify({ order: count, customer: "Ada Lovelace", total: 129.5 });
    sent.push(
      fetch(`${server.url}/api/v1/webhook/${id}/orders/${count}`, { method: "POST", body }),
    );
  }
  await Promise.all(sent.map(async (answer) => (await answer).arrayBuffer()));
  const seconds = (performance.now() - began) / 1000;
  // Concurrent requests may overtake each other, so another one after all of them is certainly the
  // newest.
  await (await fetch(`${server.url}/api/v1/webhook/${id}/last`, { method: "POST" })).arrayBuffer();
  await page.locator(".request", { hasText: "/last" }).waitFor();
  await sleep(200);
  const { frames, longTasks } = await page.evaluate(() => globalThis.seen);
  await context.close();
  return { frames, longTasks: longTasks.map(([, duration]) => duration), seconds };
}

/** Returns the milliseconds of a fixed piece of work, which calibrates figures of this machine. */
function calibrate() {
  const began = performance.now();
  let sum = 0;
  for (let count = 0; count < 50_000_000; count++) sum = (sum + count * 7) % 1_000_003;
  return performance.now() - began + (sum < 0 ? 1 : 0);
}

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "bench-page-"));
const server = await start();
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
try {
  await fetch(`${server.url}/api/v1/webhook/bench`, { method: "POST", body: '{"order":7}' });
  await load("/tools/hash");
  console.log(`50 million additions: ${calibrate().toFixed(0)} ms`);
  const results = new Map(PAGES.map((path) => [path, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const path of PAGES) results.get(path).push(await load(path));
  for (const [path, loads] of ROUNDS > 0 ? results : []) {
    const figures = (name, digits) =>
      spread(
        loads.map((one) => one[name]),
        digits,
      );
    console.log(
      `${path.padEnd(26)} paint ${figures("paint", 0)} ms, interactive ${figures("quiet", 0)} ms, shift ${figures("shift", 3)}`,
    );
  }
  for (const slowdown of [1, SLOW]) {
    const { frames, longTasks, seconds } = await measureBurst(slowdown);
    const over = frames.filter((length) => length > 50.5);
    console.log(
      `1 000 requests in ${seconds.toFixed(1)} s, CPU ÷ ${slowdown}: ${frames.length} frames, longest ${Math.max(...frames).toFixed(0)} ms, ${over.length} over 50 ms; ${longTasks.length} long tasks, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  server.stop();
  setTimeout(() => rmSync(process.env.DATA_DIR, { recursive: true, force: true }), 500);
}
