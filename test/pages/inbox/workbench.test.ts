import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { waitForPaint } from "../support/layout-shift.ts";
import { type Pages, startPages } from "../support/pages.ts";

describe("workbench of an inbox's page", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Sends a request to the inbox. */
  function send(id: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
    const url = `${pages.server.url}/api/v1/webhook/${id}${path}`;
    const body = `{"type":"invoice.paid"}`;
    const type = { "content-type": "application/json" };
    return fetch(url, { method: "POST", headers: { ...type, ...headers }, body });
  }

  async function openInbox(id: string): Promise<Page> {
    const { page } = await pages.open(`/inbox/${id}`);
    await page.locator(".status .live").waitFor();
    return page;
  }

  it("requests in the list name the sender and the event", async () => {
    await send("senders", "/a", { "x-github-event": "push" });
    for (const path of ["/b", "/c"])
      await send("senders", path, { "stripe-signature": "t=1,v1=0" });
    const page = await openInbox("senders");
    const names = await page.locator(".request .sender").allTextContents();
    assert.deepEqual(names, ["Stripe invoice.paid", "Stripe invoice.paid", "GitHub push"]);
    await page.close();
  });

  it("arrow keys, j and k move through the list of requests", async () => {
    for (const path of ["/one", "/two", "/three"]) await send("keys", path);
    const page = await openInbox("keys");
    const title = page.locator("#detail-title");
    await page.locator(".request").nth(2).waitFor();
    await page.locator(".request").first().focus();
    await page.keyboard.press("ArrowDown");
    await title.filter({ hasText: "/two" }).waitFor();
    await page.keyboard.press("j");
    await title.filter({ hasText: "/one" }).waitFor();
    await page.keyboard.press("k");
    await title.filter({ hasText: "/two" }).waitFor();
    await page.close();
  });

  it("the tools of an inbox are above the list, visible on a phone, and open one at a time by keyboard", async () => {
    await send("toolbar", "/first");
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 700 } });
    const { page } = await pages.open("/inbox/toolbar", context);
    await page.locator(".status .live").waitFor();
    const tools = page.getByRole("region", { name: "Tools of this inbox" });
    const tops: number[] = [];
    for (const name of ["Respond", "Forward", "Export", "Delete"]) {
      const box = await tools.getByRole("button", { name, exact: true }).boundingBox();
      assert.ok(box && box.x + box.width <= 375 && box.y + box.height < 350, name);
      tops.push(box.y);
    }
    assert.equal(new Set(tops).size, 1, "the tools are on one line");
    await tools.getByRole("button", { name: "Forward" }).focus();
    await page.keyboard.press("Enter");
    await tools.getByLabel("Send each new request to").fill("http://localhost:1/kept");
    await tools.getByRole("button", { name: "Export" }).press("Enter");
    await tools.getByRole("link", { name: "NDJSON" }).waitFor();
    assert.equal(await tools.getByLabel("Send each new request to").isVisible(), false);
    await tools.getByRole("button", { name: "Forward" }).press("Enter");
    const target = tools.getByLabel("Send each new request to");
    assert.equal(await target.inputValue(), "http://localhost:1/kept");
    await context.close();
  });

  it("the requests of an inbox are exported, and deleted after a second press", async () => {
    await send("export", "/kept");
    const page = await openInbox("export");
    await page.getByText("Export", { exact: true }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "NDJSON" }).click();
    assert.match(readFileSync(await (await downloading).path(), "utf8"), /"path":"\/kept"/);
    await page.getByText("Delete", { exact: true }).click();
    await page.getByRole("button", { name: "Delete all requests" }).click();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Delete all requests", exact: true }).click();
    await page.getByRole("button", { name: "Really delete all requests" }).click();
    await page.getByText("Waiting for the first request.").waitFor();
    const countdown = page.locator(".countdown");
    await countdown.getByText("Expires 4 h after the first request", { exact: true }).waitFor();
    await send("export", "/later");
    await countdown.getByText(/^Expires in \d:/).waitFor();
    await page.close();
  });

  it("the expiry of a deleted inbox does not replace that of the next", async () => {
    await send("late", "/first");
    const page = await openInbox("late");
    const held: Route[] = [];
    await page.route("**/api/v1/inboxes/late", (route) =>
      route.request().method() === "GET" ? void held.push(route) : route.continue(),
    );
    await page.getByText("Delete", { exact: true }).click();
    await page.getByRole("button", { name: "Delete all requests" }).click();
    await page.getByRole("button", { name: "Really delete all requests" }).click();
    await eventually(() => assert.equal(held.length, 1));
    await send("late", "/second");
    await eventually(() => assert.equal(held.length, 2));
    await held[1]?.continue();
    const countdown = page.locator(".countdown");
    await countdown.getByText(/^Expires in \d:/).waitFor();
    const answered = page.waitForEvent("requestfinished");
    await held[0]?.fulfill({ json: { expiresAt: null } });
    await answered;
    await waitForPaint(page);
    assert.match(String(await countdown.textContent()), /^Expires in \d:/);
    await page.close();
  });

  it("the title of a hidden inbox page counts the requests that arrived since", async () => {
    await send("hidden", "");
    const page = await openInbox("hidden");
    await page.evaluate(`
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    `);
    await send("hidden", "/new");
    await page.locator(".request", { hasText: "/new" }).waitFor();
    await eventually(async () => assert.match(await page.title(), /^\(1\) /));
    await page.close();
  });
});
