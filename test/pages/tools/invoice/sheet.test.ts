import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../../support/eventually.ts";
import { noBrowser } from "../../../support/browser.ts";
import { DEVICES, type Pages, press, startPages } from "../../support/pages.ts";

const field = (page: Page, path: string) => page.locator(`[name="${path}"]`).last();

async function waitForValue(page: Page, path: string, value: string): Promise<void> {
  await eventually(async () => assert.equal(await field(page, path).inputValue(), value));
}

describe("editing on the sheet of an invoice", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  async function open(device = DEVICES["a desktop"]) {
    const context = await pages.browser.newContext(device);
    const { page, said } = await pages.open("/tools/invoice", context);
    const viewer = page.locator(".document .viewer");
    await viewer.scrollIntoViewIfNeeded();
    await page.locator(".paper.scaled").waitFor();
    const sheet = page.frameLocator(".paper iframe");
    const at = (path: string) => sheet.locator(`[data-field="${path}"]`);
    // Again, because a response that arrives during a click replaces what is under the pointer.
    const begin = (path: string) =>
      eventually(async () => {
        await press(at(path));
        assert.equal(await at(path).getAttribute("role"), "textbox");
      });
    const edit = async (path: string, text: string) => {
      await begin(path);
      const box = at(path);
      await box.fill(text);
      await box.press("Enter");
    };
    // The first use of the page makes the sheet editable.
    await viewer.focus();
    await at("to.name").waitFor();
    return { context, page, said, sheet, at, begin, edit };
  }

  for (const [name, device] of Object.entries(DEVICES)) {
    it(`on ${name}, texts and numbers are edited in place, and form and figures follow`, async () => {
      const { context, page, said, sheet, at, begin, edit } = await open(device);
      await edit("to.name", "Babbage & Co");
      await waitForValue(page, "to.name", "Babbage & Co");
      await edit("items.0.rate", "100");
      await waitForValue(page, "items.0.rate", "100");
      await page.locator(".item .amount").first().getByText("€2,400.00").waitFor();
      await sheet.getByText("€2,400.00").first().waitFor();
      await edit("discount", "10");
      await sheet.getByText("Discount (10%)").waitFor();
      await edit("invoiceNumber", "2026-015");
      await waitForValue(page, "invoiceNumber", "2026-015");
      await edit("notes", "Thank you.");
      await waitForValue(page, "notes", "Thank you.");
      await begin("items.1.description");
      await sheet.getByRole("textbox", { name: "Item 2: Description" }).fill("Never mind");
      await page.keyboard.press("Escape");
      await at("items.1.description").getByText("Logo and type system").waitFor();
      await waitForValue(page, "items.1.description", "Logo and type system");
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("on a phone, texts and tools of the sheet are large enough for fingers, and nothing is cut off", async () => {
    const { context, page, sheet, at, begin } = await open(DEVICES["a phone"]);
    await begin("items.1.description");
    const sizes = await Promise.all(
      [at("to.name"), at("items.0.rate"), at("items.1.description")].map((box) =>
        box.boundingBox(),
      ),
    );
    for (const box of sizes)
      assert.ok(box && box.height >= 32 && box.width >= 32, JSON.stringify(box));
    const tool = sheet.locator("tr:nth-child(2) [data-tools] button").first();
    const button = await tool.boundingBox();
    assert.ok(button && button.height >= 44 && button.width >= 44);
    await eventually(async () => {
      const [end, paper] = await Promise.all([
        sheet.locator(".notes .kept").boundingBox(),
        page.locator(".paper iframe").boundingBox(),
      ]);
      assert.ok(end && paper && end.y + end.height <= paper.y + paper.height);
    });
    await context.close();
  });

  it("a second language is chosen beside the first, and texts are edited from right to left", async () => {
    const { context, page, sheet, edit } = await open();
    await field(page, "locale").selectOption("ar");
    // Loaded with the focus.
    await page.getByLabel("Second language").hover();
    await eventually(async () => {
      await page.getByLabel("Second language").selectOption("en");
      assert.equal(await field(page, "locale").inputValue(), "ar,en");
    });
    await waitForValue(page, "locale", "ar,en");
    await sheet.locator("html[dir=rtl] h1 [lang=en]", { hasText: "Invoice" }).waitFor();
    await edit("items.0.rate", "100");
    await waitForValue(page, "items.0.rate", "100");
    await edit("taxRate", "15");
    // Arabic percentages have marks of direction.
    await sheet.locator("dt", { hasText: /15\W*%/ }).waitFor();
    await field(page, "locale").selectOption("de,en");
    await sheet.locator("html[lang=de]:not([dir])").waitFor();
    await page.getByLabel("Second language").selectOption("");
    await waitForValue(page, "locale", "de");
    await context.close();
  });

  it("Tab reaches each text, Enter edits it, and leaving it keeps the text", async () => {
    const { context, page, at } = await open();
    await at("from.name").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Somewhere 1");
    await page.keyboard.press("Tab");
    await waitForValue(page, "from.address", "Somewhere 1");
    await context.close();
  });

  it("the window and the dates of a letter are edited in place", async () => {
    const { context, page, edit, sheet } = await open();
    await field(page, "design").selectOption("letter");
    await sheet.locator("html[data-design=letter]").waitFor();
    await edit("to.address", "1 Harbour Road");
    await waitForValue(page, "to.address", "1 Harbour Road");
    await sheet.locator(".window", { hasText: "1 Harbour Road" }).waitFor();
    await edit("to.email", "billing@harbourpine.example");
    await waitForValue(page, "to.email", "billing@harbourpine.example");
    await context.close();
  });

  it("a wrong text has its error beside it", async () => {
    const { context, page, sheet, edit } = await open();
    await edit("items.0.quantity", "many");
    await sheet.getByText("must be a number").waitFor();
    await edit("items.0.quantity", "2");
    await sheet.getByText("must be a number").waitFor({ state: "detached" });
    await waitForValue(page, "items.0.quantity", "2");
    await context.close();
  });

  it("empty optional texts have places while the sheet has the focus", async () => {
    const { context, page, at, edit, sheet } = await open();
    assert.equal(await at("to.phone").isVisible(), false);
    await at("to.name").focus();
    await at("to.phone").waitFor();
    await edit("to.phone", "+44 20 7946 0000");
    await waitForValue(page, "to.phone", "+44 20 7946 0000");
    await sheet.locator(".party", { hasText: "+44 20 7946 0000" }).waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await at("from.phone").isVisible(), false);
    await context.close();
  });

  it("a sheet that grows beyond a page stays editable, and its pages are a button away", async () => {
    const { context, page, edit, said } = await open();
    const lines = Array.from({ length: 40 }, (_, index) => `Step ${index + 1}`);
    await edit("items.0.description", lines.join("\n"));
    const views = page.getByRole("group", { name: "Preview" });
    await views.getByRole("button", { name: "Edit", pressed: true }).waitFor();
    await edit("items.1.description", "Printing");
    await waitForValue(page, "items.1.description", "Printing");
    await press(views.getByRole("button", { name: "Pages" }));
    const captions = page.locator(".viewer figcaption");
    await captions.getByText("Page 2 of 2").waitFor();
    assert.equal(await page.locator(".paper iframe").isVisible(), false);
    await press(views.getByRole("button", { name: "Edit" }));
    await captions.first().waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate("document.activeElement.matches('.document > .viewer')"),
      true,
    );
    await edit("items.0.description", "Concept");
    await views.waitFor({ state: "detached" });
    await waitForValue(page, "items.0.description", "Concept");
    assert.deepEqual(said, []);
    await context.close();
  });

  it("lines are added, moved, discounted and removed on the sheet", async () => {
    const { context, page, sheet } = await open();
    const tool = async (name: string) => {
      await sheet.locator(`tr:has(button[aria-label="${name}"])`).hover();
      await sheet.getByRole("button", { name, exact: true }).click();
    };
    await tool("Move item 2 up");
    await waitForValue(page, "items.0.description", "Logo and type system");
    await sheet.locator("tr:nth-child(1)", { hasText: "Logo and type system" }).waitFor();
    await tool("Discount of item 1");
    await sheet.getByRole("textbox", { name: "Item 1: Discount" }).fill("10");
    await page.keyboard.press("Enter");
    await sheet.getByText("Discount (10%)").first().waitFor();
    await tool("Remove item 4");
    await eventually(async () => assert.equal(await page.locator(".item").count(), 3));
    await sheet.locator("tbody tr:nth-child(4)").waitFor({ state: "detached" });
    await tool("Add item after item 1");
    await sheet.getByRole("textbox", { name: "Item 2: Description" }).fill("Printing");
    await page.keyboard.press("Enter");
    await waitForValue(page, "items.1.description", "Printing");
    await context.close();
  });
});
