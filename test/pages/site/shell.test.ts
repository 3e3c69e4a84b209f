import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { findViolations } from "../support/axe.ts";
import { DEVICES, type Pages, press, startPages, waitUntilTrue } from "../support/pages.ts";

describe("shell of the pages", { skip: noBrowser }, () => {
  let pages: Pages;
  let context: BrowserContext;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  const open = async (path: string): Promise<Page> => {
    context = await pages.browser.newContext();
    return (await pages.open(path, context)).page;
  };

  it("Ctrl+K finds a tool by a synonym and opens it", async () => {
    const page = await open("/docs");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("wifi");
    await page.getByRole("option", { name: /^QR code: Wi-Fi/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/tools/qr#content.type=wifi");
    await context.close();
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, the palette finds text of a guide with a snippet, and a field of the reference`, async () => {
      context = await pages.browser.newContext(options);
      const { page } = await pages.open("/tools/hash", context);
      const input = page.getByRole("combobox", { name: "Search commands" });
      await press(page.locator("#open-palette"));
      await input.fill("fsGroup");
      const section = page.getByRole("option", { name: /^In a container/ });
      await section.locator("mark", { hasText: "fsGroup" }).first().waitFor();
      assert.match(await section.innerText(), /Kubernetes sets it by fsGroup: 1000/);
      await input.fill("no such word");
      await page.getByText("Nothing found for “no such word”.").waitFor();
      await page.getByRole("option", { name: /^Limits/ }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await input.fill("taxRate");
      await press(page.getByRole("option", { name: /^taxRate/ }));
      await page.waitForURL("**/docs/reference/invoice#invoice:taxRate");
      await page.locator(".linked dt code", { hasText: /^taxRate$/ }).waitFor();
      await context.close();
    });
  }

  it("the palette presses the buttons of the page", async () => {
    const page = await open("/tools/hash");
    await page.getByLabel("Text").first().fill("other");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("clear");
    await page.getByRole("option", { name: /^Clear/ }).click();
    await eventually(async () =>
      assert.equal(await page.getByLabel("Text").first().inputValue(), ""),
    );
    await context.close();
  });

  it("the palette works by keyboard and returns the focus when it closes", async () => {
    const page = await open("/");
    const held: Route[] = [];
    await page.route("**/docs/search.json", (route) => void held.push(route));
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const input = page.getByRole("combobox", { name: "Search commands" });
    await page.getByRole("option", { name: /^Invoice\b/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    const chosen = input.and(page.locator("[aria-activedescendant='palette-1']"));
    await chosen.waitFor();
    // Text of guides that arrives later does not move the choice.
    await eventually(() => assert.equal(held.length, 1));
    const arrived = page.waitForResponse("**/docs/search.json");
    await held[0]?.continue();
    await (await arrived).finished();
    await chosen.waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#open-palette:focus").waitFor();
    await context.close();
  });

  it("on a phone, the palette opens and closes by touch, shows summaries below titles, and opens a tool", async () => {
    context = await pages.browser.newContext(DEVICES["a phone"]);
    const { page } = await pages.open("/docs", context);
    const option = page.getByRole("option", { name: /^QR code A/ });
    await page.locator("#open-palette").tap();
    await option.waitFor();
    const [title, summary] = await Promise.all([
      option.locator("b").boundingBox(),
      option.locator("span").boundingBox(),
    ]);
    assert.ok(title && summary && summary.y >= title.y + title.height);
    // Beside the palette, on its backdrop.
    await page.touchscreen.tap(180, 20);
    await option.waitFor({ state: "hidden" });
    await page.locator("#open-palette").tap();
    await page.getByRole("combobox", { name: "Search commands" }).fill("wifi");
    await option.tap();
    await page.waitForURL("**/tools/qr");
    await context.close();
  });

  it("the palette waits for a slow server, and reports when it fails", async () => {
    const page = await open("/docs");
    const held: Route[] = [];
    const list = "**/palette.json";
    await page.route(list, (route) => route.fulfill({ status: 503, json: { error: "busy" } }));
    await page.keyboard.press("Control+k");
    await page.getByText("Tools and docs could not be loaded.").waitFor();
    await page.keyboard.press("Escape");
    await page.route(list, (route) => void held.push(route));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("wifi");
    await page.keyboard.press("Enter");
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
    await page.waitForURL("**/tools/qr#content.type=wifi");
    await context.close();
  });

  it("a command that is pressed while the text of guides arrives is run", async () => {
    const page = await open("/docs");
    const held: Route[] = [];
    await page.route("**/docs/search.json", (route) => void held.push(route));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("wifi");
    await page.getByRole("option", { name: /^QR code: Wi-Fi/ }).hover();
    await page.mouse.down();
    const options = page.getByRole("option");
    const count = await options.count();
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
    await eventually(async () => assert.notEqual(await options.count(), count));
    await page.mouse.up();
    await page.waitForURL("**/tools/qr#content.type=wifi");
    await context.close();
  });

  it("a command that waits for a slow server is not run after the palette was closed", async () => {
    const page = await open("/docs");
    const held: Route[] = [];
    await page.route("**/palette.json", (route) => void held.push(route));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("wifi");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: /^QR code A/ }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/docs");
    await context.close();
  });

  it("cards of the home page fill their rows where the screen has room for three or more", async () => {
    const page = await open("/");
    for (const width of [900, 1024, 1210, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await page.evaluate<number[][]>(`[...document.querySelectorAll(".tools > ul")]
        .map(({ children }) => Object.values(Object.groupBy(children, (card) => card.offsetTop))
          .map(({ length }) => length))`);
      assert.ok(
        rows.flat().every((length) => length > 1),
        `${width}: ${JSON.stringify(rows)}`,
      );
    }
    await context.close();
  });

  it("/ focuses the search of the home page and ? lists the shortcuts", async () => {
    const page = await open("/");
    await page.keyboard.press("/");
    await page.locator("#search:focus").waitFor();
    await page.keyboard.type("?");
    assert.equal(await page.locator("#search").inputValue(), "?");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    const style = "getComputedStyle(document.querySelector('.palette:focus')).outlineStyle";
    assert.equal(await page.evaluate(style), "none");
    await context.close();
  });

  it("the chosen theme applies to every page before its script runs", async () => {
    const page = await open("/");
    const theme = page.locator("#theme");
    await theme.click();
    await theme.click();
    await page.getByLabel("Theme: dark").waitFor();
    const readDocs = async () => (await page.request.get(`${pages.server.url}/docs`)).text();
    await eventually(async () => assert.match(await readDocs(), /<html[^>]* data-theme="dark"/));
    await theme.click();
    await eventually(async () => assert.doesNotMatch(await readDocs(), /<html[^>]* data-theme/));
    await context.close();
  });

  it("the home page filters by synonyms, offers all tools without results and keeps favorites", async () => {
    const page = await open("/");
    const tools = page.locator(".tools > ul > li:not([hidden])");
    const expectCount = (count: number) =>
      eventually(async () => assert.equal(await tools.count(), count));
    const all = await tools.count();
    await page.locator("#search").fill("receipt");
    await expectCount(1);
    await page.locator("#search").fill("no such tool");
    await page.getByText("No tools match “no such tool”").waitFor();
    await expectCount(all);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Favorite: Hash" }).click();
    await page.reload();
    await page.locator("#shortcuts").getByRole("link", { name: "★ Hash" }).waitFor();
    await context.close();
  });

  it("the home page offers the tools that were used last, the newest first", async () => {
    const page = await open("/tools/password");
    await page.getByLabel("Length").fill("31");
    await waitUntilTrue(page, "localStorage.getItem('sundry:recent')");
    const { page: home } = await pages.open("/", context);
    await home.locator("#shortcuts a", { hasText: "Password" }).click();
    await home.getByRole("heading", { name: "Password", level: 1 }).waitFor();
    await context.close();
  });

  it("the home page searches without JavaScript", async () => {
    const html = await (await fetch(`${pages.server.url}/?q=receipt`)).text();
    const hidden = [...html.matchAll(/<li data-words="[^"]*" data-name="([\w-]+)"( hidden)?/g)];
    const shown = hidden.filter(([, , isHidden]) => !isHidden).map(([, name]) => name);
    assert.deepEqual(shown, ["invoice"]);
  });
});
