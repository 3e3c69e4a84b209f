import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findEntries } from "#src/web/home/find-entries.js";
import { eventually } from "../../support/eventually.ts";
import { startServer } from "../../support/server.ts";

describe("findEntries", () => {
  const texts = ["QR code url wi-fi", "Meeting cost hourly rate", "Hash sha-256"];

  it("findEntries finds words at their beginning before words that contain them", () => {
    assert.deepEqual(findEntries(texts, "url"), [true, false, false]);
    assert.deepEqual(findEntries(texts, "HOURLY cost"), [false, true, false]);
    assert.deepEqual(findEntries(texts, "eeting"), [false, true, false]);
  });

  it("findEntries ignores punctuation and case", () => {
    assert.deepEqual(findEntries(texts, "SHA 256"), [false, false, true]);
    assert.deepEqual(findEntries(texts, "Wi-Fi!"), [true, false, false]);
  });

  it("findEntries finds everything for an empty query, and nothing for an unknown word", () => {
    assert.deepEqual(findEntries(texts, "  "), [true, true, true]);
    assert.deepEqual(findEntries(texts, "unicorn"), [false, false, false]);
  });
});

it("the home page has a thumbnail for every tool", async (test) => {
  const server = await startServer({ OFFLINE: "true" });
  test.after(() => server.stop());
  // Thumbnails that take long to create are on the page from the next visit on.
  await eventually(async () => {
    const html = await (await fetch(`${server.url}/`)).text();
    assert.ok(!html.includes('class="thumbnail page"'), "a tool has no thumbnail");
  });
});
