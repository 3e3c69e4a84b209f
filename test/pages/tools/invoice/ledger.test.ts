import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { eventually } from "../../../support/eventually.ts";
import { noBrowser } from "../../../support/browser.ts";
import { findViolationsOfSchemes } from "../../support/axe.ts";
import { DEVICES, type Pages, press, startPages } from "../../support/pages.ts";

const field = (page: Page, path: string) => page.locator(`[name="${path}"]`).last();

const row = (page: Page, number: string) =>
  page.locator(".documents tbody tr", {
    has: page.getByRole("link", { name: number, exact: true }),
  });

const isPdf = (url: URL) => url.search === "?format=pdf";

async function downloadPdf(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Download PDF", exact: true });
  await Promise.all([page.waitForEvent("download"), button.click()]);
}

/** Opens a command of a row's menu. */
async function choose(page: Page, number: string, command: string): Promise<void> {
  await press(row(page, number).locator("summary"));
  await press(row(page, number).getByText(command, { exact: true }));
}

async function waitForValue(page: Page, path: string, value: string): Promise<void> {
  await eventually(async () => assert.equal(await field(page, path).inputValue(), value));
}

const countKept = (page: Page) =>
  page.evaluate<number>(
    "Object.keys(localStorage).filter((key) => key.startsWith('sundry:invoice:')).length",
  );

