import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { noBrowser, startBrowser } from "./support/browser.ts";
import { type RunningServer, startServer } from "./support/server.ts";

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
  const data = mkdtempSync(join(tmpdir(), "sundry-pages-"));
  let server: RunningServer;
  let browser: Browser;
  let tools: string[];

  before(async () => {
    server = await startServer({ DATA_DIR: data, OFFLINE: "true" });
    browser = await startBrowser();
    const home = await (await fetch(`${server.url}/`)).text();
    tools = [...home.matchAll(/href="(\/tools\/[\w-]+)"/g)].map(([, path = ""]) => path);
  });

  after(async () => {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  });

  /** Opens a page; whatever it prints, breaks or asks elsewhere ends up in `said`. */
  async function open(
    path: string,
    context?: BrowserContext,
  ): Promise<{ page: Page; said: string[] }> {
    const page = await (context ?? browser).newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) {
        said.push(`asks ${request.url()}`);
      }
    });
    await page.goto(server.url + path);
    return { page, said };
  }

  it("every page is accessible in both schemes, quiet, and fits 320 pixels", async () => {
    assert.ok(tools.length >= 9, "the home page lists the tools");
    await fetch(`${server.url}/api/v1/webhook/axe`, { method: "POST", body: '{"a":1}' });
    for (const path of ["/", "/inbox", "/inbox/axe", "/docs", "/docs/reference", ...tools]) {
      const { page, said } = await open(path);
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
    for (const path of tools.filter((tool) => !tool.endsWith("carbon-footprint"))) {
      const { page } = await open(path);
      await page.locator(".status .good").waitFor({ timeout: 10_000 });
      assert.equal(await page.locator(".status .good").textContent(), "200", path);
      await page.close();
    }
  });

  it("a typed text is hashed, a wrong one is explained, and going back finds the form", async () => {
    const { page } = await open("/tools/hash");
    await page.getByLabel("Text", { exact: true }).fill("abc");
    const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    await page.locator("code", { hasText: digest }).waitFor();
    await page.reload();
    await page.locator("code", { hasText: digest }).waitFor();
    await page.goto(`${server.url}/docs`);
    await page.goBack();
    assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "abc");
    await page.goto(`${server.url}/tools/password`);
    await page.getByLabel("Length").fill("3");
    await page.getByText("Must be at least 4", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Length").getAttribute("aria-invalid"), "true");
    await page.close();
  });

  it("on paper an agreement is all there is, and all of it is there", async () => {
    const { page } = await open("/tools/contract-generator");
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
    const { page } = await open("/tools/meeting-cost");
    await page.locator(".status .good").waitFor();
    const firstCost = String(await page.locator(".highlight strong").textContent());
    await page.getByRole("button", { name: "Add attendee" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("input[name^='attendees'][name$='hourlyRate']").last().focus();
    await page.keyboard.type("1000");
    await page.locator(".highlight strong").filter({ hasNotText: firstCost }).waitFor();
    await page.close();
  });

  it("a form's link brings the form to somebody else", async () => {
    const { page } = await open("/tools/qr#text=carried");
    await page.locator("pre", { hasText: '"text": "carried"' }).first().waitFor();
    await page.close();
  });

  it("without a script every tool's form is posted and answered with a page", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const path of tools) {
      const { page, said } = await open(path, context);
      await page.getByRole("button", { name: "Run" }).click();
      const expected = path.endsWith("carbon-footprint") ? "503" : "200";
      assert.equal(await page.locator(".status span").first().textContent(), expected, path);
      assert.deepEqual(said, [], path);
      await page.close();
    }
    await context.close();
  });

  it("an inbox shows a request from elsewhere at once, as text, its secrets covered", async () => {
    const { page, said } = await open("/inbox");
    await page.getByRole("button", { name: "Make an inbox" }).click();
    await page.locator(".status .live").waitFor();
    const url = String(await page.locator("#inbox-url").textContent());
    const hostile = `<script>document.title="run"</script><img src=x onerror="document.title='run'">`;
    await fetch(`${url}/orders?x=1`, {
      method: "PUT",
      headers: { "content-type": "text/html", authorization: "Bearer hidden" },
      body: hostile,
    });
    await page.locator(".request", { hasText: "PUT" }).waitFor();
    assert.equal(await page.locator(".body pre").textContent(), hostile);
    assert.equal(await page.getByText("Bearer hidden").count(), 0);
    await page.getByRole("button", { name: "Show the value of authorization" }).click();
    assert.equal(await page.getByText("Bearer hidden").count(), 1);
    await page.context().setOffline(true);
    await fetch(url, { method: "POST", body: "while away" });
    await page.context().setOffline(false);
    await page.locator(".request", { hasText: "POST" }).waitFor({ timeout: 15_000 });
    assert.equal(await page.locator(".request").count(), 2);
    assert.notEqual(await page.title(), "run");
    assert.deepEqual(
      said.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED")),
      [],
    );
    await page.close();
  });

  it("what an inbox's page came with stays while its stream is out of reach", async () => {
    const context = await browser.newContext();
    await context.route("**/events**", (route) => route.abort());
    for (const body of ["one", "two"])
      await fetch(`${server.url}/api/v1/webhook/kept`, { method: "POST", body });
    const { page } = await open("/inbox/kept", context);
    await page.locator(".status .away").waitFor();
    assert.equal(await page.locator(".request").count(), 2);
    assert.equal(await page.locator(".body pre").textContent(), "two");
    await context.close();
  });

  it("a tool's page stays within its budgets", async () => {
    const size = async (path: string, encoding: string) => {
      const answer = await fetch(server.url + path, { headers: { "accept-encoding": encoding } });
      return Number(answer.headers.get("content-length"));
    };
    const html = await (await fetch(`${server.url}/tools/invoice`)).text();
    const [, css = ""] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const [, js = ""] = /type="module" src="([^"]+)"/.exec(html) ?? [];
    const [, font = ""] = /rel="preload" href="([^"]+)"/.exec(html) ?? [];
    assert.ok((await size("/tools/invoice", "gzip")) <= 15_000, "page");
    assert.ok((await size(css, "gzip")) <= 8000, "styles");
    assert.ok((await size(js, "gzip")) <= 20_000, "script");
    assert.ok((await size(font, "identity")) <= 50_000, "font");
    const { page } = await open("/docs");
    let requests = 0;
    page.on("request", (request) => (requests += request.url().startsWith("http") ? 1 : 0));
    await page.goto(`${server.url}/tools/contract-generator`, { waitUntil: "networkidle" });
    assert.ok(requests <= 6, `${requests} requests`);
    await page.close();
  });
});
