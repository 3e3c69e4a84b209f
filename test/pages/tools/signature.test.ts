import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

function findVerdict(page: Page, words: string): Locator {
  return page.locator(".verdict strong").getByText(words, { exact: true });
}

describe("page of webhook signatures", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Opens the page and records what it sends from then on. */
  async function open(options?: BrowserContextOptions) {
    const context = await pages.browser.newContext(options);
    const { page, said } = await pages.open("/tools/webhook-signature", context);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
    return { context, page, said, sent };
  }

  it("on a phone, a signature is checked in the browser: body and secret are not sent, and the network may be cut", async () => {
    const { context, page, said, sent } = await open(DEVICES["a phone"]);
    await page.getByText("Checked in this browser: neither the body nor the secret").waitFor();
    await page.getByLabel("Body", { exact: true }).fill("Hello, World");
    await findVerdict(page, "Does not match").waitFor();
    assert.ok(sent.some((request) => /\/assets\/run-webhook-signature-.{8}\.js$/.test(request)));
    // The script of the samples is loaded with the first change, too.
    await page.locator("#sample-curl", { hasNotText: "Hello, World!" }).waitFor();
    await context.setOffline(true);
    await page.getByLabel("Body", { exact: true }).fill("Hello, World!");
    await findVerdict(page, "Valid").waitFor();
    assert.deepEqual(
      sent.filter((request) => !/^GET .*\/assets\/[\w-]+\.js$/.test(request)),
      [],
    );
    assert.deepEqual(said, []);
    await context.close();
  });

  it("broken rules are named at their fields in the API's words", async () => {
    const { context, page, sent } = await open();
    await page.getByLabel("Scheme").selectOption("hmac");
    await page.getByLabel("Header", { exact: true }).fill("two words");
    await page.getByLabel("Headers", { exact: true }).fill("no colon");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#field-header-problem").waitFor();
    const response = await fetch(`${pages.server.url}/api/v1/webhook-signature`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/problem+json" },
      body: JSON.stringify({
        secret: "s",
        scheme: "hmac",
        header: "two words",
        headers: "no colon",
      }),
    });
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    // The error of the first field may be there before those of the whole form.
    await eventually(async () => {
      const texts = await page.locator(".failure li").allTextContents();
      assert.deepEqual(
        texts.map((text) => text.replace(/^Headers? /, "")),
        errors.map(({ detail }) => detail),
      );
    });
    assert.equal(sent.filter((request) => request.startsWith("POST")).length, 0);
    await context.close();
  });

  it("a public key is sent to the server, and the page announces it", async () => {
    const { context, page, sent } = await open();
    const answered = page.waitForResponse("**/api/v1/webhook-signature");
    await page.getByLabel("Secret").fill("whpk_AAAA");
    await page.getByText("This is a public key: the server checks the signature.").waitFor();
    await answered;
    assert.ok(sent.some((request) => request.startsWith("POST")));
    await context.close();
  });

  it("a signature is checked on the server without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/webhook-signature", context);
    assert.equal(await page.getByText("Checked in this browser").isVisible(), false);
    assert.equal(await page.locator("noscript .help").isVisible(), true);
    await page.getByLabel("Body", { exact: true }).fill("changed");
    await page.getByRole("button", { name: "Run" }).click();
    await findVerdict(page, "Does not match").waitFor();
    await context.close();
  });
});
