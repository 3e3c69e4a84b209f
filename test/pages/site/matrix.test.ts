import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { findViolations } from "../support/axe.ts";
import { noBrowser } from "../../support/browser.ts";
import { readShifts, recordShifts } from "../support/layout-shift.ts";
import { type Pages, startPages } from "../support/pages.ts";

/** Rules whose outcome depends on the width. */
const LAYOUT_RULES = ["target-size", "scrollable-region-focusable"];

/** Pages that are neither of tools nor list them. */
const OTHERS = [
  "/inbox",
  "/inbox/matrix",
  "/docs",
  "/docs/webhooks",
  "/docs/reference",
  "/docs/reference/all",
];

/** Widths in CSS pixels of phones, and of laptops at a zoom of 200% and more. */
const WIDTHS = [640, 480, 360, 320];

/**
 * Hides operations of the reference whose elements, by name and class, are all in earlier ones: 36 of 40, whose colors
 * are those of the others. A check of the colors of all takes as long as that of ten other pages.
 */
const HIDE_REPEATED = `{
  const seen = new Set();
  for (const operation of document.querySelectorAll(".operation")) {
    const kinds = [...operation.querySelectorAll("*")].map(({ parentElement, localName, className }) =>
      [parentElement.localName, parentElement.className, localName, className].join(" "));
    operation.hidden = kinds.every((kind) => seen.has(kind));
    kinds.forEach((kind) => seen.add(kind));
  }
}`;

const SHOW_REPEATED = `document.querySelectorAll(".operation").forEach((one) => (one.hidden = false))`;

describe("every page", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true", ENFORCE_LIMIT: "true" });
  });
  after(() => pages.stop());

  /** Opens a page whose layout is complete: that of far parts is put off until they are near. */
  async function openPage(path: string) {
    const { page, said } = await pages.open(path);
    // A first result that arrived during a check would be checked by half.
    await page.getByText("The result appears here.", { exact: true }).waitFor({ state: "hidden" });
    await page.evaluate(`document.querySelectorAll(".panel, .operation").forEach(
      ({ style }) => (style.contentVisibility = "visible"))`);
    return { page, said };
  }

  /** Checks a page in every scheme and width, on one load of it. */
  async function checkPage(path: string): Promise<void> {
    const { page, said } = await openPage(path);
    // The page of carbon footprints asks the network, which no test does, and waits for its button.
    if (path.startsWith("/tools/") && !path.includes("carbon-footprint"))
      await page.locator(".status .good", { hasText: "200" }).waitFor();
    assert.deepEqual(await findViolations(page), [], path);
    // The other schemes differ in colors alone.
    await page.evaluate(HIDE_REPEATED);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findViolations(page, ["color-contrast"]), [], `${path}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
    // Closed panels have no layout.
    await page.evaluate(
      `document.querySelectorAll(".tool details").forEach((panel) => (panel.open = true))`,
    );
    await page.emulateMedia({ forcedColors: "active" });
    assert.deepEqual(await findViolations(page, ["color-contrast"]), [], `${path}, forced`);
    await page.emulateMedia({ forcedColors: "none" });
    await page.evaluate(SHOW_REPEATED);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = Number(await page.evaluate("document.documentElement.scrollWidth"));
      assert.ok(found <= width, `${path} is ${found} pixels wide at ${width}`);
    }
    assert.deepEqual(await findViolations(page, LAYOUT_RULES), [], `${path}, 320 pixels`);
    // Lower, so that the bar with the headline is over other fields.
    await page.evaluate("scrollBy(0, 150)");
    assert.deepEqual(await findViolations(page, LAYOUT_RULES), [], `${path}, scrolled`);
    assert.deepEqual(said, [], path);
    await page.close();
  }

  const rules = "passes axe in every scheme, fits widths from 640 to 320 pixels and logs nothing";

  it(`of a tool shows its example, ${rules}, without use of the quota`, async () => {
    const tools = await pages.listTools();
    assert.ok(tools.length > 12, "the home page lists the tools");
    for (const path of ["/", ...tools]) await checkPage(path);
    const response = await fetch(`${pages.server.url}/api/v1/code-image/languages`);
    assert.equal(response.headers.get("x-usage-count"), "1");
  });

  it(`of the docs and of inboxes ${rules}`, async () => {
    await fetch(`${pages.server.url}/api/v1/webhook/matrix/${"long/".repeat(140)}`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=0" },
      body: '{"type":"invoice.paid"}',
    });
    for (const path of OTHERS) await checkPage(path);
  });

  it("has the focus in sight and a visible outline on its first controls", async () => {
    // One of each layout.
    for (const path of ["/", ...OTHERS, "/tools/invoice", "/tools/qr"]) {
      const { page } = await pages.open(path);
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
      await page.close();
    }
  });
});

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
      await context.route("**/tools/code-image/answer", async (route) => {
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

  it("Run moves no tool's page at 320 pixels by more than 0.02", async () => {
    const viewport = { width: 320, height: 700 };
    const context = await pages.browser.newContext({ viewport });
    await recordShifts(context);
    // The page of carbon footprints has no result that a new one could replace; its own test measures its shifts.
    const tools = (await pages.listTools()).filter((path) => !path.includes("carbon-footprint"));
    for (const path of tools) {
      const { page } = await pages.open(path, context);
      const earlier = await readShifts(page);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator("#result[aria-busy='false']").waitFor();
      const moved = (await readShifts(page)) - earlier;
      assert.ok(moved <= 0.02, `${path}: ${moved}`);
      await page.close();
    }
    await context.close();
  });

  it("the header stays at 360 pixels when the font arrives late", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 360, height: 740 } });
    await recordShifts(context);
    const held: Route[] = [];
    await context.route("**/*.woff2", (route) => void held.push(route));
    const page = await context.newPage();
    // Not until it is loaded, which waits for the font.
    await page.goto(`${pages.server.url}/inbox`, { waitUntil: "commit" });
    await page.evaluate(`new Promise((resolve) =>
        new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true }))`);
    const header = () => page.locator(".top").boundingBox();
    const earlier = await header();
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    assert.deepEqual(await header(), earlier);
    assert.ok(Number(await page.evaluate("moved")) <= 0.005);
    await context.close();
  });
});
