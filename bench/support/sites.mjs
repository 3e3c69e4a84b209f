// Built sites from npm packages, served on loopback, for the accuracy harness and the benchmark.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromiumArguments, chromiumPath } from "../../scripts/test/chromium.mjs";

/**
 * Packages that contain built pages; they are installed by the first measurement, not with Sundry.
 */
const PACKAGES = {
  "@fontsource/inter": "5.3.0",
  "98.css": "0.1.21",
  "ace-builds": "1.45.2",
  gentelella: "4.2.0",
  "html5-boilerplate": "9.0.1",
  "impress.js": "1.1.0",
  "jquery-ui-dist": "1.13.3",
  "reveal.js": "6.0.2",
  shower: "2.7.1",
  "spectre.css": "0.5.9",
  "startbootstrap-agency": "7.0.12",
  "startbootstrap-business-casual": "7.0.9",
  "startbootstrap-clean-blog": "6.0.9",
  "startbootstrap-coming-soon": "6.0.7",
  "startbootstrap-creative": "7.0.7",
  "startbootstrap-freelancer": "7.0.7",
  "startbootstrap-grayscale": "7.0.6",
  "startbootstrap-landing-page": "6.0.6",
  "startbootstrap-new-age": "6.0.7",
  "startbootstrap-resume": "7.0.6",
  "startbootstrap-sb-admin-2": "4.1.4",
  "startbootstrap-stylish-portfolio": "6.0.6",
  "swagger-ui-dist": "5.35.0",
  webslides: "1.5.0",
};

/** Pages of our own, for behavior that no package's pages have. */
const OWN = fileURLToPath(new URL("pages", import.meta.url));

/** Pages by their package. `tuned` ones were inspected while the rules were written. */
export const PAGES = [
  { page: "startbootstrap-agency/dist/index.html", tuned: true },
  { page: "startbootstrap-business-casual/dist/index.html", tuned: false },
  { page: "startbootstrap-clean-blog/dist/index.html", tuned: true },
  { page: "startbootstrap-clean-blog/dist/post.html", tuned: false },
  { page: "startbootstrap-coming-soon/dist/index.html", tuned: true },
  { page: "startbootstrap-creative/dist/index.html", tuned: false },
  { page: "startbootstrap-freelancer/dist/index.html", tuned: true },
  { page: "startbootstrap-grayscale/dist/index.html", tuned: false },
  { page: "startbootstrap-landing-page/dist/index.html", tuned: true },
  { page: "startbootstrap-new-age/dist/index.html", tuned: false },
  { page: "startbootstrap-resume/dist/index.html", tuned: true },
  { page: "startbootstrap-sb-admin-2/index.html", tuned: false },
  { page: "startbootstrap-sb-admin-2/charts.html", tuned: true },
  { page: "startbootstrap-stylish-portfolio/dist/index.html", tuned: false },
  { page: "html5-boilerplate/dist/index.html", tuned: true },
  { page: "reveal.js/demo.html", tuned: false },
  { page: "swagger-ui-dist/index.html", tuned: true },
  { page: "98.css/dist/index.html", tuned: false },
  { page: "ace-builds/editor.html", tuned: true },
  { page: "gentelella/dist/production/index.html", tuned: true },
  { page: "gentelella/dist/production/landing.html", tuned: false },
  { page: "gentelella/dist/production/chartjs.html", tuned: false },
  { page: "gentelella/dist/production/typography.html", tuned: true },
  { page: "impress.js/index.html", tuned: false },
  { page: "jquery-ui-dist/index.html", tuned: true },
  { page: "shower/index.html", tuned: false },
  { page: "spectre.css/docs/index.html", tuned: true },
  { page: "spectre.css/docs/components.html", tuned: false },
  { page: "scripts-of-the-world.html", tuned: false },
  { page: "webslides/index.html", tuned: true },
  { page: "webslides/demos/landings.html", tuned: false },
];

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".mp4": "video/mp4",
};

/** Installs the packages once, without their scripts. Returns their folder. */
function install() {
  const folder = join(tmpdir(), "sundry-sites");
  const list = JSON.stringify({ private: true, dependencies: PACKAGES });
  const done = join(folder, "installed.json");
  if (existsSync(done) && readFileSync(done, "utf8") === list) return join(folder, "node_modules");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), list);
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  writeFileSync(done, list);
  return join(folder, "node_modules");
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/**
 * Serves the sites on loopback: text as gzip, every length declared. Counts the full weight of the
 * pages.
 */
export async function serveSites() {
  const folder = install();
  const cache = new Map();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    // One site expects the root of its host.
    const places = [folder, join(folder, "gentelella/dist"), OWN];
    const file = places.map((place) => join(place, path)).find(isFile);
    if (file === undefined || !places.some((place) => file.startsWith(place))) {
      response.writeHead(404, { "Content-Length": 0 }).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const text = /^text|json|svg/.test(type);
    if (!cache.has(file)) cache.set(file, text ? gzipSync(readFileSync(file)) : readFileSync(file));
    const body = cache.get(file);
    response.writeHead(200, {
      "Content-Type": type,
      "Content-Length": body.length,
      "Cache-Control": "max-age=3600",
      ...(text ? { "Content-Encoding": "gzip" } : {}),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Creates our side: a guarded network that may reach loopback and measures pages without a cache.
 */
export async function createCrawler() {
  const { createSafeFetch } = await import("../../dist/fetch/safe-fetch.js");
  const { createAnalysisWorker } =
    await import("../../dist/tools/carbon-footprint/worker/analysis-worker.js");
  const { measurePage } = await import("../../dist/tools/carbon-footprint/crawl/measure-page.js");
  const network = createSafeFetch({
    offline: false,
    allowCidrs: ["127.0.0.1/32"],
    allowPorts: undefined,
    userAgent: "Sundry/benchmark",
    now: () => Date.now(),
    resolve: async () => [],
  });
  const worker = createAnalysisWorker();
  return (url) => measurePage(url, network, worker);
}

/**
 * Creates Chromium's side, warm: each page gets a new context, as for a first visit, and the bytes
 * of its network panel are summed.
 */
export async function createBrowser() {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  return {
    time: (url) => visitWith(browser, url, 0),
    // Icons are fetched after everything else, when waiting for silence has ended.
    measure: (url) => visitWith(browser, url, 500),
    close: () => browser.close(),
  };
}

/**
 * Returns the weight that Chromium measures, and the times: `idleMs` after half a second of
 * silence, because only then nothing more is expected, and `loadMs` of its load event.
 */
async function visitWith(browser, url, lingerMs) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const urls = new Map();
  const loads = [];
  session.on("Network.requestWillBeSent", ({ requestId, request }) =>
    urls.set(requestId, request.url),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (urls.get(requestId)?.startsWith("http"))
      loads.push({ url: urls.get(requestId), bytes: encodedDataLength });
  });
  const started = performance.now();
  await page.goto(url, { waitUntil: "load" });
  const loadMs = performance.now() - started;
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  const idleMs = performance.now() - started;
  await page.waitForTimeout(lingerMs);
  await context.close();
  return { bytes: loads.reduce((sum, load) => sum + load.bytes, 0), loads, loadMs, idleMs };
}

// As a program it serves the sites and prints its address, because servers must run outside the
// measured process.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify({ url: (await serveSites()).origin }));
}
