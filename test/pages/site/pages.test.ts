import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { findViolationsOfSchemes } from "../support/axe.ts";
import { noBrowser } from "../../support/browser.ts";
import { readPages } from "../../documents/support/pdf.ts";
import { readShifts, recordShifts } from "../support/layout-shift.ts";
import { hydrated, type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

/**
 * By WCAG 2.2: 4.5 to 1 for text (1.4.3), 3 to 1 for edges of controls and focus (1.4.11), which
 * axe does not see.
 */
const CONTRASTS = [
  ...["ground", "surface", "sunken"].flatMap((back) =>
    ["text", "quiet", "accent", "bad"].map((front) => [front, back, 4.5] as const),
  ),
  ["text", "bad-soft", 4.5],
  ["text", "warn-soft", 4.5],
  ["accent", "bad-soft", 4.5],
  ["accent", "accent-soft", 4.5],
  ["accent-text", "accent", 4.5],
  ["edge", "surface", 3],
  ["edge", "ground", 3],
] as const;

/** The relative luminance of a color of the page in its present scheme, by its custom property. */
async function readLuminance(page: Page, name: string): Promise<number> {
  const computed = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--${name})";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed);
  assert.ok(channels, `${name} is ${computed}`);
  const [red = 0, green = 0, blue = 0] = channels.slice(1).map((channel) => {
    const part = Number(channel) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function computeContrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Texts from the beginning to the end of what tools print. */
const PRINTED: Record<string, RegExp> = {
  "/tools/contract-generator":
    /^Web Development Agreement\n[^]*\n15\. Signatures\n[^]*\nDate Date$/,
  "/tools/invoice": /^Studio Lindqvist Invoice [^]*\nThank you!$/,
  "/tools/einvoice-read": /^Valid EN 16931\n[^]*\nAmount due\n238\.00 238\.00$/,
  "/tools/meeting-cost": /^This meeting costs\n[^]*\$150\.00$/,
  "/tools/pdf": /^$/,
  "/tools/labels": /^$/,
  "/tools/qr": /^$/,
  "/tools/barcode": /^$/,
  "/tools/code-image": /^$/,
};

/** The parts of a page that printing may change for a moment. */
const READ_PAGE = `({
  title: document.title,
  language: document.documentElement.lang,
  elements: document.body.childElementCount,
  sheets: [...document.styleSheets].filter(({ disabled }) => !disabled).length,
  adopted: document.adoptedStyleSheets.length,
})`;

/** The controls that print would show. */
const LIST_CONTROLS = `
  [...document.querySelectorAll("form, nav, footer, button, .button, input, select, textarea, .top")]
    .filter((element) => element.checkVisibility())
    .map(({ outerHTML }) => outerHTML.slice(0, 80))`;

const HAS_PICTURE = `document.querySelector(".result-body :is(img, canvas), .viewer") !== null`;

/** True when the result is complete: its text or picture, and the document in its frame. */
const IS_SHOWN = `{
  const body = document.querySelector(".result-body");
  const frame = body?.querySelector(".paper iframe");
  const hasContent = body?.innerText.trim() || body?.querySelector("img, .viewer");
  hasContent && (!frame || frame.closest(".scaled")) && [...document.querySelectorAll('.result-body img')].every(({ complete, loading }) => complete || loading === 'lazy');
}`;

/** Opens a tool with its example, in a browser that does not print. */
async function openToPrint(pages: Pages, path: string) {
  const context = await pages.browser.newContext();
  await context.addInitScript(`
    globalThis.print = () => (globalThis.isPrinted = true);
    addEventListener("keydown", (event) =>
      setTimeout(() => (globalThis.isReplaced = event.defaultPrevented)));
  `);
  const opened = await pages.open(path, context);
  await waitUntilTrue(opened.page, IS_SHOWN);
  return opened;
}

/** Prints by Ctrl+P. Returns the lines of each page, without its number. */
async function printTool(page: Page): Promise<string[][]> {
  await page.keyboard.press("Control+p");
  await waitUntilTrue(page, "globalThis.isReplaced === false || globalThis.isPrinted === true");
  const printed = await readPages(await page.pdf({ preferCSSPageSize: true }));
  return printed.map((lines) => lines.filter((line) => !/^Page \d+ of \d+$/.test(line)));
}

describe("pages in a browser", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("pages with form errors pass axe in both schemes", async () => {
    const wrong = "taxRate=101&accentColor=blue&currency=QQQ&items.0.rate=x";
    const { page } = await pages.open(`/tools/invoice#${wrong}`);
    await page.locator(".failure a").first().waitFor();
    assert.deepEqual(await findViolationsOfSchemes(page), []);
    await page.close();
  });

  it("every color has sufficient contrast", async () => {
    const { page } = await pages.open("/docs");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [front, back, least] of CONTRASTS) {
        const [one, other] = await Promise.all(
          [front, back].map((name) => readLuminance(page, name)),
        );
        const ratio = computeContrast(one ?? 0, other ?? 0);
        assert.ok(ratio >= least, `${front} on ${back}, ${colorScheme}: ${ratio.toFixed(2)}`);
      }
    }
    await page.close();
  });

  it("no page shifts when the font arrives late", async () => {
    for (const width of [320, 1280]) {
      const context = await pages.browser.newContext({ viewport: { width, height: 640 } });
      await recordShifts(context);
      const held: Route[] = [];
      await context.route("**/*.woff2", (route) => void held.push(route));
      for (const path of ["/", "/docs/reference/qr", "/tools/invoice"]) {
        const page = await context.newPage();
        await page.goto(`${pages.server.url}${path}`, { waitUntil: "commit" });
        await waitUntilTrue(
          page,
          `performance.getEntriesByName("first-contentful-paint").length > 0`,
        );
        await eventually(() => assert.ok(held.length > 0, path));
        for (const route of held.splice(0)) await route.continue();
        const moved = await readShifts(page);
        assert.ok(moved <= 0.02, `${path} moves by ${moved} at ${width} pixels`);
        await page.close();
      }
      await context.close();
    }
  });

  it("text scales with the browser's font size", async () => {
    const { page } = await pages.open("/tools/invoice");
    const readSizes = () =>
      page.evaluate<number[]>(
        `["main p", "legend", "input", "code", "h1", "label"].map((one) =>
          parseFloat(getComputedStyle(document.querySelector(one)).fontSize))`,
      );
    const usual = await readSizes();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    for (const [at, size] of (await readSizes()).entries())
      assert.ok(size > 1.4 * (usual[at] ?? 0), `${at}: ${usual[at]} becomes ${size}`);
    await page.close();
  });

  it("a page hashes typed text, explains errors, and restores the form on Back", async () => {
    const { page } = await pages.open("/tools/hash");
    await page.getByLabel("Text", { exact: true }).fill("abc");
    const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    await page.locator("code", { hasText: digest }).waitFor();
    // The form is written into the history entry a moment after the last key.
    await waitUntilTrue(page, "history.state?.values?.text === 'abc'");
    await page.reload();
    await page.locator("code", { hasText: digest }).waitFor();
    await page.goto(`${pages.server.url}/docs`);
    await page.goBack();
    const text = page.getByLabel("Text", { exact: true });
    await eventually(async () => assert.equal(await text.inputValue(), "abc"));
    await page.goto(`${pages.server.url}/tools/password`);
    await hydrated(page);
    await page.getByLabel("Length").fill("3");
    await page.keyboard.press("Tab");
    await page.getByText("Must be at least 4", { exact: true }).waitFor();
    await page.getByLabel("Length").and(page.locator("[aria-invalid='true']")).waitFor();
    await page.close();
  });

  it("every tool prints its result, no blank page and no controls, and is then as before", async () => {
    for (const path of await pages.listTools()) {
      const { page, said } = await openToPrint(pages, path);
      const unprinted = await page.evaluate(READ_PAGE);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      assert.deepEqual(await page.evaluate(LIST_CONTROLS), [], path);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await page.emulateMedia({ media: null });
      const printed = await printTool(page);
      const texts = printed.map((lines) => lines.join("\n"));
      assert.match(texts.join("\n"), PRINTED[path] ?? /./, path);
      // A picture alone is a page without text.
      const isPicture = texts.length === 1 && (await page.evaluate(HAS_PICTURE));
      if (!isPicture) assert.ok(!texts.includes(""), `${path} prints a blank page`);
      assert.deepEqual(await page.evaluate(READ_PAGE), unprinted, path);
      assert.deepEqual(said, [], path);
      await page.close();
    }
  });

  it("a row is added by keyboard", async () => {
    const { page } = await pages.open("/tools/meeting-cost");
    await page.locator(".status .good").waitFor();
    const firstCost = String(await page.locator(".highlight strong").textContent());
    await page.getByRole("button", { name: "Add attendee" }).focus();
    await page.keyboard.press("Enter");
    // The new row takes the focus a moment later.
    await page.locator("[name^='attendees.2.']:focus").waitFor();
    await page.locator("[name='attendees.2.hourlyRate']").focus();
    await page.keyboard.type("1000");
    await page.locator(".highlight strong").filter({ hasNotText: firstCost }).waitFor();
    await page.close();
  });

  it("every tool works by form post without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page, said } = await pages.open("/", context);
    for (const path of await pages.listTools()) {
      await page.goto(pages.server.url + path);
      await Promise.all([
        page.waitForEvent("load"),
        page.getByRole("button", { name: "Run" }).click(),
      ]);
      const expected = path.includes("carbon-footprint") ? "503" : "200";
      assert.equal(await page.locator(".status span").first().textContent(), expected, path);
      assert.deepEqual(said, [], path);
    }
    await context.close();
  });
});
