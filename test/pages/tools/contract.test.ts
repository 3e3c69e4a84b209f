import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Request } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

/** The first bytes of files of each format. */
const DOWNLOADS = [
  { button: "Download PDF", name: /\.pdf$/, start: "%PDF-" },
  { button: "Download Word", name: /\.docx$/, start: "PK" },
  { button: "Download Markdown", name: /\.md$/, start: "# " },
  { button: "Download plain text", name: /\.txt$/, start: "SERVICE AGREEMENT" },
];

describe("the page of agreements", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  let visitors = 0;
  before(async () => {
    pages = await startPages({ OFFLINE: "true", TRUST_PROXY: "1" });
  });
  after(() => pages.stop());

  async function openContract(options: BrowserContextOptions = DESKTOP) {
    // An address for each visitor, because the tool allows 30 requests a minute.
    const extraHTTPHeaders = { "x-forwarded-for": `192.0.2.${++visitors}` };
    const context = await pages.browser.newContext({ ...options, extraHTTPHeaders });
    const { page } = await pages.open("/tools/contract-generator", context);
    return { context, page, document: page.frameLocator(".paper iframe") };
  }

  for (const [name, options] of Object.entries({ "a desktop": DESKTOP, "a phone": PHONE })) {
    it(`on ${name}, an agreement from an empty form is read and downloaded in every format`, async () => {
      const { context, page, document } = await openContract(options);
      await page.getByRole("button", { name: "Clear", exact: true }).click();
      await page.getByLabel("Type").selectOption("service-agreement");
      await page.locator("#field-freelancer-name").fill("Ada Doe");
      await page.locator("#field-client-name").fill("Babbage & Co");
      await page.locator("#field-project-title").fill("Engine maintenance");
      await page.locator("#field-payment-amount").fill("1200");
      await page.getByLabel("Kill fee").check();
      await page.getByLabel("Part of the fee").fill("40");
      await document.getByText("Engine maintenance").first().waitFor();
      await document.getByText("USD 480.00").first().waitFor();
      await page.getByText("More formats").click();
      for (const { button, name: fileName, start } of DOWNLOADS) {
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: button }).click(),
        ]);
        assert.match(file.suggestedFilename(), fileName, button);
        const text = await readFile(await file.path(), "latin1");
        assert.ok(text.startsWith(start), `${button}: ${text.slice(0, 20)}`);
      }
      await context.close();
    });
  }

  it("an agreement is as wide as the panel of a phone, so that its text can be read", async () => {
    const { context, page } = await openContract(PHONE);
    await page.locator(".paper").scrollIntoViewIfNeeded();
    await page.locator(".paper.scaled").waitFor();
    await waitUntilTrue(
      page,
      "document.querySelector('.paper').style.getPropertyValue('--scale') === '1'",
    );
    await context.close();
  });

  it("the last agreement is kept while one is incomplete, and a download names what it lacks", async () => {
    const { context, page, document } = await openContract();
    await page.locator("#field-client-name").fill("");
    await page.locator(".failure a", { hasText: "Client: Name" }).waitFor();
    await document.getByText("Acme Ltd").first().waitFor();
    await page.getByRole("button", { name: "Download PDF" }).click();
    await page.locator(".needs a", { hasText: "Client: Name" }).waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Download PDF" }).first().click();
    await page.locator(".needs", { hasText: "The server did not respond" }).waitFor();
    await context.close();
  });

  it("typing an agreement sends no more than the limit of 30 requests a minute", async () => {
    const { context, page, document } = await openContract();
    await document.getByText("Acme Ltd").first().waitFor();
    // Loads the script that sends a form, which a stopped clock would not wait for.
    await page.locator("#field-project-title").fill("Engine upkeep");
    // A clock cannot be installed in a frame that is loading.
    await document.getByText("Engine upkeep").first().waitFor();
    let sent = 0;
    let answered = 0;
    page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
    const countEnd = (request: Request) => (answered += request.method() === "POST" ? 1 : 0);
    page.on("requestfinished", countEnd);
    // A request that a later key makes obsolete is aborted.
    page.on("requestfailed", countEnd);
    await page.clock.install();
    // Stopped, because a busy machine takes more than a minute for 60 keys. An hour later, so that
    // the first request does not count.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (let key = 0; key < 60; key++) {
      await page.locator("#field-project-title").fill(`Project ${key}`);
      await page.clock.runFor(900);
      await eventually(() => assert.equal(answered, sent));
    }
    assert.ok(sent >= 10 && sent <= 30, `${sent} requests`);
    await context.close();
  });
});
