import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, before, describe, it } from "node:test";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { keepFeedback, type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

describe("API reference in a browser", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("the API reference finds operations by words of their name, method or path, and opens the first by Enter", async () => {
    const { page, said } = await pages.open("/docs/reference");
    const find = page.getByRole("searchbox", { name: "Find an operation" });
    const list = page.getByRole("navigation", { name: "Operations" });
    const links = list.locator("li:visible a");
    await find.fill("put response");
    assert.deepEqual(await links.allTextContents(), ["Set the response plan"]);
    assert.deepEqual(await list.locator("h2:visible").allTextContents(), ["Inbox"]);
    await find.press("Enter");
    await page.waitForURL(/\/docs\/reference\/inbox#inbox-respond$/);
    // The list is beside the operations of each page, too.
    await find.fill("nonsense");
    assert.equal(await links.count(), 0);
    assert.equal(await page.getByRole("status").textContent(), "No operations match.");
    await find.fill("");
    assert.ok((await links.count()) > 30);
    assert.deepEqual(said, []);
    await page.close();
  });

  it("the paths of all methods begin at one place", async () => {
    const { page } = await pages.open("/docs/reference");
    const edges = await page.evaluate<number[]>(`[...document.querySelectorAll(".endpoints code")]
      .map((code) => {
        const range = new Range();
        range.selectNodeContents(code.lastChild);
        return Math.round(range.getBoundingClientRect().left);
      })`);
    assert.equal(new Set(edges).size, 1, String(edges));
    await page.close();
  });

  it("links to operations of the former single page lead to their own pages", async () => {
    const { page, said } = await pages.open("/docs/reference#inbox-respond");
    await page.waitForURL(/\/docs\/reference\/inbox#inbox-respond$/);
    const current = page.getByRole("navigation", { name: "Operations" }).locator("[aria-current]");
    await eventually(async () =>
      assert.equal(await current.textContent(), "Set the response plan"),
    );
    await page.goto(`${pages.server.url}/docs/reference#headers`);
    await page.locator("#headers", { hasText: "X-Usage-Count" }).waitFor();
    assert.match(page.url(), /\/docs\/reference#headers$/);
    assert.deepEqual(said, []);
    await page.close();
  });

  it("a sample of the API reference is copied as it is shown", async () => {
    const context = await pages.browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await keepFeedback(context);
    const { page } = await pages.open("/docs/reference/hash", context);
    const sample = page.locator("#hash .sample").first();
    await sample.getByRole("button", { name: "Copy code" }).click();
    await eventually(async () =>
      assert.equal(await sample.locator(".copy").textContent(), "Copied"),
    );
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    assert.equal(copied, await sample.locator("pre").textContent());
    assert.match(copied, /^curl 'http/);
    await context.close();
  });

  it("all request samples change to another language, by keyboard too, and it is remembered", async () => {
    const context = await pages.browser.newContext();
    const { page, said } = await pages.open("/docs/reference/all", context);
    const sample = page.locator("#inbox-respond pre").first();
    assert.match((await sample.textContent()) ?? "", /^curl -X PUT 'http/);
    const languages = page.locator("#hash").getByRole("group", { name: "Language of the samples" });
    await languages.getByRole("button", { name: "JavaScript" }).focus();
    await page.keyboard.press("Enter");
    await eventually(async () =>
      assert.match((await sample.textContent()) ?? "", /fetch\("http[^"]*", {\n {2}method: "PUT",/),
    );
    const remove = page.locator("#inbox-delete pre").first();
    assert.match((await remove.textContent()) ?? "", /{ method: "DELETE" }\);\n.*text\(\)}`\);$/);
    const events = page.locator("#inbox-events pre").first();
    assert.match((await events.textContent()) ?? "", /^const events = new EventSource\("http/);
    await page.reload();
    await eventually(async () =>
      assert.match((await remove.textContent()) ?? "", /{ method: "DELETE" }/),
    );
    await languages.locator("[aria-pressed=true]", { hasText: "JavaScript" }).waitFor();
    assert.deepEqual(said, []);
    await context.close();
  });

  it("samples show commands of tools and of the inbox, and curl where there is none", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/docs/reference/all", context);
    await page.locator("#hash").getByRole("button", { name: "CLI" }).click();
    const read = (id: string) => page.locator(`#${id} pre`).first().textContent();
    await eventually(async () =>
      assert.match((await read("hash")) ?? "", /^sundry hash \\\n {2}--text/),
    );
    assert.match((await read("webhook-signature")) ?? "", /--secret 'It'\\''s a Secret/);
    assert.match((await read("inbox-export")) ?? "", /^sundry inbox export my-inbox --server http/);
    assert.match((await read("inbox-respond")) ?? "", /^curl -X PUT/);
    const buttons = page.locator("#inbox-respond").getByRole("group").getByRole("button");
    assert.deepEqual(await buttons.allTextContents(), [
      "curl",
      "JavaScript",
      "Python",
      "Go",
      "PHP",
      "C#",
      "Ruby",
    ]);
    await context.close();
  });

  it("the docs show on a phone which guide is open, also when the font arrives late", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 700 } });
    const font = new EventEmitter();
    const released = once(font, "release");
    await context.route("**/*.woff2", (route) => released.then(() => route.continue()));
    const page = await context.newPage();
    await page.goto(`${pages.server.url}/docs/hash`, { waitUntil: "commit" });
    await waitUntilTrue(page, "document.querySelector('.guides').scrollLeft > 0");
    font.emit("release");
    await page.waitForLoadState();
    // Words have other widths in the page's font.
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    const [guides, current] = [page.locator(".guides"), page.locator(".guides [aria-current]")];
    await eventually(async () => {
      const [line, box] = await Promise.all([guides.boundingBox(), current.boundingBox()]);
      assert.ok(line && box && box.x + box.width <= 375);
      assert.ok(Math.abs(box.x - line.x) < 2, `begins at ${box.x} in a line at ${line.x}`);
    });
    await context.close();
  });
});
