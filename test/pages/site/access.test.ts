import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { ADMIN_TOKEN, createKeyClient, type Key, post } from "../../access/support/keys.ts";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { findViolations } from "../support/axe.ts";
import { DEVICES, keepFeedback, type Pages, startPages } from "../support/pages.ts";

describe("pages of access", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ ACCESS: "required", ADMIN_TOKEN, OFFLINE: "true" });
  });
  after(() => pages.stop());

  const getUrl = (path: string) => new URL(path, pages.server.url).href;

  /** Signs in with the keyboard alone. */
  async function signIn(page: Page, path: string, key: string): Promise<void> {
    await page.goto(getUrl(path));
    assert.equal(new URL(page.url()).pathname, "/sign-in");
    await page.focus("#key");
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page.waitForURL(getUrl(path));
  }

  async function createContext(): Promise<BrowserContext> {
    const context = await pages.browser.newContext(DEVICES["a desktop"]);
    await keepFeedback(context);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return context;
  }

  it("a key is created, changed, rotated and revoked with the keyboard, and every page passes axe", async () => {
    const context = await createContext();
    const page = await context.newPage();
    await page.goto(getUrl("/sign-in"));
    assert.deepEqual(await findViolations(page), []);
    await signIn(page, "/keys", ADMIN_TOKEN);
    assert.equal(await page.locator(".empty").textContent(), "No keys yet.");
    await page.getByLabel("Name").focus();
    await page.keyboard.type("CI");
    await page.getByLabel("mcp").focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Requests a day").fill("none");
    await page.getByRole("button", { name: "Create key" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByRole("alert").textContent(), "perDay must be a whole number");
    assert.equal(await page.getByLabel("Name").inputValue(), "CI");
    assert.equal(await page.getByLabel("mcp").isChecked(), false);
    await page.getByLabel("Requests a day").fill("50");
    await page.keyboard.press("Enter");
    const secret = (await page.locator("#new-key").textContent()) ?? "";
    assert.match(secret, /^sndr_/);
    assert.deepEqual(await findViolations(page), []);
    // The button copies once the page's script has loaded.
    await page.waitForLoadState();
    await page.getByRole("button", { name: "Copy" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), secret);
    const { as } = createKeyClient(pages.server.url);
    const send = async (key: string) => (await as(key, "/api/v1/hash", post({ text: "a" }))).status;
    assert.equal(await send(secret), 200);

    await page.goto(getUrl("/keys"));
    assert.equal(await page.locator("#new-key").count(), 0);
    await page.getByRole("link", { name: "CI" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "CI" }).waitFor();
    const chart = await page.locator(".usage-chart svg").getAttribute("aria-label");
    assert.match(chart ?? "", /^1 requests from /);
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel("Name").fill("Build server");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByRole("heading", { name: "Build server" }).waitFor();
    assert.equal(await page.getByLabel("Requests a day").inputValue(), "50");
    await page.getByLabel("The present key works on for").selectOption("0");
    await page.getByRole("button", { name: "Rotate key" }).press("Enter");
    const rotated = (await page.locator("#new-key").textContent()) ?? "";
    assert.notEqual(rotated, secret);
    await eventually(async () =>
      assert.deepEqual([await send(secret), await send(rotated)], [401, 200]),
    );
    await page.getByText("Revoke…").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Revoke key" }).press("Enter");
    await page.getByText(/Revoked \d{4}/).waitFor();
    await eventually(async () => assert.equal(await send(rotated), 401));
    assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);

    await page.goto(getUrl("/usage"));
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Sign out" }).press("Enter");
    await page.waitForURL(getUrl("/sign-in"));
    await page.goto(getUrl("/"));
    assert.equal(new URL(page.url()).pathname, "/sign-in");
    await context.close();
  });

  it("the pages of a session work: a form's result, the inbox's stream and who is signed in, on a phone too", async () => {
    const { issue, as } = createKeyClient(pages.server.url);
    const key: Key = await issue({ name: "Ada" });
    const context = await pages.browser.newContext(DEVICES["a phone"]);
    const page = await context.newPage();
    await signIn(page, "/tools/hash", key.key);
    assert.match((await page.locator(".account").textContent()) ?? "", /^Signed in as Ada/);
    await page.locator("#field-text").fill("abc");
    await page.getByText("ba7816bf", { exact: false }).first().waitFor();
    await as(key.key, "/api/v1/inboxes", post({ id: "live" }));
    await page.goto(getUrl("/inbox/live"));
    await eventually(async () => {
      await fetch(getUrl("/api/v1/webhook/live"), { method: "POST", body: "{}" });
      assert.ok((await page.locator(".request").count()) > 0);
    });
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.ok(Number(width) <= 375, `${String(width)} px wide`);
    await context.close();
  });

  it("a page of another site can neither read nor change anything with the session, and a link of it opens a page", async () => {
    const context = await createContext();
    const page = await context.newPage();
    await signIn(page, "/keys", ADMIN_TOKEN);
    const keys = `${pages.server.url}/keys`;
    const site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<title>evil</title><form method="post" action="${keys}"><input name="name" value="evil"><input name="scope" value="tools:*"><button>go</button></form><a href="${keys}">open</a>`,
      );
    });
    await once(site.listen(0, "127.0.0.1"), "listening");
    const evil = `http://localhost:${(site.address() as AddressInfo).port}/`;
    await page.goto(evil);
    const read = `fetch(${JSON.stringify(`${pages.server.url}/api/v1/keys`)}, { credentials: "include" }).then((r) => r.status, () => "blocked")`;
    assert.equal(await page.evaluate(read), "blocked");
    const plain = read.replace("include", "omit");
    assert.equal(await page.evaluate(plain), 401);
    const posted = page.waitForResponse((response) => response.url() === keys);
    await page.getByRole("button", { name: "go" }).click();
    assert.equal((await posted).status(), 401);
    await page.goto(evil);
    await page.getByRole("link", { name: "open" }).click();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    assert.doesNotMatch((await page.locator("main").textContent()) ?? "", /evil/);
    const cookies = await context.cookies(pages.server.url);
    const session = cookies.find(({ name }) => name === "sundry_session");
    assert.deepEqual([session?.httpOnly, session?.sameSite, session?.path], [true, "Lax", "/"]);
    assert.equal(await page.evaluate("document.cookie.includes('sundry_session')"), false);
    site.close();
    await context.close();
  });
});
