import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "./support/browser.ts";
import { type Pages, startPages } from "./support/pages.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** What breaks WCAG 2.2 AA on a page in one of its schemes. */
async function violations(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(AXE);
  const run = `axe.run(document, { iframes: false, runOnly: ${JSON.stringify(WCAG)} })`;
  const found = await page.evaluate<Violation[]>(`${run}.then((result) => result.violations)`);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe("the pages in a browser", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("every page is accessible in both schemes, quiet, and fits 320 pixels", async () => {
    assert.ok(pages.tools.length >= 9, "the home page lists the tools");
    await fetch(`${pages.server.url}/api/v1/webhook/axe`, { method: "POST", body: '{"a":1}' });
    for (const path of ["/", "/inbox", "/inbox/axe", "/docs", "/docs/reference", ...pages.tools]) {
      const { page, said } = await pages.open(path);
      assert.deepEqual(await violations(page, "light"), [], path);
      assert.deepEqual(await violations(page, "dark"), [], path);
      await page.setViewportSize({ width: 320, height: 640 });
      const width = await page.evaluate("document.documentElement.scrollWidth");
      assert.ok(Number(width) <= 320, `${path} is ${String(width)} pixels wide`);
      assert.deepEqual(said, [], path);
      await page.close();
    }
  });

  it("each tool answers its example while nothing is pressed", async () => {
    // This one asks the network, which no test does; it waits for its button.
    for (const path of pages.tools.filter((tool) => !tool.endsWith("carbon-footprint"))) {
      const { page } = await pages.open(path);
      await page.locator(".status .good").waitFor({ timeout: 10_000 });
      assert.equal(await page.locator(".status .good").textContent(), "200", path);
      await page.close();
    }
  });

  it("a typed text is hashed, a wrong one is explained, and going back finds the form", async () => {
    const { page } = await pages.open("/tools/hash");
    await page.getByLabel("Text", { exact: true }).fill("abc");
    const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    await page.locator("code", { hasText: digest }).waitFor();
    await page.reload();
    await page.locator("code", { hasText: digest }).waitFor();
    await page.goto(`${pages.server.url}/docs`);
    await page.goBack();
    assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "abc");
    await page.goto(`${pages.server.url}/tools/password`);
    await page.getByLabel("Length").fill("3");
    await page.getByText("Must be at least 4", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Length").getAttribute("aria-invalid"), "true");
    await page.close();
  });

  it("on paper an agreement is all there is, and all of it is there", async () => {
    const { page } = await pages.open("/tools/contract-generator");
    await page.locator(".result .long pre", { hasText: "Signature:" }).waitFor();
    await page.emulateMedia({ media: "print" });
    // innerText is what shows.
    const shown = String(await page.evaluate("document.body.innerText"));
    assert.match(shown, /^\s*WEB DEVELOPMENT AGREEMENT\n[^]*Date: _+\s*$/);
    const hidden = await page
      .locator(".result .long pre")
      .evaluate((pre) => pre.scrollHeight - pre.clientHeight);
    assert.equal(hidden, 0);
    await page.close();
  });

  it("a row is added with the keyboard alone and counts", async () => {
    const { page } = await pages.open("/tools/meeting-cost");
    await page.locator(".status .good").waitFor();
    const firstCost = String(await page.locator(".highlight strong").textContent());
    await page.getByRole("button", { name: "Add attendee" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("input[name^='attendees'][name$='hourlyRate']").last().focus();
    await page.keyboard.type("1000");
    await page.locator(".highlight strong").filter({ hasNotText: firstCost }).waitFor();
    await page.close();
  });

  it("without a script every tool's form is posted and answered with a page", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    for (const path of pages.tools) {
      const { page, said } = await pages.open(path, context);
      await page.getByRole("button", { name: "Run" }).click();
      const expected = path.endsWith("carbon-footprint") ? "503" : "200";
      assert.equal(await page.locator(".status span").first().textContent(), expected, path);
      assert.deepEqual(said, [], path);
      await page.close();
    }
    await context.close();
  });

  it("a tool's page stays within its budgets", async () => {
    const size = async (path: string, encoding: string) => {
      const answer = await fetch(pages.server.url + path, {
        headers: { "accept-encoding": encoding },
      });
      return Number(answer.headers.get("content-length"));
    };
    const html = await (await fetch(`${pages.server.url}/tools/invoice`)).text();
    const [, css = ""] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const [, js = ""] = /type="module" src="([^"]+)"/.exec(html) ?? [];
    const styles = await (await fetch(pages.server.url + css)).text();
    const [, font = ""] = /url\(([^)]+\.woff2)\)/.exec(styles) ?? [];
    assert.ok((await size("/tools/invoice", "gzip")) <= 15_000, "page");
    assert.ok((await size(css, "gzip")) <= 8000, "styles");
    assert.ok((await size(js, "gzip")) <= 20_000, "script");
    assert.ok(
      (await size(new URL(font, pages.server.url + css).pathname, "identity")) <= 50_000,
      "font",
    );
    const { page } = await pages.open("/docs");
    let requests = 0;
    page.on("request", (request) => (requests += request.url().startsWith("http") ? 1 : 0));
    await page.goto(`${pages.server.url}/tools/contract-generator`, { waitUntil: "networkidle" });
    assert.ok(requests <= 6, `${requests} requests`);
    await page.close();
  });
});
