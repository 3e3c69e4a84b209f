import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { CURRENT_CODES, FORMER_CODES, getCurrencyName } from "#src/web/tool/kits/currency/codes.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { readShifts, recordShifts } from "../support/layout-shift.ts";
import { DEVICES, holdRequests, type Pages, startPages } from "../support/pages.ts";
import { startServer } from "../../support/server.ts";

/** The amounts of both sides. */
function sides(page: Page): [amount: Locator, converted: Locator] {
  return [page.getByLabel("Amount", { exact: true }), page.getByLabel("Converted amount")];
}

/** Waits until a field has this text. */
async function waitForValue(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await eventually(async () => assert.equal(await field.inputValue(), value));
}

describe("page of currency conversions", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("the page of conversions offers every currency of the API by the same name", async () => {
    const response = await fetch(`${pages.server.url}/api/v1/currency/currencies`);
    const { currencies, asOf } = (await response.json()) as {
      asOf: string;
      currencies: { code: string; name: string; last: string; kind: string }[];
    };
    const isFormer = ({ kind, last }: { kind: string; last: string }) =>
      kind === "legal" || last < asOf;
    const listCodes = (former: boolean) =>
      currencies
        .filter((one) => isFormer(one) === former)
        .map(({ code }) => code)
        .toSorted();
    assert.deepEqual(CURRENT_CODES, listCodes(false));
    assert.deepEqual(FORMER_CODES, listCodes(true));
    for (const { code, name } of currencies) assert.equal(getCurrencyName(code), name);
  });

  it("the page opens on the newest day with rates", async () => {
    const { page } = await pages.open("/tools/currency");
    assert.equal(await page.getByLabel("Date", { exact: true }).inputValue(), "");
    const { asOf } = (await (await fetch(`${pages.server.url}/api/v1/currency`)).json()) as {
      asOf: string;
    };
    const words = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
    const newest = new Date(asOf).toLocaleDateString("en-US", words);
    await page
      .getByText(/Rates of /)
      .filter({ hasText: newest })
      .first()
      .waitFor();
    await page.close();
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a traveler converts both ways and swaps the currencies`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/currency", context);
      const [amount, converted] = sides(page);
      assert.equal(await converted.inputValue(), "85.59");
      await amount.fill("250");
      await waitForValue(page, "Converted amount", "213.97");
      await converted.fill("100");
      await waitForValue(page, "Amount", "116.84");
      await page.locator(".highlight strong", { hasText: "116.84" }).waitFor();
      assert.equal(await converted.evaluate((field) => field.matches(":focus")), true);
      await page.getByRole("button", { name: "Swap currencies" }).press("Enter");
      await waitForValue(page, "Amount", "85.59");
      await waitForValue(page, "From", "USD");
      const further = page.getByRole("combobox", { name: "Add a currency" });
      for (const [text, name] of [
        ["yen", "JPY Japanese Yen"],
        ["switz", "CHF Swiss Franc"],
      ] as const) {
        await further.fill(text);
        await page.getByRole("option").first().waitFor();
        await further.press("Enter");
        await page.getByRole("rowheader", { name }).waitFor();
      }
      await page.getByRole("button", { name: "Remove GBP" }).click();
      await page
        .getByRole("rowheader", { name: "GBP British Pound" })
        .waitFor({ state: "detached" });
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("a further currency without a rate on the day is left out with a warning", async () => {
    const { page } = await pages.open(
      "/tools/currency#from=USD&to=EUR%2C+ISK%2C+GBP&date=2010-05-05",
    );
    await page
      .getByText("ISK has no rate from 2008-12-10 to 2018-01-31.", { exact: true })
      .waitFor();
    await page.getByRole("rowheader", { name: "GBP British Pound" }).waitFor();
    assert.equal(await page.getByRole("rowheader", { name: /^ISK/ }).count(), 0);
    await page.getByRole("button", { name: "Remove ISK" }).click();
    await page.locator(".warnings").waitFor({ state: "detached" });
    // The first currency fails as over the API.
    await page.getByRole("combobox", { name: "To" }).fill("ISK");
    await page.getByRole("combobox", { name: "To" }).press("Enter");
    await page.locator(".failure li", { hasText: "ISK, which has no rate" }).waitFor();
    await page.close();
  });

  it("Enter picks what is typed, also before the list of currencies has loaded", async () => {
    const { page } = await pages.open("/tools/currency");
    const release = await holdRequests(page, "**/assets/CurrencyChoices-*.js");
    const to = page.getByRole("combobox", { name: "To" });
    await to.fill("yen");
    await to.press("Enter");
    release();
    await page.locator("#sample-curl", { hasText: '"JPY' }).waitFor();
    await page.close();
  });

  it("currencies are found by country, name and code, by keyboard and by touch", async () => {
    const context = await pages.browser.newContext({
      viewport: { width: 375, height: 800 },
      hasTouch: true,
    });
    const { page, said } = await pages.open("/tools/currency", context);
    const from = page.getByRole("combobox", { name: "From" });
    const choices = page.getByRole("listbox").getByRole("option");
    await from.focus();
    await page.keyboard.press("ArrowDown");
    await choices.first().waitFor();
    const listed = await choices.allTextContents();
    assert.deepEqual(listed.slice(0, 3), ["USD US Dollar", "EUR Euro", "JPY Japanese Yen"]);
    assert.ok(listed.length > 70);
    assert.equal(new Set(listed).size, listed.length);
    assert.equal(
      await page.locator("[aria-selected=true][role=option]").textContent(),
      "USD US Dollar",
    );
    for (const words of ["Sweden", "swedish krona", "sek"]) {
      await from.fill(words);
      assert.equal(await choices.first().textContent(), "SEK Swedish Krona");
    }
    await from.fill("krona");
    assert.deepEqual(await choices.allTextContents(), ["SEK Swedish Krona", "ISK Icelandic Króna"]);
    await page.keyboard.press("Enter");
    await page.getByText("1 SEK =").first().waitFor();
    assert.equal(await choices.count(), 0);
    await from.fill("nothing");
    await page.getByText("No currency matches.").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await from.inputValue(), "SEK");
    const to = page.getByRole("combobox", { name: "To" });
    await to.tap();
    await to.fill("germany");
    await page.getByRole("option", { name: "DEM" }).tap();
    await page.getByText("1 SEK =").filter({ hasText: "DEM" }).first().waitFor();
    assert.equal(await to.inputValue(), "DEM");
    assert.deepEqual(said, []);
    await context.close();
  });

  it("three months of history are drawn without moving the page, and only on request where a quota is enforced", async (test) => {
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 1600 } });
    await recordShifts(context);
    const { page } = await pages.open("/tools/currency", context);
    await page.locator(".readout", { hasText: "April 13, 2026" }).waitFor();
    assert.equal(await page.locator(".chart .axis span").first().textContent(), "Jan 12");
    assert.ok((await readShifts(page)) <= 0.02);
    await context.close();
    const strict = await startServer({ OFFLINE: "true", ENFORCE_LIMIT: "true" });
    test.after(() => strict.stop());
    const { page: careful } = await pages.open(`${strict.url}/tools/currency`);
    await careful.getByRole("button", { name: "3 months", pressed: false }).click();
    await careful.locator(".chart").waitFor();
    await careful.close();
  });

  it("the history of a chosen period is drawn, with a slider and a table", async () => {
    const { page } = await pages.open("/tools/currency#amount=100&from=USD&to=EUR&date=2026-04-10");
    const day = page.getByRole("slider", { name: "Day" });
    // The form's own history, after which a click loads one more and not two.
    await page.locator(".readout", { hasText: "April 10, 2026" }).waitFor();
    const calls: string[] = [];
    page.on("request", (request) => {
      // Counts this period only: the history of the example, then of the form, may still load.
      if (request.url().includes("start=2026-03-11&end=2026-04-10")) calls.push(request.url());
    });
    await page.getByRole("button", { name: "1 month" }).click();
    // The first label, because the axis of three months has this day, too.
    await page.locator(".chart .axis span:first-child", { hasText: "Mar 11" }).waitFor();
    assert.equal(calls.length, 1);
    const scale = await page.locator(".chart .scale text").allTextContents();
    assert.ok(scale.length >= 2 && scale.every((text) => /^0\.8\d+$/.test(text)), String(scale));
    const axis = await page.locator(".chart .axis span").allTextContents();
    assert.deepEqual([axis.length, axis[0], axis[3]], [4, "Mar 11", "Apr 10"]);
    await page.locator(".readout", { hasText: "April 10, 2026" }).waitFor();
    await day.focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".readout", { hasText: "April 9, 2026" }).waitFor();
    assert.match(String(await day.getAttribute("aria-valuetext")), /^April 9, 2026: 0\.8\d+$/);
    await page.getByText("Show as table").click();
    const rows = page.locator(".chart tbody tr");
    assert.equal(await rows.first().locator("th").textContent(), "2026-04-10");
    assert.equal(await rows.first().locator("td").textContent(), "0.8538980446");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await saving;
    assert.equal(file.suggestedFilename(), "USD-EUR-2026-03-11-2026-04-10.csv");
    const csv = readFileSync(await file.path(), "utf8");
    assert.match(
      csv,
      /^date,USD\/EUR\r\n2026-03-11,0\.8\d+\r\n[^]*\r\n2026-04-10,0\.8538980446\r\n$/,
    );
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.locator(".chart .axis span:first-child", { hasText: "Jan 1999" }).waitFor();
    // The last days of 328 months.
    assert.equal(await rows.count(), 328);
    assert.equal(await rows.last().locator("th").textContent(), "1999-01-29");
    await page.getByRole("button", { name: "5 years" }).click();
    await page.locator(".chart .axis span:first-child", { hasText: "Apr 2021" }).waitFor();
    await page.getByRole("button", { name: "Swap currencies" }).click();
    await page.locator(".readout", { hasText: "1 EUR = 1." }).waitFor();
    await page.close();
  });

  it("an amount in all currencies has none of them as its headline", async () => {
    const { page } = await pages.open("/tools/currency");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".conversion", { hasText: /^1\.00 EUR in \d+ currencies/ }).waitFor();
    await page.getByRole("row", { name: "USD US Dollar" }).waitFor();
    assert.equal(await page.locator(".history").count(), 0);
    await page.close();
  });

  it("old rates are reported in words", async () => {
    const { page } = await pages.open("/tools/currency");
    const warning = page.locator(".warnings li");
    await warning
      .getByText(/^The rates are from .*; the ECB should have published newer/)
      .waitFor();
    assert.equal(await warning.count(), 1);
    await page.getByText(/Rates of \w+, \w+ \d+, \d{4}, \d+ days before/).waitFor();
    await page.close();
  });

  it("a conversion is kept when the amount is wrong and when the network is cut", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/currency", context);
    const [amount] = sides(page);
    await amount.fill("1e99");
    await page.locator(".failure li").first().waitFor();
    assert.equal(await page.locator(".highlight strong").textContent(), "85.59");
    await amount.blur();
    await page.locator("#field-amount-problem").waitFor();
    await amount.and(page.locator("[aria-invalid='true']")).waitFor();
    // The script of the history has loaded.
    await page.locator(".chart").waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "1 year" }).click();
    await page.getByText("The server did not respond. Try again.").waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "1 year" }).click();
    await page.locator(".history .problem").waitFor({ state: "detached" });
    await context.close();
  });

  it("a conversion works without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/currency", context);
    await page.getByLabel("Amount", { exact: true }).fill("10");
    await page.getByLabel("From", { exact: true }).fill("DEM");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".highlight strong", { hasText: "5.11" }).waitFor();
    await page.getByText("Fixed by EU law").waitFor();
    // Further targets stay.
    await page.getByRole("rowheader", { name: "GBP British Pound" }).waitFor();
    await page.getByLabel("Convert to", { exact: true }).fill("USD, JPY");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("rowheader", { name: "JPY Japanese Yen" }).waitFor();
    await context.close();
  });
});
