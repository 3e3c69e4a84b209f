import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { findViolations } from "../support/axe.ts";
import { noBrowser } from "../../support/browser.ts";
import { readShifts, recordPageShifts, recordShifts } from "../support/layout-shift.ts";
import { hydrated, type Pages, startPages } from "../support/pages.ts";

/** Rules whose outcome depends on the width. */
const LAYOUT_RULES = ["target-size", "scrollable-region-focusable"];

/** Pages that are neither of tools nor list them. */
const OTHERS = [
  "/inbox",
  "/inbox/matrix",
  "/rehearsal",
  "/docs",
  "/docs/webhooks",
  "/docs/reference",
  "/docs/reference/all",
];

/** Widths in CSS pixels of phones, and of laptops at a zoom of 200% and more. */
const WIDTHS = [320, 360, 480, 640];

/** One page of each layout. */
const LAYOUTS = new Set(["/", ...OTHERS, "/tools/invoice", "/tools/qr"]);

/**
 * Takes operations out of the reference whose elements, by name and class, are all in earlier ones:
 * 36 of 40, whose colors are those of the others. A check of the colors of all takes as long as
 * that of ten other pages.
 */
const REMOVE_REPEATED = `{
  const seen = new Set();
  globalThis.operations = [...document.querySelectorAll(".operation")].map((operation) => {
    const kinds = [...operation.querySelectorAll("*")].map(({ parentElement, localName, className }) =>
      [parentElement.localName, parentElement.className, localName, className].join(" "));
    const isRepeated = kinds.every((kind) => seen.has(kind));
    kinds.forEach((kind) => seen.add(kind));
    const place = document.createComment("");
    if (isRepeated) operation.replaceWith(place);
    return { operation, place };
  });
}`;

/** Scrolls to the top, and lets the next press of Tab focus the first control. */
const START_AT_TOP = `{
  scrollTo(0, 0);
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}`;

/**
 * True when an element keeps its own colors in forced-colors mode. Otherwise all are the system's.
 */
const HAS_OWN_COLORS = `[...document.querySelectorAll("*")].some(
  (element) => getComputedStyle(element).forcedColorAdjust !== "auto")`;

const RESTORE_REPEATED = `operations.forEach(({ operation, place }) => place.replaceWith(operation))`;

