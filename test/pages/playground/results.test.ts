import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, startPages } from "../support/pages.ts";

describe("results of tool pages", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  describe("on one page of a sale", () => {
    let page: Page;
    before(async () => {
      ({ page } = await pages.open("/tools/profit-calculator"));
    });
    after(() => page.close());

    it("the result of a sale is a waterfall from revenue to profit", async () => {
      const rows = page.locator(".waterfall tr");
      assert.match((await rows.first().textContent()) ?? "", /Buyer pays.*\$30\.00/);
      assert.match((await rows.last().textContent()) ?? "", /You keep.*\$16\.20/);
    });

    it("a target margin makes the recommended price the headline", async () => {
      await page.getByText("What should I charge?").click();
      await page.getByLabel("Target margin").fill("45");
      await page.locator(".highlight", { hasText: /Charge.*\$\d.*to keep 45%/ }).waitFor();
    });

    it("all platforms are compared side by side, and the best one is marked", async () => {
      await page.getByText("Compare all").click();
      await page.getByLabel("Amazon category").fill("Books");
      await page.locator(".platforms .best").waitFor();
      assert.equal(await page.locator(".platforms tbody tr").count(), 5);
    });
  });

  it("Generate again makes other passwords from the same settings", async () => {
    const { page } = await pages.open("/tools/password");
    const first = page.locator(".passwords code").first();
    const shown = (await first.textContent()) ?? "";
    await page.getByRole("button", { name: "Generate again" }).click();
    await eventually(async () => assert.notEqual(await first.textContent(), shown));
    assert.match((await page.locator(".strength").textContent()) ?? "", /129\.05 bits.*to guess/);
    await page.close();
  });

  it("the result of a hash reports whether the expected hash matches", async () => {
    const { page } = await pages.open("/tools/hash");
    await page.getByLabel("Text", { exact: true }).fill("abc");
    const expected = page.getByLabel("Expected hash");
    await expected.fill("900150983cd24fb0d6963f7d28e17f72".toUpperCase());
    await page.getByLabel("Algorithm", { exact: true }).selectOption("md5");
    await page.getByText("Matches the expected hash", { exact: true }).waitFor();
    await expected.fill("0".repeat(32));
    await page.getByText("Does not match the expected hash").waitFor();
    await page.close();
  });
});
