import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { holdRequests, type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

/** Tools whose example has other values than the defaults, with the text that each requires. */
const TOOLS = [
  ["barcode", "text"],
  ["code-image", "code"],
  ["hash", "text"],
  ["qr", "text"],
] as const;

const TEXT = "4006381333931";

/** Waits for the first request with this text, and returns its body without the text. */
async function readNextRequest(page: Page, field: string, text: string): Promise<object> {
  const request = await page.waitForRequest((sent) => sent.postData()?.includes(text) ?? false);
  const { [field]: sent, ...others } = request.postDataJSON() as Record<string, unknown>;
  assert.equal(sent, text);
  return others;
}

describe("the first edit of an example", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  for (const [tool, field] of TOOLS) {
    it(`a text typed over the example of ${tool} is sent like one typed into the empty form`, async () => {
      const { page } = await pages.open(`/tools/${tool}`);
      const control = page.locator(`.playground [name='${field}']`);
      const fill = async (text: string) => {
        const body = readNextRequest(page, field, text);
        await control.fill(text);
        return body;
      };
      const overExample = await fill(TEXT);
      await page.getByRole("button", { name: "Clear", exact: true }).click();
      await waitUntilTrue(
        page,
        `document.querySelector(".playground [name='${field}']").value === ""`,
      );
      assert.deepEqual(overExample, await fill(`${TEXT} `));
      await page.close();
    });
  }

  it("a text typed before the page is hydrated starts from the defaults, too", async () => {
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto(`${pages.server.url}/tools/qr`, { waitUntil: "commit" });
    await page.locator(".form [name='text']").fill(TEXT);
    const body = readNextRequest(page, "text", TEXT);
    release();
    assert.equal("format" in (await body), false);
    await context.close();
  });

  it("Clear works before the script of the form's head has loaded, and what is typed after it stays", async () => {
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    const release = await holdRequests(page, "**/assets/lazy-components-*.js");
    await page.goto(`${pages.server.url}/tools/qr`);
    await waitUntilTrue(page, "performance.getEntriesByName('hydrated').length > 0");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    const control = page.locator(".form [name='text']");
    await waitUntilTrue(page, `document.querySelector(".form [name='text']").value === ""`);
    await control.fill(TEXT);
    const loaded = page.waitForEvent("requestfinished", (request) =>
      request.url().includes("lazy-components"),
    );
    release();
    await loaded;
    // Only the loaded head shows that the form can be brought back.
    await page.getByRole("button", { name: "Undo" }).waitFor();
    assert.equal(await control.inputValue(), TEXT);
    await context.close();
  });

  it("Clear that is pressed as soon as the page is hydrated can be undone", async () => {
    const context = await pages.browser.newContext();
    await context.addInitScript(`
      const mark = performance.mark.bind(performance);
      performance.mark = (name) => {
        mark(name);
        const buttons = [...document.querySelectorAll(".form button")];
        if (name === "hydrated") buttons.find((button) => button.textContent === "Clear").click();
      };
    `);
    const { page } = await pages.open("/tools/qr", context);
    await page.getByRole("button", { name: "Undo" }).click();
    const control = page.locator(".form [name='text']");
    await eventually(async () => assert.equal(await control.inputValue(), "https://example.com"));
    await context.close();
  });

  it("a GS1 message typed over the example of barcode keeps its type", async () => {
    const { page } = await pages.open("/tools/barcode");
    const sent = readNextRequest(page, "text", "(10)A");
    await page.locator(".form [name='text']").fill("(10)A");
    assert.deepEqual(await sent, { type: "gs1-128" });
    await page.close();
  });

  it("an edit of another field, or of an element of a GS1 code, keeps the example", async () => {
    const { page } = await pages.open("/tools/barcode");
    const type = page.locator(".type-picker summary");
    const example = await type.textContent();
    const sent = readNextRequest(page, "text", "(01)09506000134352(17)270101(10)ABC124");
    await page.getByLabel("Value 3").fill("ABC124");
    assert.deepEqual(await sent, { type: "gs1-128", format: "svg" });
    assert.equal(await type.textContent(), example);
    await page.close();
  });
});
