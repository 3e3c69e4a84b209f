import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { findViolations } from "../support/axe.ts";
import { DEVICES, holdRequests, type Pages, press, startPages } from "../support/pages.ts";

function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole("tab", { name }).click();
}

describe("request of an inbox's page", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  function send(id: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${pages.server.url}/api/v1/webhook/${id}${path}`, { method: "POST", ...init });
  }

  async function openInbox(id: string, context?: BrowserContext): Promise<Page> {
    const { page } = await pages.open(`/inbox/${id}`, context);
    await page.locator(".status .live").waitFor();
    return page;
  }

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, attempts of one event are listed with their responses and lead to each`, async () => {
      const id = `attempts-${device.replaceAll(" ", "-")}`;
      await fetch(`${pages.server.url}/api/v1/inboxes/${id}/response`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ steps: [{ status: 500, times: 2 }, { status: 200 }] }),
      });
      for (const time of [1, 2, 3]) {
        const headers = { "stripe-signature": `t=${time},v1=00` };
        await send(id, "", { headers, body: '{"id":"evt_1"}' });
      }
      await send(id, "/other", { headers: { "stripe-signature": "t=4,v1=00" }, body: "{}" });
      const context = await pages.browser.newContext(options);
      const page = await openInbox(id, context);
      const list = page.getByRole("navigation", { name: "Attempts of this event" });
      await page.locator(".request").nth(1).waitFor();
      assert.equal(await list.count(), 0, "the newest request is the only one of its event");
      await press(page.locator(".request").nth(1));
      await list.getByRole("button", { name: "Attempt 3 200" }).waitFor();
      await press(list.getByRole("button", { name: "Attempt 1 500" }));
      await list.locator("[aria-current=true]", { hasText: "Attempt 1" }).waitFor();
      assert.equal(await list.getByRole("button").count(), 3);
      assert.deepEqual(await findViolations(page), []);
      await context.close();
    });
  }

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, two requests are chosen and compared, and Back leads to the list`, async () => {
      const id = `compare-${device.replaceAll(" ", "-")}`;
      const json = { "content-type": "application/json" };
      await send(id, "/a?x=1", {
        headers: { ...json, authorization: "Bearer 1" },
        body: '{"n":1}',
      });
      await send(id, "/a?x=2", {
        headers: { ...json, authorization: "Bearer 2" },
        body: '{"n":2}',
      });
      const context = await pages.browser.newContext(options);
      const page = await openInbox(id, context);
      await press(page.locator(".request").first());
      await press(page.getByRole("button", { name: "Compare", exact: true }));
      await page.getByText("Choose a request to compare with POST /a").waitFor();
      // The keyboard is on the request before: Enter compares with it.
      if (device === "a desktop") await page.keyboard.press("Enter");
      else await press(page.locator(".request").nth(1));
      await page.getByRole("status").getByText("3 differences").waitFor();
      const headers = page.getByRole("region", { name: "Headers" }).getByRole("table");
      assert.doesNotMatch(await headers.innerText(), /Bearer/);
      await press(
        headers.getByRole("button", { name: "Show the values of authorization" }).first(),
      );
      await headers.getByText("Bearer 2").waitFor();
      const body = page.getByRole("region", { name: "Body" }).getByRole("table");
      const columns = body.getByRole("columnheader", { name: "Later" });
      assert.equal(await columns.count(), device === "a desktop" ? 1 : 0, "unified on a phone");
      await press(page.getByRole("button", { name: "Side by side" }));
      const cells = body.getByRole("row").last().getByRole("cell");
      await eventually(async () => assert.deepEqual(await cells.allInnerTexts(), ["1", "2"]));
      assert.deepEqual(await findViolations(page), []);
      await press(page.getByRole("button", { name: "← Requests" }));
      await page.getByRole("heading", { name: "Compare requests" }).waitFor({ state: "detached" });
      await page.locator(".request[aria-current]:focus").waitFor();
      await context.close();
    });
  }

  it("what a comparison reveals stays when the stream begins", async () => {
    for (const token of [1, 2])
      await send("early", "", { headers: { authorization: `Bearer ${token}` } });
    const context = await pages.browser.newContext(DEVICES["a desktop"]);
    const release = await holdRequests(context, "**/events*");
    const { page } = await pages.open("/inbox/early", context);
    await page.locator(".request").first().click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".request").nth(1).click();
    await page.getByRole("button", { name: "Show the values of authorization" }).first().click();
    const revealed = page.getByRole("region", { name: "Headers" }).getByText("Bearer 2");
    await revealed.waitFor();
    release();
    await send("early", "/last");
    await page.locator(".request", { hasText: "/last" }).waitFor({ state: "attached" });
    assert.equal(await revealed.count(), 1);
    await context.close();
  });

  it("tabs of a request move by arrow keys and show headers, HTTP text and a curl command", async () => {
    await send("tabs", "/a?x=1", { headers: { "X-Order": "7" }, body: "it's" });
    const page = await openInbox("tabs");
    await page.getByRole("tab", { name: "Body" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("cell", { name: "7", exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText("POST /api/v1/webhook/tabs/a?x=1 HTTP/1.1").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText(String.raw`--data-raw 'it'\''s'`).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the curl command" }).click();
    assert.match(readFileSync(await (await downloading).path(), "utf8"), /^#!\/bin\/sh/);
    await page.close();
  });

  it("a request with a form opens on its fields and downloads its files byte for byte", async () => {
    const form = new FormData();
    const bytes = Buffer.from([0, 255, 13, 10, 1]);
    form.append("title", "Invoice <41>");
    form.append("scan", new Blob([bytes], { type: "application/pdf" }), "scan.pdf");
    await send("form", "", { body: form });
    const page = await openInbox("form");
    await page.getByRole("tab", { name: "Form 2", selected: true }).waitFor();
    await page.getByText("Invoice <41>", { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download scan.pdf" }).click();
    const file = await downloading;
    assert.deepEqual(readFileSync(await file.path()), bytes);
    // A request without a form falls back to the body.
    await send("form", "/next", { body: "plain" });
    await page.locator("#part-body pre", { hasText: "plain" }).waitFor();
    await page.close();
  });

  it("a short body of bytes is shown as hex, and text as text", async () => {
    await send("bytes", "/bytes", { body: Buffer.from([0, 255, 1, 2]) });
    const page = await openInbox("bytes");
    await page.locator(".body pre", { hasText: "00 ff 01 02" }).waitFor();
    await send("bytes", "/text", { body: "two\r\n\tlines" });
    await page.locator(".body pre", { hasText: "lines" }).waitFor();
    await page.close();
  });

  it("malformed JSON is shown with the reason and the position", async () => {
    const headers = { "content-type": "application/json" };
    await send("broken", "", { headers, body: '{"items": [1, }' });
    const page = await openInbox("broken");
    await page.getByText(/^Invalid JSON: Unexpected token '}'/).waitFor();
    await page.close();
  });

  it("requests that arrive while another is shown are unread until they are shown", async () => {
    await send("unread", "/old");
    const page = await openInbox("unread");
    await page.locator(".request", { hasText: "/old" }).click();
    await send("unread", "/new");
    const row = page.locator(".request", { hasText: "/new" });
    await row.getByRole("img", { name: "Unread" }).waitFor();
    assert.equal(await page.locator(".unread").count(), 1);
    await row
      .locator("time")
      .getByText(/^(now|\d+ s)/)
      .waitFor();
    await row.click();
    await page.locator(".unread").waitFor({ state: "detached" });
    await page.close();
  });

  it("on a phone an empty inbox shows a command, the detail covers the list, and Back and Escape return to it", async () => {
    const viewport = { width: 375, height: 700 };
    const context = await pages.browser.newContext({ viewport, hasTouch: true, isMobile: true });
    const page = await openInbox("phone", context);
    const command = page.getByText("curl -d", { exact: false });
    await command.waitFor();
    await send("phone", "/one", { body: "first" });
    await command.waitFor({ state: "hidden" });
    const detail = page.getByRole("dialog", { name: "POST /one" });
    for (const leave of [
      () => page.getByRole("button", { name: "← Requests" }).tap(),
      () => page.keyboard.press("Escape"),
      () => page.goBack(),
    ]) {
      await page.locator(".request").tap();
      await detail.waitFor();
      await eventually(async () => {
        const box = await detail.boundingBox();
        assert.deepEqual([box?.x, box?.y, box?.width], [0, 0, 375]);
      });
      await leave();
      await detail.waitFor({ state: "hidden" });
    }
    assert.equal(new URL(page.url()).pathname, "/inbox/phone");
    await context.close();
  });

  it("on a phone the button of the detail that is pressed twice leaves the detail alone", async () => {
    const context = await pages.browser.newContext(DEVICES["a phone"]);
    await send("twice", "/one");
    const page = await openInbox("twice", context);
    const detail = page.getByRole("dialog", { name: "POST /one" });
    await page.locator(".request").tap();
    await detail.waitFor();
    await page.evaluate("[1, 2].forEach(() => document.querySelector('.back').click())");
    await detail.waitFor({ state: "hidden" });
    await page.locator(".request").tap();
    await detail.waitFor();
    await context.close();
  });

  it("opened inboxes are on the home page, in the palette and on the start page, and can be forgotten", async () => {
    const context = await pages.browser.newContext();
    for (const id of ["kept-1", "kept-2"]) await (await openInbox(id, context)).close();
    const { page } = await pages.open("/inbox", context);
    const links = page.locator("#recent-inboxes a");
    const expectLinks = (expected: string[]) =>
      eventually(async () => assert.deepEqual(await links.allTextContents(), expected));
    await expectLinks(["kept-2", "kept-1"]);
    await page.getByRole("button", { name: "Forget kept-2" }).click();
    await expectLinks(["kept-1"]);
    await page.keyboard.press("Control+k");
    // The inboxes are there before the list of pages, which moves them while they are pressed.
    await page.getByRole("option", { name: /^QR code A/ }).waitFor();
    await page.getByRole("option", { name: "Open inbox kept-1" }).click();
    await page.waitForURL("**/inbox/kept-1");
    await page.goto(`${pages.server.url}/`);
    await page.getByRole("link", { name: "Inbox kept-1" }).click();
    await page.waitForURL("**/inbox/kept-1");
    await context.close();
  });

  it("without JavaScript the requests are links, and headers and body are in the page", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    await send("plain", "/one", { headers: { "x-order": "41" }, body: '{"a":1}' });
    await send("plain", "/two", { body: "second" });
    const { page } = await pages.open("/inbox/plain", context);
    await page.getByText("Without JavaScript").waitFor();
    await page.locator(".body pre", { hasText: "second" }).waitFor();
    await page.locator(".request", { hasText: "/one" }).click();
    await page.locator("#detail-title", { hasText: "/one" }).waitFor();
    await page.getByRole("cell", { name: "41", exact: true }).waitFor();
    assert.equal(await page.locator(".request[aria-current]", { hasText: "/one" }).count(), 1);
    assert.equal(await page.getByRole("tab").count(), 0);
    await context.close();
  });

  it("a part whose script could not be loaded can be tried again", async () => {
    const context = await pages.browser.newContext();
    await context.route("**/lazy-components-*.js", (route) => route.abort());
    await send("cut", "/one");
    const page = await openInbox("cut", context);
    await openTab(page, "Replay");
    await page.getByText("This part could not be loaded.").waitFor();
    await openTab(page, "Headers");
    await page.getByRole("region", { name: "Headers" }).waitFor();
    await openTab(page, "Replay");
    await page.getByText("This part could not be loaded.").waitFor();
    await context.unroute("**/lazy-components-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Send this request to").waitFor();
    await context.close();
  });

  describe("signature check", () => {
    const secret = "whsec_browser_only";
    const body = '{"type":"invoice.paid"}';

    async function sendSigned(id: string, sent = body): Promise<void> {
      const time = Math.floor(Date.now() / 1000);
      const digest = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
      const headers = { "stripe-signature": `t=${time},v1=${digest}` };
      await send(id, "/stripe", { headers, body: sent });
    }

    it("the signature check verifies in the browser, without a request that has the secret", async () => {
      await sendSigned("signed");
      const page = await openInbox("signed");
      const sent: string[] = [];
      page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
      await openTab(page, "Signature");
      await page.getByLabel("Signing secret").fill(secret);
      await page.locator(".verdict.good", { hasText: "Valid Stripe signature" }).waitFor();
      assert.equal(sent.filter((text) => text.includes("whsec")).length, 0);
      assert.ok(sent.some((url) => url.includes("/raw")));
      const stored = String(await page.evaluate("JSON.stringify(localStorage)"));
      assert.ok(!stored.includes("whsec"));
      await page.close();
    });

    it("the signature check names the mistake, keeps the secret for the next request, and checks every scheme", async () => {
      await sendSigned("hints", `${body}\n`);
      const page = await openInbox("hints");
      await openTab(page, "Signature");
      await page.getByLabel("Signing secret").fill(secret);
      await page.getByText("Does not match", { exact: true }).waitFor();
      await page.getByText("The signature matches the body without its last line break.").waitFor();
      await sendSigned("hints");
      await page.getByText("Valid", { exact: true }).waitFor();
      await page.getByLabel("Scheme").selectOption("github");
      await page.getByText("No signature header", { exact: true }).waitFor();
      await page.getByLabel("Scheme").selectOption("standard");
      await page.getByText("secret must be base64 after whsec_ for scheme standard.").waitFor();
      await page.close();
    });

    it("the signature check reports a body that cannot be read, and checks again with the next change", async () => {
      const context = await pages.browser.newContext();
      await sendSigned("offline");
      const page = await openInbox("offline", context);
      await openTab(page, "Signature");
      await page.getByLabel("Signing secret").waitFor();
      await context.setOffline(true);
      await page.getByLabel("Signing secret").fill("whsec_");
      await page.getByText("The server does not respond.").waitFor();
      await context.setOffline(false);
      await page.getByLabel("Signing secret").fill(secret);
      await page.getByText("Valid", { exact: true }).waitFor();
      await context.close();
    });
  });
});
