import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Frame, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { readPages } from "../../documents/support/pdf.ts";
import { type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

describe("a generated document in a frame", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages();
  });
  after(() => pages.stop());

  it("a document is shown in a frame by the page of its tool", async () => {
    const { page } = await pages.open("/tools/invoice");
    const frame = await waitForFrame(page, (url) => url.includes("/tools/invoice/response"));
    assert.match((await frame.locator("body").textContent()) ?? "", /Invoice/i);
    await page.close();
  });

  it("a document follows the form in the same frame, in its own styles, without a second request", async () => {
    const { page, said } = await pages.open("/tools/invoice");
    await waitForFrame(page, (url) => url.includes("/tools/invoice/response"));
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await page.getByLabel("Notes", { exact: true }).fill("Paid by the last of the month");
    // Read from the page around it, because the frame itself allows no scripts.
    const waitForFrameState = (expression: string) =>
      waitUntilTrue(
        page,
        `{
          const { contentDocument, contentWindow } = document.querySelector(".paper iframe");
          ${expression};
        }`,
      );
    await waitForFrameState(
      "contentDocument.body.innerText.includes('Paid by the last of the month')",
    );
    await page.getByLabel("Accent color", { exact: true }).fill("#aa0000");
    await waitForFrameState(
      "contentWindow.getComputedStyle(contentDocument.querySelector('.brand')).backgroundColor === 'rgb(170, 0, 0)'",
    );
    assert.deepEqual(
      [...new Set(sent)].filter((path) => !path.startsWith("/assets/")),
      ["/api/invoice"],
    );
    assert.deepEqual(said, []);
    await page.close();
  });

  it("a document's frame is as high as its text, and the page prints the document only, line by line", async () => {
    const { page } = await pages.open("/tools/invoice");
    const frame = await waitForFrame(page, (url) => url.includes("/tools/invoice/response"));
    await page.getByLabel("Notes", { exact: true }).fill("A line\n".repeat(80));
    await frame.getByText("A line").first().waitFor();
    await waitUntilTrue(
      page,
      `{
        const { contentDocument, contentWindow } = document.querySelector(".paper iframe");
        contentDocument.documentElement.scrollHeight === contentWindow.innerHeight;
      }`,
    );
    await page.evaluate("globalThis.print = () => (globalThis.isPrinted = true)");
    await page.keyboard.press("Control+p");
    await waitUntilTrue(page, "globalThis.isPrinted");
    const printed = (await readPages(await page.pdf({ preferCSSPageSize: true }))).flat();
    assert.equal(printed.filter((line) => line === "A line").length, 80);
    assert.equal(printed.at(-1), "Page 3 of 3");
    await page.close();
  });

  it("a document's frame is blocked on a page of another origin", async (test) => {
    const stranger = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<iframe src="${pages.server.url}/tools/invoice/response"></iframe>`);
    });
    await once(stranger.listen(0, "127.0.0.1"), "listening");
    test.after(() => stranger.close());
    const page = await pages.browser.newPage();
    const { port } = stranger.address() as AddressInfo;
    const blocked = page.waitForEvent("console", (message) =>
      /frame-ancestors/.test(message.text()),
    );
    await page.goto(`http://127.0.0.1:${port}/`);
    await blocked;
    await page.close();
  });
});

async function waitForFrame(page: Page, matches: (url: string) => boolean): Promise<Frame> {
  await page.locator("iframe").first().scrollIntoViewIfNeeded();
  const frame = await eventually(() => {
    const found = page.frames().find((one) => matches(one.url()));
    assert.ok(found, "the frame has its document");
    return found;
  });
  await frame.waitForLoadState();
  return frame;
}
