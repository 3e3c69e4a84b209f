import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { BARCODE_TYPES } from "#src/domain/symbol/barcode-types.js";
import { GROUPS, SAMPLES } from "#src/web/tool/kits/barcode/type-groups.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import {
  checkDownload,
  DEVICES,
  keepFeedback,
  type Pages,
  press,
  startPages,
} from "../support/pages.ts";

/** Returns the text of the page's fields. */
const text = (page: Page) => page.getByLabel("Text", { exact: true });

describe("page of barcodes", { skip: noBrowser, timeout: 400_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("the page of barcodes has a picture and a valid sample of every type", async () => {
    const types = [...BARCODE_TYPES].toSorted();
    assert.deepEqual(GROUPS.flatMap(([, names]) => names).toSorted(), types);
    assert.deepEqual(Object.keys(SAMPLES).toSorted(), types);
    const response = await fetch(`${pages.server.url}/tools/barcode/types.svg`);
    assert.equal(response.headers.get("content-type"), "image/svg+xml");
    const svg = await response.text();
    for (const type of types) {
      assert.match(svg, new RegExp(`<view id="${type}".*?<svg [^>]+><(rect|path)`), type);
    }
    assert.ok(Number(response.headers.get("x-usage-count") ?? 0) <= 1, "pictures count for no one");
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a shop's label gets its type by picture, its check digit while typing, and prints at true size`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/barcode", context);
      await press(page.getByText("Change type"));
      // A tap opens the picker a moment later, and what is not shown cannot have the focus.
      await page.locator(".type-picker label", { hasText: "EAN-13" }).waitFor();
      await page.getByRole("radio", { name: "EAN-13" }).focus();
      await page.keyboard.press("Space");
      await page.getByText("4006381333931: check digit 1", { exact: true }).waitFor();
      assert.equal(await text(page).inputValue(), SAMPLES["ean13"], "the sample of the type");
      await text(page).fill("950600013435");
      await page.getByText("9506000134352: check digit 2, added", { exact: true }).waitFor();
      const pictures = page.locator(".type-picker label img");
      await eventually(async () => {
        const widths = await pictures.evaluateAll((images) =>
          images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        );
        assert.equal(widths.length, BARCODE_TYPES.length);
        assert.ok(
          widths.every((width) => width > 0),
          "every picture has loaded",
        );
      });
      await page.getByText("37.3 × 25.9 mm").waitFor();
      await page.emulateMedia({ media: "print" });
      const printed = await page.locator(".barcode-picture img").boundingBox();
      assert.ok(Math.abs((printed?.width ?? 0) - (37.29 / 25.4) * 96) < 1, `${printed?.width} px`);
      assert.equal(String(await page.evaluate("document.body.innerText")).trim(), "");
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("the symbol is kept when a check digit is wrong and when the network is cut", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/barcode#type=ean13&text=4006381333931", context);
    await page.getByText("4006381333931: check digit 1", { exact: true }).waitFor();
    const symbol = await page.locator(".barcode-picture img").getAttribute("src");
    await text(page).fill("4006381333930");
    const problem = page.locator(".failure li");
    await problem.getByText("has check digit 0, expected 1").waitFor();
    assert.equal(await page.locator(".barcode-picture img").getAttribute("src"), symbol);
    await text(page).blur();
    await page.locator("#field-text-problem").waitFor();
    assert.equal(await page.locator(".check-digit").count(), 0, "no green beside red");
    await page.getByRole("button", { name: "Use 4006381333931" }).click();
    await page.getByText("4006381333931: check digit 1", { exact: true }).waitFor();
    assert.equal(await text(page).inputValue(), "4006381333931");
    await context.setOffline(true);
    await text(page).fill("96385074");
    await problem.getByText("The server did not respond. Is it running?").waitFor();
    assert.equal(await page.locator(".barcode-picture img").getAttribute("src"), symbol);
    await context.close();
  });

  it("an error in a GS1 element is shown without a stray colon", async () => {
    const { page } = await pages.open("/tools/barcode");
    await text(page).fill("(01)123");
    await text(page).blur();
    await page.getByText("AI (01) has 3 digits, expected 14", { exact: true }).waitFor();
    const failure = page.locator(".failure li");
    assert.equal(await failure.textContent(), "Text: AI (01) has 3 digits, expected 14");
    await page.close();
  });

  it("rows build a GS1 message, as element string and as Digital Link", async () => {
    const context = await pages.browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await keepFeedback(context);
    const { page } = await pages.open("/tools/barcode", context);
    await page.getByRole("button", { name: "Remove element 2" }).click();
    await page.getByRole("button", { name: "Add element" }).click();
    await page.getByLabel("Identifier 3").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("21");
    await page.locator(".element .help", { hasText: "Serial number" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("S(1)");
    const message = "(01)09506000134352(10)ABC123(21)S\\(1)";
    await eventually(async () => assert.equal(await text(page).inputValue(), message));
    await page.locator(".elements td", { hasText: "SERIAL" }).waitFor();
    await page.locator(".encoded code", { hasText: "/21/S%281%29" }).waitFor();
    await page.getByRole("button", { name: "Copy Digital Link" }).click();
    await page.getByText("Copied").first().waitFor();
    assert.match(
      await page.evaluate<string>("navigator.clipboard.readText()"),
      /^https:\/\/id\.gs1\.org\/01\/09506000134352\/10\/ABC123\/21\/S%281%29$/,
    );
    await text(page).fill("(01)09506000134352(17)271301");
    await page.getByLabel("Identifier 2").waitFor();
    const value = page.getByLabel("Value 2");
    await eventually(async () => assert.equal(await value.inputValue(), "271301"));
    await text(page).blur();
    await value.and(page.locator("[aria-invalid='true']")).waitFor();
    await text(page).fill(message);
    await page.locator(".stale").waitFor({ state: "detached" });
    const button = page.locator(".exports button").first();
    await checkDownload(page, button, { done: "Downloaded", refused: "Not downloaded" });
    await context.close();
  });

  it("rows are offered when a GS1 type is chosen later, and the picker closes after a click", async () => {
    const { page, said } = await pages.open("/tools/barcode#type=ean13&text=4006381333931");
    await page.getByText("4006381333931: check digit 1", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Identifier 1").count(), 0);
    await page.getByText("Change type").click();
    await page.locator(".type-picker label", { hasText: "GS1 DataMatrix" }).click();
    await page.getByLabel("Identifier 1").waitFor();
    const first = page.getByLabel("Value 1");
    await eventually(async () => assert.equal(await first.inputValue(), "09506000134352"));
    await page
      .locator(".type-picker label", { hasText: "GS1 DataMatrix" })
      .waitFor({ state: "hidden" });
    const lot = page.locator(".elements td", { hasText: "BATCH/LOT" });
    await lot.waitFor();
    await page.getByLabel("Value 3").fill("LOT 7");
    await page.locator(".failure li", { hasText: "AI (10)" }).waitFor();
    assert.equal(await lot.count(), 1, "the last good result stays");
    await page.getByLabel("Value 3").fill("LOT7");
    await page.locator(".elements code", { hasText: "LOT7" }).waitFor();
    assert.deepEqual(
      said.filter((line) => !line.includes("status of 422")),
      [],
    );
    await page.close();
  });

  it("the chosen type is drawn without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/barcode", context);
    await page.getByText("Change type").click();
    await page.getByText("Code 39", { exact: true }).click();
    await text(page).fill("HELLO");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".encoded code", { hasText: "HELLO" }).waitFor();
    await page.locator(".barcode-picture img").waitFor();
    await context.close();
  });
});
