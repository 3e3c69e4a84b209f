import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findEntries } from "#src/web/home/find-entries.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

describe("findEntries", () => {
  const texts = ["QR code url wi-fi", "Meeting cost hourly rate", "Hash sha-256"];

  it("finds words at their beginning before words that contain them", () => {
    assert.deepEqual(findEntries(texts, "url"), [true, false, false]);
    assert.deepEqual(findEntries(texts, "HOURLY cost"), [false, true, false]);
    assert.deepEqual(findEntries(texts, "eeting"), [false, true, false]);
  });

  it("does not mind punctuation or case", () => {
    assert.deepEqual(findEntries(texts, "SHA 256"), [false, false, true]);
    assert.deepEqual(findEntries(texts, "Wi-Fi!"), [true, false, false]);
  });

  it("finds everything for an empty query, and nothing for an unknown word", () => {
    assert.deepEqual(findEntries(texts, "  "), [true, true, true]);
    assert.deepEqual(findEntries(texts, "unicorn"), [false, false, false]);
  });
});

describe("the home page", { skip: noBrowser, timeout: 120_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("has a thumbnail for every tool", async () => {
    // Examples that take long are on the page from its next visit on.
    await eventually(async () => {
      const html = await (await fetch(`${pages.server.url}/`)).text();
      assert.ok(!html.includes('class="thumbnail page"'), "a tool has no thumbnail");
    });
  });

  it("offers the tools that were used last, the newest first", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/password", context);
    await page.getByLabel("Length").fill("31");
    await waitUntilTrue(page, "localStorage.getItem('sundry:recent')");
    const { page: home } = await pages.open("/", context);
    await home.locator("#shortcuts a", { hasText: "Password" }).click();
    await home.getByRole("heading", { name: "Password", level: 1 }).waitFor();
    await context.close();
  });
});