describe("every page", { skip: noBrowser, timeout: 1_200_000 }, () => {
  let pages: Pages;
  /** One tab for all pages, because a new one compiles their scripts, and axe, again. */
  let page: Page;
  let said: string[];
  before(async () => {
    pages = await startPages({ OFFLINE: "true", TRUST_PROXY: "1" });
    ({ page, said } = await pages.open("/"));
  });
  after(() => pages.stop());

  /**
   * Opens a page on a phone and waits for its first result: one that arrived during a check would
   * be checked by half.
   */
  async function openPage(path: string): Promise<void> {
    await page.setViewportSize({ width: 320, height: 700 });
    // Ends the requests of the last page, which are of another address.
    await page.goto("about:blank");
    await page.setExtraHTTPHeaders({});
    await page.goto(pages.server.url + path);
    await hydrated(page);
    await page.getByText("The result appears here.", { exact: true }).waitFor({ state: "hidden" });
    // The page of carbon footprints asks the network, which no test does, and waits for its button.
    if (path.startsWith("/tools/") && !path.includes("carbon-footprint")) {
      await page.locator(".status .good", { hasText: "200" }).waitFor();
      await checkRun(path);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.evaluate(START_AT_TOP);
    // The layout of far parts is put off until they are near.
    await page.evaluate(`document.querySelectorAll(".panel, .operation").forEach(
      ({ style }) => (style.contentVisibility = "visible"))`);
  }

  /** Checks that a new result in place of the first one moves the page by at most 0.02. */
  async function checkRun(path: string): Promise<void> {
    // The first result takes seconds on a busy machine. What the page computes takes no time.
    await page.evaluate(`{
      const time = document.querySelector(".status span + span")?.firstChild;
      if (time) time.data = "12345 ms";
    }`);
    await recordPageShifts(page);
    const earlier = await readShifts(page);
    // Another address, so that the quota counts only the requests of loading.
    await page.setExtraHTTPHeaders({ "x-forwarded-for": "192.0.2.1" });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator("#result[aria-busy='false']").waitFor();
    const moved = (await readShifts(page)) - earlier;
    assert.ok(moved <= 0.02, `Run moves ${path} by ${moved}`);
  }

  /** Checks a page in every scheme and width, on one load of it. */
  async function checkPage(path: string): Promise<void> {
    await openPage(path);
    if (LAYOUTS.has(path)) await checkFocus(path);
    assert.deepEqual(await findViolations(page), [], path);
    // The other schemes differ in colors alone.
    await page.evaluate(REMOVE_REPEATED);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findViolations(page, ["color-contrast"]), [], `${path}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
    // Closed panels have no layout.
    await page.evaluate(
      `document.querySelectorAll(".tool details").forEach((panel) => (panel.open = true))`,
    );
    await page.emulateMedia({ forcedColors: "active" });
    if (await page.evaluate(HAS_OWN_COLORS))
      assert.deepEqual(await findViolations(page, ["color-contrast"]), [], `${path}, forced`);
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 320, height: 800 });
    // Lower, so that the bar with the headline is over fields.
    await page.evaluate("scrollTo(0, 150)");
    assert.deepEqual(await findViolations(page, LAYOUT_RULES), [], `${path}, 320 pixels`);
    await page.evaluate(RESTORE_REPEATED);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = Number(await page.evaluate("document.documentElement.scrollWidth"));
      assert.ok(found <= width, `${path} is ${found} pixels wide at ${width}`);
    }
    assert.deepEqual(said.splice(0), [], path);
  }

  /** Checks that the first controls have a visible outline. Leaves the page without a focus. */
  async function checkFocus(path: string): Promise<void> {
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(`(() => {
        const { activeElement: at } = document;
        if (!at || at === document.body) return "none";
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const around = at.closest("label, .button");
        const outer = around ? getComputedStyle(around).outlineStyle : "none";
        return outlineStyle !== "none" && outlineWidth !== "0px" ? "own" : outer;
      })()`);
      assert.notEqual(outline, "none", `${path}, control ${step + 1}`);
    }
    await page.evaluate("document.activeElement.blur()");
    await page.evaluate("scrollTo(0, 0)");
  }

  const rules =
    "outlines what has the focus, passes axe in every scheme, fits widths from 320 to 640 pixels and logs nothing";

  it(`every page of a tool shows its example without use of the quota, ${rules}, and Run moves it by at most 0.02`, async () => {
    const tools = await pages.listTools();
    assert.ok(tools.length > 12, "the home page lists the tools");
    for (const path of ["/", ...tools]) await checkPage(path);
    const response = await fetch(`${pages.server.url}/api/v1/code-image/languages`);
    assert.equal(response.headers.get("x-usage-count"), "1");
  });

  it(`every page of the docs and of inboxes ${rules}`, async () => {
    await fetch(`${pages.server.url}/api/v1/webhook/matrix/${"long/".repeat(140)}`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=0" },
      body: '{"type":"invoice.paid"}',
    });
    for (const path of OTHERS) await checkPage(path);
  });
});

/** Waits until a page is painted for the first time. */
const FIRST_PAINT = `new Promise((resolve) =>
  new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true }))`;

describe("layout shift", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("the first code image after a start moves the page by at most 0.02, on wide screens with its warning", async () => {
    for (const width of [1280, 375]) {
      // On phones the form is below the picture, so that a warning, which is rare, moves it.
      const timing = width === 1280 ? 'warning;desc="Not highlighted."' : "";
      const context = await pages.browser.newContext({ viewport: { width, height: 800 } });
      await recordShifts(context);
      await context.route("**/tools/code-image/response", async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), "server-timing": timing };
        await route.fulfill({ response, headers });
      });
      const { page } = await pages.open("/tools/code-image", context);
      const image = page.locator("#result img").first();
      await image.waitFor();
      await page.evaluate("document.querySelector('#result img').decode()");
      if (timing !== "") await page.getByText("Not highlighted.").waitFor();
      const moved = Number(await page.evaluate("moved"));
      assert.ok(moved <= 0.02, `${moved} at ${width} pixels`);
      await context.close();
    }
  });

  it("a phone paints no form before the result above it has arrived", async () => {
    const html = await (await fetch(`${pages.server.url}/tools/code-image`)).text();
    const end = html.indexOf('<div class="outcome"');
    assert.ok(end > 0, "the page has a result");
    const held: ServerResponse[] = [];
    const slow = createServer(({ url }, response) => {
      if (url === "/") held.push(response);
      else response.writeHead(404).end();
    });
    slow.listen(0, "127.0.0.1").unref();
    await once(slow, "listening");
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 800 } });
    await recordShifts(context);
    const page = await context.newPage();
    const { port } = slow.address() as AddressInfo;
    const opened = page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
    await eventually(() => assert.equal(held.length, 1));
    held[0]?.writeHead(200, { "content-type": "text/html" }).write(html.slice(0, end));
    await opened;
    await page.evaluate(FIRST_PAINT);
    held[0]?.end(html.slice(end));
    const moved = await readShifts(page);
    await page.locator("#tool-form").waitFor();
    await context.close();
    slow.closeAllConnections();
    assert.ok(moved <= 0.02, `${moved}`);
  });

  it("the header stays at 360 pixels when the font arrives late", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 360, height: 740 } });
    await recordShifts(context);
    const held: Route[] = [];
    await context.route("**/*.woff2", (route) => void held.push(route));
    const page = await context.newPage();
    // Not until it is loaded, which waits for the font.
    await page.goto(`${pages.server.url}/inbox`, { waitUntil: "commit" });
    await page.evaluate(FIRST_PAINT);
    const measureHeader = () => page.locator(".top").boundingBox();
    const earlier = await measureHeader();
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    assert.deepEqual(await measureHeader(), earlier);
    assert.ok(Number(await page.evaluate("moved")) <= 0.005);
    await context.close();
  });
});
