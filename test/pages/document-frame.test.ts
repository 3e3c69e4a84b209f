import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Browser, Frame, Page } from "playwright-core";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/server.ts";

describe("a generated document in a frame", { skip: noBrowser, timeout: 60_000 }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  it("is shown by the page of its tool", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/tools/invoice`);
    const frame = await waitForFrame(page, (url) => url.includes("/tools/invoice/answer"));
    assert.match((await frame.locator("body").textContent()) ?? "", /Invoice/i);
    await page.close();
  });

  it("is blocked on a page of another origin", async (t) => {
    const stranger = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<iframe src="${server.url}/tools/invoice/answer"></iframe>`);
    });
    await once(stranger.listen(0, "127.0.0.1"), "listening");
    t.after(() => stranger.close());
    const page = await browser.newPage();
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
  const find = () => page.frames().find((frame) => matches(frame.url()));
  await page.locator("iframe").first().scrollIntoViewIfNeeded();
  while (!find()) await page.waitForEvent("framenavigated");
  const frame = find();
  assert.ok(frame);
  await frame.waitForLoadState();
  return frame;
}
