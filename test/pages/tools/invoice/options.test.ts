import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../../support/eventually.ts";
import { noBrowser } from "../../../support/browser.ts";
import { findViolations } from "../../support/axe.ts";
import { DEVICES, type Pages, startPages } from "../../support/pages.ts";

const field = (page: Page, path: string) => page.locator(`[name="${path}"]`).last();

/** A form that is half filled in is 422, which Chromium logs. */
const isUnexpected = (message: string) => !message.includes("status of 422");

describe("the options of an invoice's page", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  for (const [name, device] of Object.entries(DEVICES)) {
    it(`on ${name}, type, language and design beside the sheet change it`, async () => {
      const context = await pages.browser.newContext(device);
      const { page, said } = await pages.open("/tools/invoice", context);
      const sheet = page.frameLocator(".paper iframe");
      // Browsers load a document far below the screen when it comes near.
      await page.locator(".paper").scrollIntoViewIfNeeded();
      await field(page, "type").selectOption({ label: "Quote" });
      await field(page, "validUntil").fill("2099-01-01");
      await sheet.getByRole("heading", { name: "Quote 2026-014" }).waitFor();
      await sheet.getByText("January 1, 2099").waitFor();
      await field(page, "type").selectOption({ label: "Receipt" });
      await field(page, "paid.method").selectOption("card");
      await sheet.getByRole("heading", { name: "Receipt 2026-014" }).waitFor();
      await field(page, "locale").selectOption({ label: "العربية" });
      await sheet.locator("html[dir=rtl][lang=ar]").waitFor();
      await field(page, "design").selectOption({ label: "Bold" });
      await sheet.locator("html[data-design=bold]").waitFor();
      assert.deepEqual(said.filter(isUnexpected), []);
      await context.close();
    });

    it(`on ${name}, lines have units and discounts, documents charges, taxes and withholding`, async () => {
      const context = await pages.browser.newContext({ ...device, colorScheme: "dark" });
      const { page, said } = await pages.open("/tools/invoice", context);
      const sheet = page.frameLocator(".paper iframe");
      await page.getByText("Unit, tax, discount").first().click();
      await field(page, "items.0.unit").fill("hour");
      await field(page, "items.0.discount").fill("10");
      await page.locator(".item .amount").first().getByText("€2,052.00").waitFor();
      await sheet.getByText("24 hr").waitFor();
      await sheet.getByText("Discount (10%) -€228.00").waitFor();
      await field(page, "taxRate").fill("");
      await page.locator(".totals summary").click();
      await page.getByRole("button", { name: "Add tax", exact: true }).click();
      await field(page, "taxes.0.label").fill("GST");
      await field(page, "taxes.0.rate").fill("5");
      await page.getByRole("button", { name: "Add tax", exact: true }).click();
      await field(page, "taxes.1.label").fill("PST");
      await field(page, "taxes.1.rate").fill("10");
      await field(page, "taxes.1.compound").check();
      await page.getByRole("button", { name: "Add charge" }).click();
      await field(page, "charges.0.label").fill("Shipping");
      await field(page, "charges.0.amount").fill("12");
      await page.getByRole("button", { name: "Add withholding" }).click();
      await field(page, "withholding.0.label").fill("IRPF");
      await field(page, "withholding.0.rate").fill("15");
      for (const label of ["PST (10%)", "Charge: Shipping", "Withheld: IRPF (15%)"]) {
        await sheet.getByText(label).waitFor();
      }
      // The form's figures are those of the document.
      await eventually(async () => {
        const due = await page.locator(".sums .due dd").innerText();
        assert.equal(await sheet.locator(".sums .total dd").innerText(), due);
      });
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(said.filter(isUnexpected), []);
      await context.close();
    });
  }

  it("a valid account in EUR gets a payment code, unless one is chosen", async () => {
    const { page } = await pages.open("/tools/invoice");
    const sheet = page.frameLocator(".paper iframe");
    await field(page, "payment.iban").pressSequentially("DE89 3704 0044 0532 0130 00");
    await eventually(async () => assert.equal(await field(page, "payment.qr").inputValue(), "epc"));
    await sheet.locator(".payment figure").waitFor();
    await field(page, "payment.qr").selectOption("spayd");
    await field(page, "payment.iban").fill("DE02 1203 0000 0000 2020 51");
    await sheet.getByText("DE02 1203 0000 0000 2020 51").waitFor();
    assert.equal(await field(page, "payment.qr").inputValue(), "spayd");
    await page.close();
  });
});
