import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Download, Page, Route } from "playwright-core";
import { eventually } from "../../../support/eventually.ts";
import { noBrowser } from "../../../support/browser.ts";
import { waitForPaint } from "../../support/layout-shift.ts";
import { keepFeedback, type Pages, startPages, waitUntilTrue } from "../../support/pages.ts";

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Presses a button that downloads a file. */
async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return file;
}

async function readDownload(file: Download): Promise<string> {
  return readFile(await file.path(), "latin1");
}

const field = (page: Page, path: string) => page.locator(`[name="${path}"]`).last();

async function waitForValue(page: Page, path: string, value: string): Promise<void> {
  await eventually(async () => assert.equal(await field(page, path).inputValue(), value));
}

const readDescriptions = (page: Page) =>
  page
    .locator(".item textarea")
    .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));

async function waitForItems(page: Page, expected: string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await readDescriptions(page), expected));
}

const isPdf = (url: URL) => url.search === "?format=pdf";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

describe("the page of invoices", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  async function openInvoice(options: BrowserContextOptions = DESKTOP) {
    const context = await pages.browser.newContext(options);
    const { page, said } = await pages.open("/tools/invoice", context);
    return { context, page, said };
  }

  /** Opens the page on a phone without the mouse that a Chromium without windows moves over it. */
  async function openSheetOfPhone() {
    const context = await pages.browser.newContext(PHONE);
    await context.addInitScript(
      'addEventListener("pointerover", (event) => event.pointerType === "mouse" && event.stopImmediatePropagation(), true)',
    );
    const { page } = await pages.open("/tools/invoice", context);
    await page.locator(".paper").scrollIntoViewIfNeeded();
    await page.locator(".paper.scaled").waitFor();
    return { context, page };
  }

  it("on a phone, a tap on the sheet that is the first event of the page edits its text", async () => {
    const { context, page } = await openSheetOfPhone();
    await page.frameLocator("iframe").getByText("Logo and type system", { exact: true }).tap();
    await page
      .frameLocator("iframe")
      .getByRole("textbox", { name: "Item 2: Description" })
      .waitFor();
    await context.close();
  });

  it("on a phone, a finger on the sheet loads the script, and moves no text before it clicks one", async () => {
    const { context, page } = await openSheetOfPhone();
    await page.evaluate(`{
      const touch = { pointerType: "touch", bubbles: true };
      frames[0].document.body.dispatchEvent(new PointerEvent("pointerover", touch));
    }`);
    const script =
      "performance.getEntriesByType('resource').find(({ name }) => /sheet-editor/.test(name))";
    await waitUntilTrue(page, script);
    await page.evaluate(`import(${script}.name).then(() => undefined)`);
    assert.equal(await page.frameLocator("iframe").locator("[data-field]").count(), 0);
    await context.close();
  });

  for (const [name, options] of Object.entries({ "a desktop": DESKTOP, "a phone": PHONE })) {
    it(`on ${name}, an invoice from an empty form becomes a PDF and an e-invoice, and next month's comes from memory`, async () => {
      const { context, page } = await openInvoice(options);
      await press(page, "Clear");
      const today = await page.evaluate<string>(
        "(now => [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((one) => String(one).padStart(2, '0')).join('-'))(new Date())",
      );
      await waitForValue(page, "issueDate", today);
      const due = new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10);
      await waitForValue(page, "dueDate", due);
      await field(page, "invoiceNumber").fill("INV-0041");
      await field(page, "currency").selectOption("EUR");
      await field(page, "from.name").fill("Ada Lovelace GmbH");
      await field(page, "from.address").fill("Torstraße 48\n10119 Berlin");
      await field(page, "to.name").fill("Babbage & Co");
      await press(page, "Add item");
      await field(page, "items.0.description").fill("Programs for the engine");
      await field(page, "items.0.quantity").fill("3");
      await field(page, "items.0.rate").fill("19.99");
      await field(page, "taxRate").fill("19");
      await page.locator(".sums .due", { hasText: "€71.36" }).waitFor();
      const pdf = await download(page, "Download PDF");
      assert.equal(pdf.suggestedFilename(), "INV-0041.pdf");
      assert.match(await readDownload(pdf), /^%PDF-/);

      await page.getByText("Download e-invoice").click();
      await press(page, "Factur-X / ZUGFeRD");
      const needs = page.getByRole("region", { name: "Missing for Factur-X" });
      await needs.getByRole("link", { name: "From: Country code" }).click();
      await page.keyboard.type("DE");
      await needs.getByRole("link", { name: "To: Country code" }).click();
      await page.keyboard.type("GB");
      // One sentence names two fields, of which one is enough.
      await needs.getByRole("link", { name: "From: VAT ID" }).click();
      await page.keyboard.type("DE123456788");
      await needs.getByText("has everything now").waitFor();
      const eInvoice = await download(page, "Download Factur-X / ZUGFeRD");
      assert.match(await readDownload(eInvoice), /factur-x\.xml/);

      // The form is stored a moment after the last key.
      await waitUntilTrue(
        page,
        "localStorage.getItem('sundry:form:invoice')?.includes('DE123456788')",
      );
      await page.close();
      const { page: next } = await pages.open("/tools/invoice", context);
      await waitUntilTrue(
        next,
        "document.querySelector('#field-invoiceNumber').value === 'INV-0042'",
      );
      await waitForValue(next, "issueDate", today);
      await waitForValue(next, "to.name", "Babbage & Co");
      await field(next, "from.name").fill("Somebody else");
      await next.getByText("My details", { exact: true }).click();
      await next.getByRole("button", { name: /^Ada Lovelace GmbH/ }).click();
      await waitForValue(next, "from.name", "Ada Lovelace GmbH");
      await waitForValue(next, "from.vatId", "DE123456788");
      assert.equal((await download(next, "Download PDF")).suggestedFilename(), "INV-0042.pdf");
      await next.getByRole("button", { name: "Start INV-0043" }).click();
      await waitForValue(next, "invoiceNumber", "INV-0043");
      await context.close();
    });
  }

  it("items of an invoice are moved by keyboard and pointer, duplicated and removed, with the focus following", async () => {
    const { context, page } = await openInvoice();
    const [first = "", second = "", third = "", fourth = ""] = await readDescriptions(page);
    await page.getByRole("button", { name: "Move item 1", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Item 1 is now item 2 of 4.").waitFor({ state: "attached" });
    await waitUntilTrue(page, "document.activeElement.ariaLabel === 'Move item 2'");
    await waitForItems(page, [second, first, third, fourth]);
    await field(page, "items.3.rate").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await waitUntilTrue(page, "document.activeElement.ariaLabel === 'Move item 3'");
    await waitForItems(page, [second, first, fourth, third]);
    const handle = page.getByRole("button", { name: "Move item 1", exact: true });
    await handle.scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const to = await page.getByRole("button", { name: "Move item 3", exact: true }).boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.locator(".item.dragged").waitFor();
    await page.mouse.move(to.x + 5, to.y + 100, { steps: 5 });
    await page.mouse.up();
    await waitUntilTrue(page, "document.activeElement.ariaLabel === 'Move item 3'");
    await waitForItems(page, [first, fourth, second, third]);
    await press(page, "Duplicate item 2");
    await waitUntilTrue(page, "document.activeElement.name === 'items.2.description'");
    await waitForItems(page, [first, fourth, fourth, second, third]);
    await press(page, "Remove item 5");
    await waitUntilTrue(page, "document.activeElement.ariaLabel === 'Remove item 4'");
    await waitForItems(page, [first, fourth, fourth, second]);
    await context.close();
  });

  it("amounts follow while the invoice is incomplete and the network is down", async () => {
    const { context, page } = await openInvoice();
    // The calculation is loaded on focus, in several files.
    await field(page, "items.0.quantity").fill("4");
    await page.locator(".item .amount").first().getByText("€380.00").waitFor();
    await context.setOffline(true);
    await field(page, "from.name").fill("");
    await field(page, "items.0.quantity").fill("2");
    await page.locator(".item .amount").first().getByText("€190.00").waitFor();
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    await context.setOffline(false);
    await field(page, "items.0.quantity").fill("3");
    await page.locator(".failure a", { hasText: "From: Name" }).waitFor();
    await context.close();
  });

  it("a download that is not possible says why: without a server, and with an incomplete form", async () => {
    const { context, page } = await openInvoice();
    await page.getByRole("button", { name: "Download PDF" }).hover();
    await waitUntilTrue(
      page,
      "performance.getEntriesByType('resource').some(({ name }) => name.includes('lazy-components'))",
    );
    await page.route(isPdf, (route) => route.abort());
    await press(page, "Download PDF");
    await page.getByText("The server did not respond. Is it running?").waitFor();
    await page.unroute(isPdf);
    await field(page, "to.name").fill("");
    const needs = page.locator(".needs");
    const retry = needs.getByRole("button");
    await retry.click();
    await needs.getByRole("link", { name: "To: Name" }).click();
    await waitUntilTrue(page, "document.activeElement.id === 'field-to-name'");
    await page.keyboard.type("Ada");
    await field(page, "items.0.rate").fill("many");
    await retry.click();
    await needs.getByText("Item 1: Rate must be a number").waitFor();
    await needs.getByText("needs 1 change").waitFor();
    await field(page, "items.0.rate").fill("95,50");
    await needs.getByText("has everything now").waitFor();
    await context.close();
  });

  it("what a document needs is listed without taking the focus of a field", async () => {
    const { context, page } = await openInvoice();
    await field(page, "to.name").fill("");
    const held: Route[] = [];
    await page.route(isPdf, (route) => void held.push(route));
    await press(page, "Download PDF");
    await eventually(() => assert.equal(held.length, 1));
    await field(page, "items.0.rate").focus();
    await held[0]?.continue();
    await page.locator(".needs").getByText("needs 1 change").waitFor();
    await waitForPaint(page);
    assert.equal(await page.evaluate("document.activeElement.name"), "items.0.rate");
    await context.close();
  });

  it("a slow download is announced", async () => {
    const context = await pages.browser.newContext(DESKTOP);
    await keepFeedback(context);
    const { page } = await pages.open("/tools/invoice", context);
    const held: (() => void)[] = [];
    let requests = 0;
    await page.route(isPdf, async (route) => {
      requests++;
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await press(page, "Download PDF");
    await press(page, "Preparing…");
    const file = page.waitForEvent("download");
    await eventually(() => assert.equal(held.length, 1));
    held.pop()?.();
    await file;
    await page.getByRole("button", { name: "Downloaded" }).waitFor();
    assert.equal(requests, 1);
    await context.close();
  });

  it("a long invoice is shown as the pages of its PDF, and a short one as one sheet", async () => {
    const { context, page } = await openInvoice();
    const items = Array.from({ length: 60 }, (_, row) => [
      [`items.${row}.description`, `Package ${row + 1}`],
      [`items.${row}.quantity`, "1"],
      [`items.${row}.rate`, "100"],
    ]).flat();
    const parties = [
      ["from.name", "Ada"],
      ["to.name", "Bob"],
    ];
    const open = (rows: string[][]) => {
      const form = new URLSearchParams(Object.fromEntries([...parties, ...rows])).toString();
      return page.evaluate(`location.hash = ${JSON.stringify(form)}`);
    };
    await page.getByText("Remember on this device").waitFor();
    await waitUntilTrue(page, "performance.getEntriesByName('hydrated').length > 0");
    await open(items);
    const captions = page.locator(".invoice-pages .viewer figcaption");
    await captions.getByText("Page 1 of 3").waitFor();
    // A line that is on one page only.
    await page
      .locator(".invoice-pages .pdf-page text", { hasText: "Package 20" })
      .waitFor({ state: "attached" });
    assert.equal(await page.locator(".paper iframe").isVisible(), false);
    await context.setOffline(true);
    await field(page, "items.0.rate").fill("200");
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    assert.equal(await captions.count(), 3);
    await context.setOffline(false);
    await open(items.slice(0, 6));
    await captions.first().waitFor({ state: "detached" });
    await page.locator(".paper iframe").waitFor();
    await context.close();
  });

  it("a dropped logo is on the invoice", async () => {
    const { context, page } = await openInvoice();
    await page.evaluate(`{
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>';
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([svg], "logo.svg", { type: "image/svg+xml" }));
      document.querySelector("#field-logo").closest(".field")
        .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.locator(".file-preview").waitFor();
    await page.frameLocator(".paper iframe").locator(".logo img").waitFor();
    await context.close();
  });

  it("with Remember off, a download is not kept, and what was kept stays", async () => {
    const { context, page } = await openInvoice();
    await download(page, "Download PDF");
    await page.getByText("Clients", { exact: true }).waitFor();
    await page.getByLabel("Remember on this device").uncheck();
    await field(page, "invoiceNumber").fill("PRIVATE-1");
    await download(page, "Download PDF");
    const keys = await page.evaluate<string>("Object.keys(localStorage).join()");
    assert.match(keys, /sundry:invoice:.*2026-014/);
    assert.match(keys, /sundry:details/);
    assert.doesNotMatch(keys, /PRIVATE-1|sundry:form:invoice/);
    await context.close();
  });

  it("parties and the last number of an earlier release are read", async () => {
    const { context, page } = await openInvoice();
    await page.evaluate(`
      localStorage.setItem("sundry:parties:invoice", JSON.stringify([
        null,
        { role: "to", name: "Old Client", form: "name=Old+Client&address=Old+Street+1" },
      ]));
      localStorage.setItem("sundry:last:invoice", "2026-014");`);
    await page.reload();
    await page.getByText("Clients", { exact: true }).click();
    await page.getByRole("button", { name: "Old Client" }).click();
    await waitForValue(page, "to.address", "Old Street 1");
    await page.getByRole("button", { name: "Start 2026-015" }).waitFor();
    await context.close();
  });
});