describe("the invoices that a device keeps", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Opens the ledger after the example was downloaded, and is overdue since 2020. */
  async function openLedger(context: BrowserContext): Promise<Page> {
    const { page } = await pages.open("/tools/invoice", context);
    await field(page, "issueDate").fill("2020-01-02");
    await field(page, "dueDate").fill("2020-02-01");
    await downloadPdf(page);
    await eventually(async () => assert.equal(await countKept(page), 1));
    await page.close();
    return (await pages.open("/invoices", context)).page;
  }

  for (const [name, device] of Object.entries(DEVICES)) {
    it(`on ${name}, an invoice is overdue, reminded of, credited, duplicated, searched and paid`, async () => {
      const context = await pages.browser.newContext(device);
      const page = await openLedger(context);
      await page.getByText("€8,995.95 overdue").waitFor();
      await row(page, "2026-014").getByText("Overdue", { exact: true }).waitFor();
      assert.deepEqual(await findViolationsOfSchemes(page), []);

      await choose(page, "2026-014", "Reminder letter");
      const letter = field(page, "markdown");
      await eventually(async () => assert.match(await letter.inputValue(), /€8,995\.95/));
      assert.match(await letter.inputValue(), /due on February 1, 2020/);
      await page.locator(".viewer canvas, .pdf-page").first().waitFor();
      await page.goBack();

      await choose(page, "2026-014", "Credit note");
      await waitForValue(page, "type", "credit-note");
      await waitForValue(page, "invoiceNumber", "2026-015");
      await waitForValue(page, "precedingInvoice.number", "2026-014");
      await waitForValue(page, "precedingInvoice.date", "2020-01-02");
      await waitForValue(page, "notes", "");
      await downloadPdf(page);
      await eventually(async () => assert.equal(await countKept(page), 2));
      await page.goto(`${pages.server.url}/invoices`);
      await row(page, "2026-014").getByText("Credited", { exact: true }).waitFor();
      await page.getByText("Nothing to be paid.").waitFor();

      await choose(page, "2026-014", "Duplicate");
      await waitForValue(page, "invoiceNumber", "2026-016");
      await waitForValue(page, "to.name", "Harbour & Pine Ltd");
      assert.notEqual(await field(page, "issueDate").inputValue(), "2020-01-02");
      await field(page, "to.name").fill("Another Client");
      await downloadPdf(page);
      await page.goto(`${pages.server.url}/invoices`);
      await page.getByRole("searchbox").fill("another open");
      await row(page, "2026-016").waitFor();
      assert.equal(await row(page, "2026-014").count(), 0);
      await press(page.getByRole("button", { name: "Mark paid: 2026-016" }));
      await page.getByRole("searchbox").fill("");
      await press(page.locator("label", { hasText: "Paid 1" }));
      await row(page, "2026-016").waitFor();
      await press(page.locator("label", { hasText: "All 3" }));

      await choose(page, "2026-016", "Remove");
      await row(page, "2026-016").waitFor({ state: "detached" });
      await press(page.getByRole("button", { name: "Undo" }));
      await row(page, "2026-016").getByText("Paid", { exact: true }).waitFor();
      await context.close();
    });

    it(`on ${name}, details are entered once, used by other tools, moved in one file, and cleared`, async () => {
      const context = await pages.browser.newContext(device);
      const { page, said } = await pages.open("/details", context);
      await field(page, "sender.name").fill("Ada Lovelace GmbH");
      await field(page, "sender.address").fill("Torstraße 48");
      await field(page, "sender.payment.iban").fill("DE89 3704 0044 0532 0130 01");
      await page.getByText("Is not a valid IBAN").or(page.getByText("Not a valid IBAN")).waitFor();
      await field(page, "sender.payment.iban").fill("DE89 3704 0044 0532 0130 00");
      await press(page.getByRole("button", { name: "Add client" }));
      await page.locator('select[name="client.countryCode"]').waitFor({ state: "attached" });
      await field(page, "client.name").fill("Babbage & Co");
      await page
        .locator("details", { has: page.locator("#field-client-countryCode") })
        .evaluate((panel) => ((panel as unknown as { open: boolean }).open = true));
      await field(page, "client.countryCode").selectOption({ label: "United Kingdom" });
      await page.getByText("Kept on this device.", { exact: true }).last().waitFor();
      assert.deepEqual(await findViolationsOfSchemes(page), []);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        press(page.getByRole("button", { name: "Export everything" })),
      ]);
      const content = await readFile(await file.path());
      assert.deepEqual(said, []);
      await context.close();

      const secondDevice = await pages.browser.newContext(device);
      const { page: later } = await pages.open("/details", secondDevice);
      const pick = async (fileName: string, buffer: Buffer) =>
        later
          .locator("input[accept*=json]")
          .setInputFiles({ name: fileName, mimeType: "application/json", buffer });
      await pick("wrong.json", Buffer.from("{}"));
      await later.getByText("wrong.json is not a file that Sundry exported.").waitFor();
      await pick("device.json", content);
      await later.getByText("Imported.").waitFor();
      await later.getByRole("button", { name: "Babbage & Co" }).waitFor();

      const { page: invoice } = await pages.open("/tools/invoice", secondDevice);
      await press(invoice.getByText("My details", { exact: true }));
      await press(invoice.getByRole("button", { name: "Ada Lovelace GmbH" }));
      await waitForValue(invoice, "from.name", "Ada Lovelace GmbH");
      await waitForValue(invoice, "payment.iban", "DE89 3704 0044 0532 0130 00");
      await waitForValue(invoice, "from.email", "");
      const { page: contract } = await pages.open("/tools/contract-generator", secondDevice);
      await press(contract.getByText("Clients", { exact: true }));
      await press(contract.getByRole("button", { name: "Babbage & Co" }));
      await waitForValue(contract, "client.name", "Babbage & Co");
      await waitForValue(contract, "client.address", "GB");
      const { page: code } = await pages.open(
        "/tools/qr#content.type=payment&content.standard=epc",
        secondDevice,
      );
      await press(code.getByText("My details", { exact: true }));
      await press(code.getByRole("button", { name: "Ada Lovelace GmbH" }));
      await waitForValue(code, "content.iban", "DE89 3704 0044 0532 0130 00");
      await waitForValue(code, "content.name", "Ada Lovelace GmbH");

      // They would remember their runs afterwards.
      await Promise.all([invoice, contract, code].map((tab) => tab.close()));
      await press(later.getByRole("button", { name: "Clear everything" }));
      await eventually(async () => assert.equal(await later.evaluate("localStorage.length"), 0));
      await press(later.getByRole("button", { name: "Undo" }).last());
      await later.getByRole("button", { name: "Babbage & Co" }).waitFor();
      await secondDevice.close();
    });

    it(`on ${name}, only what the server made is kept: once with a slow one, not with an error or without one`, async () => {
      const context = await pages.browser.newContext(device);
      const { page } = await pages.open("/tools/invoice", context);
      // The list of what is missing has one, too.
      const button = page.getByRole("button", { name: "Download PDF", exact: true }).first();
      const needs = page.getByRole("region", { name: "Missing for PDF" });
      await page.route(isPdf, (route) => route.abort());
      await press(button);
      await needs.getByText("The server did not respond").waitFor();
      await page.unroute(isPdf);
      await page.route(isPdf, (route) =>
        route.fulfill({ status: 422, json: { error: "to.name is required" } }),
      );
      await press(button);
      await needs.getByText("to.name is required").waitFor();
      assert.equal(await countKept(page), 0);
      await page.unroute(isPdf);
      const held: Route[] = [];
      await page.route(isPdf, (route) => void held.push(route));
      await press(button);
      await eventually(() => assert.equal(held.length, 1));
      assert.equal(await countKept(page), 0);
      const saved = page.waitForEvent("download");
      await held[0]?.continue();
      await saved;
      await eventually(async () => assert.equal(await countKept(page), 1));
      await page.close();
      const { page: ledger } = await pages.open("/invoices", context);
      await context.setOffline(true);
      await press(ledger.getByRole("button", { name: "Mark paid: 2026-014" }));
      await row(ledger, "2026-014").getByText("Paid", { exact: true }).waitFor();
      const [csv] = await Promise.all([
        ledger.waitForEvent("download"),
        press(ledger.getByRole("button", { name: "Download CSV" })),
      ]);
      assert.match(
        await readFile(await csv.path(), "utf8"),
        /2026-014,Invoice,.*,8995\.95,0,Paid,/,
      );
      await context.close();
    });
  }
});
