import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { noBrowser } from "../../support/browser.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

describe("the page of the profit calculator", { skip: noBrowser, timeout: 400_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, the question what to charge, platform, costs and margin give a price with its fees`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/profit-calculator", context);
      await page.getByText("What should I charge?").click();
      await page.getByLabel("Sale price").waitFor({ state: "hidden" });
      await page.getByText("Amazon", { exact: true }).click();
      await page.getByLabel("Material cost").fill("9");
      await page.getByLabel("Shipping, paid by the buyer").fill("0");
      await page.getByLabel("Amazon category").fill("Jewelry");
      await page.getByLabel("Target margin").fill("30");
      const headline = page.locator(".highlight", { hasText: "to keep 30%" });
      await headline.getByText("$18.00").waitFor();
      await page
        .locator(".waterfall tr", { hasText: "Referral fee" })
        .getByText("20% of $18.00 = $3.60", { exact: true })
        .waitFor();
      await page.locator(".waterfall tr").last().filter({ hasText: "$5.40" }).waitFor();
      const link = page.locator(".sources a").first();
      assert.match((await link.getAttribute("href")) ?? "", /^https:\/\/sell\.amazon\.com\//);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("a target profit replaces the target margin, and back to the other question restores the price", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByLabel("Sale price").fill("33");
    await page.getByText("What should I charge?").click();
    await page.getByLabel("or target profit").fill("10");
    await page.locator(".highlight", { hasText: "to keep $10.00 a sale" }).waitFor();
    assert.equal(await page.getByLabel("Target margin").inputValue(), "");
    await page.getByText("What do I keep?").click();
    await page.locator(".highlight", { hasText: "You keep" }).waitFor();
    assert.equal(await page.getByLabel("Sale price").inputValue(), "33");
    await page.getByLabel("Target margin").waitFor({ state: "hidden" });
    await page.close();
  });

  it("the prices of all platforms for one target are compared, and the lowest is marked", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByText("What should I charge?").click();
    await page.getByText("Compare all").click();
    const best = page.locator(".platforms .best");
    await best.getByText("Shopify Basic").waitFor();
    await page.locator(".highlight", { hasText: "Lowest price" }).waitFor();
    const price = (await best.locator(".number").first().textContent()) ?? "";
    assert.equal(await page.locator(".highlight strong").textContent(), price);
    await page.close();
  });

  it("a comparison with 5,000 sales a month prefers a larger plan, and without them says that plans are left out", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByText("Compare all", { exact: true }).click();
    await page.locator(".plans li", { hasText: "Shopify Advanced pays from" }).waitFor();
    const best = page.locator(".platforms .best");
    await best.getByText("Shopify Basic").waitFor();
    await page.getByLabel("Sales a month").fill("5000");
    await best.getByText("Shopify Advanced").waitFor();
    await page.getByLabel("Sales a month").fill("");
    await page.getByText("Without the monthly price of the plans").waitFor();
    await page.close();
  });

  it("a target that no price reaches is reported in words, and the last result is kept", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByText("What should I charge?").click();
    const figure = page.locator(".highlight", { hasText: "to keep 40%" });
    await figure.waitFor();
    await page.getByLabel("Target margin").fill("95");
    await page
      .locator(".failure", { hasText: "Target margin must be reached by a price" })
      .waitFor();
    assert.equal(await figure.isVisible(), true);
    await page.close();
  });

  it("the bar on a phone names the best platform", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 700 } });
    const { page } = await pages.open("/tools/profit-calculator", context);
    await page.getByText("Compare all", { exact: true }).click();
    await page
      .locator(".headline-bar", { hasText: /^Best: .+ \$[\d.]+ at a [\d.]+% margin/ })
      .waitFor();
    await context.close();
  });

  it("without JavaScript, a posted target without a price gets one", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/profit-calculator", context);
    await page.getByLabel("Sale price").fill("");
    await page.getByLabel("Target margin").fill("40");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".highlight", { hasText: "to keep 40%" }).waitFor();
    await context.close();
  });
});
