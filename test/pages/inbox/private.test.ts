import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { keepFeedback, type Pages, startPages } from "../support/pages.ts";

async function send(page: Page, path: string): Promise<void> {
  const url = String(await page.locator("#inbox-url").textContent());
  await fetch(url + path, { method: "POST", body: "{}" });
  await page.locator(".request", { hasText: path }).waitFor();
}

describe("page of a private inbox", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("a private inbox is created, filled live and downloaded with the token in its fragment only", async () => {
    const { page, said } = await pages.open("/inbox");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "Create private inbox" }).click();
    await page.locator(".status .live").waitFor();
    const token = new URL(page.url()).hash.slice("#token=".length);
    assert.equal(token.length, 27);
    await send(page, "/first");
    await page.getByText("Expires in").waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the body" }).click();
    assert.equal(readFileSync(await (await downloading).path(), "utf8"), "{}");
    await page.reload();
    await page.locator(".request", { hasText: "/first" }).waitFor();
    await send(page, "/second");
    assert.ok(asked.length > 3);
    const sent = asked.map((url) => url.replace(/#.*/, "")).filter((url) => url.includes(token));
    assert.deepEqual(sent, [], "no request has the token in its URL");
    assert.deepEqual(said, []);
    await page.close();
  });

  it("the owner of a private inbox comes back without its token, until the device forgets it", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await pages.browser.newContext({ permissions });
    await keepFeedback(context);
    const { page } = await pages.open("/inbox", context);
    await page.getByRole("button", { name: "Create private inbox" }).click();
    await page.locator(".status .live").waitFor();
    const link = page.url();
    await send(page, "/mine");
    await page.getByRole("button", { name: "Copy read link" }).click();
    await page.getByText("Copied").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), link);
    await page.goto(`${pages.server.url}/inbox`);
    await page.locator("#recent-inboxes a").click();
    await page.locator(".request", { hasText: "/mine" }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    await page.goto(`${pages.server.url}/inbox`);
    await page.getByRole("button", { name: /^Forget/ }).click();
    await page.goto(link.replace(/#.*/, ""));
    await page.getByLabel("This inbox is private. Enter its read token.").waitFor();
    await context.close();
  });

  it("the page of a private inbox asks for the token when the address has none, and reports a wrong one", async () => {
    const created = await fetch(`${pages.server.url}/api/v1/inboxes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ private: true }),
    });
    const { id, url, readToken } = (await created.json()) as Record<string, string>;
    await fetch(`${url}/secret`, { method: "POST" });
    const source = await (await fetch(`${pages.server.url}/inbox/${id}`)).text();
    assert.ok(!source.includes("/secret"), "the server draws no records");
    const { page } = await pages.open(`/inbox/${id}`);
    const input = page.getByLabel("This inbox is private. Enter its read token.");
    await input.fill("wrong");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("This is not the token of this inbox.").waitFor();
    assert.equal(await page.locator(".request").count(), 0);
    await input.fill(readToken ?? "");
    await page.getByRole("button", { name: "Open" }).click();
    await page.locator(".request", { hasText: "/secret" }).waitFor();
    assert.equal(new URL(page.url()).hash, `#token=${readToken}`);
    await page.close();
  });

  it("the page of a private inbox reads forms, curl commands and signatures with its token", async () => {
    const { page, said } = await pages.open("/inbox");
    await page.getByRole("button", { name: "Create private inbox" }).click();
    await page.locator(".status .live").waitFor();
    const url = String(await page.locator("#inbox-url").textContent());
    const form = new FormData();
    form.append("scan", new Blob(["bytes"]), "scan.txt");
    await fetch(`${url}/form`, {
      method: "POST",
      headers: { "x-hub-signature-256": "sha256=00" },
      body: form,
    });
    await page.locator(".request", { hasText: "/form" }).waitFor();
    await page.getByRole("tab", { name: "Form 1" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download scan.txt" }).click();
    assert.equal(readFileSync(await (await downloading).path(), "utf8"), "bytes");
    await page.getByRole("tab", { name: "curl" }).click();
    await page.getByText("curl -sS --http1.1").waitFor();
    await page.getByRole("tab", { name: "Signature" }).click();
    await page.getByLabel("Signing secret").fill("secret");
    await page.getByText("Malformed signature", { exact: true }).waitFor();
    assert.deepEqual(said, []);
    await page.close();
  });

  it("the page of a private inbox shows how a plan answered a request", async () => {
    const api = `${pages.server.url}/api/v1`;
    await fetch(`${api}/inboxes/answered/response`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ steps: [{ status: 503, delayMs: 1 }] }),
    });
    await fetch(`${api}/webhook/answered`, { method: "POST" });
    const { page } = await pages.open("/inbox/answered");
    await page.getByText("503 after 1 ms").waitFor();
    await page.close();
  });
});
