import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { noBrowser } from "../../support/browser.ts";
import { hydrated, type Pages, startPages } from "../support/pages.ts";

/**
 * Maximum bytes of the files that a phone loads, by type, compressed with gzip where the server
 * compresses.
 */
const MAX_BYTES: Readonly<Record<string, number>> = { script: 20_000, font: 60_000 };
/** Maximum bytes of the styles in a page, compressed with gzip. */
const MAX_STYLES = 10_000;
const MAX_REQUESTS = 8;
/** Maximum bytes of a page's HTML without its styles. */
const MAX_HTML = 15_000;

const PHONE = { viewport: { width: 412, height: 823 } };

/** Pages that no script hydrates. */
const STATIC = [
  "/",
  "/docs",
  "/docs/webhooks",
  "/docs/reference",
  "/docs/reference/inbox",
  "/inbox",
];

/**
 * Changes of a page's elements while it is hydrated: those of text areas, and of what only the
 * browser knows.
 */
const MAX_CHANGES = 20;

/** A Chromium without windows moves a mouse over each new page. */
const IGNORE_POINTER =
  'addEventListener("pointerover", (event) => event.stopImmediatePropagation(), true)';

/** Counts the changes from the parsed page on, before its scripts run. */
const COUNT_CHANGES = `
  globalThis.changes = 0;
  const observer = new MutationObserver((records) => (globalThis.changes += records.length));
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") observer.observe(document.body, options);
  });
`;

/** Returns the size of a file over HTTP. */
async function measure(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  return Number(response.headers.get("content-length"));
}

/** Returns the compressed sizes of a page without its styles, and of these. */
async function measureParts(url: string): Promise<[number, number]> {
  const html = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  const [, styles = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return [gzipSync(html.replace(styles, "")).length, gzipSync(styles).length];
}

describe("first load of every page", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("every page names the script before the styles, so that a slow network loads it sooner", async () => {
    for (const path of ["/", "/tools/hash", "/inbox/budget"]) {
      const response = await fetch(pages.server.url + path, { headers: { accept: "text/html" } });
      const html = await response.text();
      const [script, styles] = [html.indexOf('<script type="module"'), html.indexOf("<style>")];
      assert.ok(script > 0 && script < styles, `${path}: script at ${script}, styles at ${styles}`);
    }
  });

  it("loads the script that draws PDF files when the page is used", async () => {
    const page = await pages.browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(IGNORE_POINTER);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto(`${pages.server.url}/tools/pdf`);
    await hydrated(page);
    const sizes = await Promise.all(scripts.map(measure));
    const sum = sizes.reduce((total, size) => total + size, 0);
    assert.ok(sum > 0 && sum <= 20_000, `${sum} bytes of script`);
    await page.focus("#field-markdown");
    await page.waitForSelector(".viewer canvas");
    assert.ok(scripts.length > sizes.length, scripts.join(" "));
    await page.close();
  });

  it("every page stays within the budgets of scripts, styles, fonts and requests, and keeps the rendered elements", async () => {
    const tools = await pages.listTools();
    assert.ok(tools.length > 9, "the home page lists the tools");
    for (const path of [
      ...STATIC,
      "/inbox/budget",
      "/rehearsal",
      "/invoices",
      "/details",
      ...tools,
    ]) {
      const page = await pages.browser.newPage(PHONE);
      await page.addInitScript(IGNORE_POINTER);
      await page.addInitScript(COUNT_CHANGES);
      const loaded: { type: string; url: string }[] = [];
      page.on("request", (request) => {
        const url = request.url();
        if (url.startsWith("http")) loaded.push({ type: request.resourceType(), url });
      });
      await page.goto(pages.server.url + path);
      if (!STATIC.includes(path)) await hydrated(page);
      const changes = Number(await page.evaluate("globalThis.changes"));
      if (tools.includes(path)) assert.ok(changes <= MAX_CHANGES, `${path}: ${changes} changes`);
      await page.close();
      const urls = loaded.map(({ url }) => url);
      assert.ok(urls.length <= MAX_REQUESTS, `${path} loads ${urls.join(" ")}`);
      const [html, styles] = await measureParts(pages.server.url + path);
      assert.ok(html > 0 && html <= MAX_HTML, `${path}: ${html} bytes of HTML`);
      assert.ok(styles > 0 && styles <= MAX_STYLES, `${path}: ${styles} bytes of styles`);
      for (const [type, max] of Object.entries(MAX_BYTES)) {
        const files = loaded.filter((file) => file.type === type);
        const sizes = await Promise.all(files.map(({ url }) => measure(url)));
        const sum = sizes.reduce((total, size) => total + size, 0);
        assert.ok(sum <= max, `${path}: ${sum} bytes of ${type}`);
        assert.ok(sum > 0 || type === "font", `${path}: no ${type}`);
      }
    }
  });
});
