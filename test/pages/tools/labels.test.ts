import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { findViolationsOfSchemes } from "../support/axe.ts";
import { DEVICES, type Pages, press, startPages, waitUntilTrue } from "../support/pages.ts";

/** A table as spreadsheets export it, with 30 rows. */
const TABLE = `Artikel;Bezeichnung;EAN\n${Array.from(
  { length: 30 },
  (_, index) => `A-${index};"Schraube M${index}, verzinkt";${4_006_381_333_900 + index}`,
).join("\n")}`;

/** Drops a file onto an element. */
async function drop(page: Page, selector: string, name: string, text: string): Promise<void> {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }`);
}

/** Pastes a text into an element. */
async function paste(page: Page, selector: string, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

async function expectValue(control: Locator, value: string): Promise<void> {
  await eventually(async () => assert.equal(await control.inputValue(), value));
}

/** Waits until the result is of the form, with this sentence. */
async function waitForCount(page: Page, sentence: string): Promise<void> {
  await page.locator(".highlight", { hasText: sentence }).waitFor();
}

describe("the page of label sheets", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  let visitors = 0;
  before(async () => {
    pages = await startPages({ OFFLINE: "true", TRUST_PROXY: "1" });
  });
  after(() => pages.stop());

  async function openForm(options: BrowserContextOptions = DEVICES["a desktop"] ?? {}) {
    // An address for each visitor, because the tool allows 30 requests a minute.
    const extraHTTPHeaders = { "x-forwarded-for": `192.0.2.${++visitors}` };
    const context = await pages.browser.newContext({ ...options, extraHTTPHeaders });
    const { page, said } = await pages.open("/tools/labels", context);
    return { context, page, said };
  }

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a dropped table becomes sheets, which begin at a chosen label`, async () => {
      const { context, page, said } = await openForm(options);
      await drop(page, ".rows-editor", "articles.csv", TABLE);
      await waitForCount(page, "30 labels on 2 sheets");
      // The label shows the columns of the new table.
      await expectValue(page.getByLabel("Code contains"), "{EAN}");
      await expectValue(page.getByLabel("Line 1", { exact: true }), "{Artikel}");
      await press(page.getByRole("combobox", { name: "Sheet" }));
      await page.getByRole("combobox", { name: "Sheet" }).fill("64 x 33");
      await page.getByRole("option", { name: "avery-l7159" }).waitFor();
      await page.keyboard.press("Enter");
      // The last one of this sheet, whose result has the same sentence as the one before.
      await page.getByRole("radio", { name: "Position 24", exact: true }).waitFor();
      await press(page.getByRole("radio", { name: "Position 20", exact: true }));
      await waitForCount(page, "30 labels on 3 sheets");
      await expectValue(page.getByLabel("Start at"), "20");
      await page.locator("canvas[data-drawn]").first().waitFor();
      await press(page.getByRole("button", { name: "Next" }));
      await page.getByRole("img", { name: "Sheet 2 of 3" }).waitFor();
      assert.equal(await page.getByRole("radio").count(), 0);
      await waitUntilTrue(page, "document.querySelector('[download]').href.startsWith('blob:')");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        press(page.getByRole("link", { name: "Download PDF" })),
      ]);
      assert.equal(download.suggestedFilename(), "labels.pdf");
      assert.match(await readFile(await download.path(), "latin1"), /^%PDF-/);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("columns are put on the label by buttons, and cells are typed and pasted", async () => {
    const { context, page, said } = await openForm();
    await page.getByRole("button", { name: "Use name as the code" }).click();
    await expectValue(page.getByLabel("Code contains"), "{name}");
    await page.getByRole("button", { name: "Add room as a line" }).click();
    await expectValue(page.getByLabel("Line 4", { exact: true }), "{room}");
    await page.getByRole("button", { name: "Line 4: bold" }).click();
    await page.getByLabel("sku, row 3").press("Enter");
    await page.getByLabel("name, row 4").fill("Lamp");
    await waitForCount(page, "4 labels on 1 sheet");
    await paste(page, "[aria-label='name, row 4']", "Chair\tRoom 9\nShelf\tRoom 8\n");
    await waitForCount(page, "5 labels on 1 sheet");
    await expectValue(page.getByLabel("room, row 5"), "Room 8");
    // A table over the header replaces all of it.
    await paste(page, "[aria-label='Name of column 1']", "Serial\tOwner\n17\tAda\n");
    await waitForCount(page, "1 label on 1 sheet");
    await expectValue(page.getByLabel("Code contains"), "{Serial}");
    await expectValue(page.getByLabel("Line 1", { exact: true }), "{Owner}");
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a sheet has measures of its own, and a roll is downloaded as ZPL", async () => {
    const { context, page, said } = await openForm();
    await page.getByRole("button", { name: "Enter measures" }).click();
    await page.getByLabel("Label width").waitFor();
    await expectValue(page.getByLabel("Label width"), "63.5");
    const measures = page.getByRole("group", { name: "Measures" });
    const columns = measures.getByLabel("Columns");
    await columns.fill("1");
    // Another field renders the form while this one's text is not entered yet.
    await measures.getByLabel("Rows").evaluate((rows: HTMLInputElement) => {
      rows.value = "6";
      for (const type of ["input", "change"])
        rows.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await page.locator(".sheet-summary", { hasText: "3 × 6 on A4" }).waitFor();
    await columns.press("Tab");
    await page.locator(".sheet-summary", { hasText: "1 × 6 on A4" }).waitFor();
    await page.getByRole("button", { name: "Choose a sheet" }).click();
    await page.getByRole("combobox", { name: "Sheet" }).fill("57x32");
    await page.getByRole("option", { name: "roll-57x32mm" }).click();
    await waitForCount(page, "3 labels on 3 sheets");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download ZPL" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "labels.zpl");
    assert.match(await readFile(await download.path(), "latin1"), /^\^XA\^PW456\^LL256/);
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a wrong row is named, and its form is accessible", async () => {
    const { context, page } = await openForm();
    await page.getByLabel("Code", { exact: true }).selectOption("ean13");
    await page
      .locator("#result", { hasText: "rows[0]: label.code.text must" })
      .or(page.locator("#result", { hasText: "rows[0]: label.code.text has" }))
      .first()
      .waitFor();
    assert.deepEqual(await findViolationsOfSchemes(page), []);
    await context.close();
  });

  it("without a script, a posted form of CSV makes labels", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const picture = page.waitForResponse(/picture\.svg$/);
    await page.goto(`${pages.server.url}/tools/labels`);
    assert.match(await (await picture).text(), /<use /);
    await page.locator("#rows-text").fill("sku,name,room\nA,B,C\nD,E,F\n");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".highlight", { hasText: "2 labels on 1 sheet" }).waitFor();
    await context.close();
  });
});
