import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { readShifts, recordShifts } from "../support/layout-shift.ts";
import { DEVICES, keepFeedback, type Pages, press, startPages } from "../support/pages.ts";

/** A page of about 700 kB: a picture that makes its grade B, and a style sheet. */
const HTML = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css">
<img src="/hero.png" alt="" width="10" height="10"><p>Hello</p>`;
const FILES: Record<string, [type: string, body: Buffer]> = {
  "/": ["text/html", Buffer.from(HTML)],
  "/style.css": ["text/css", Buffer.from("p { color: #123 }")],
  "/hero.png": ["image/png", Buffer.alloc(700_000)],
};

async function measure(page: Page, url: string): Promise<void> {
  await page.getByLabel("URL", { exact: true }).fill(url);
  await press(page.getByRole("button", { name: "Run" }));
}

function problem(page: Page): Locator {
  return page.locator(".failure li");
}

describe("page of website carbon footprints", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  let site: Server;
  let siteUrl: string;
  /** Responses to `/slow`, which wait until a test ends them, by path with query. */
  const pending = new Map<string, () => void>();
  /** Resolves with the function that ends a response, once its request has arrived. */
  const waitForSlow = (path: string) =>
    eventually(() => {
      const respond = pending.get(path);
      assert.ok(respond, `the site gets no request for ${path}`);
      return respond;
    });
  before(async () => {
    // As long as a test, because a connection that closes between two requests may lose the second
    // one.
    site = createServer({ keepAliveTimeout: 300_000 }, (request, response) => {
      const path = request.url ?? "/";
      if (path.startsWith("/slow")) {
        pending.set(path, () => response.writeHead(200, { "content-type": "text/html" }).end(HTML));
        return;
      }
      const [type, body] = FILES[path] ?? [];
      response.writeHead(body ? 200 : 404, { "content-type": type ?? "text/plain" }).end(body);
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    siteUrl = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    pages = await startPages({ FETCH_ALLOW_CIDRS: "127.0.0.1/32", FETCH_ALLOW_PORTS: "*" });
  });
  after(async () => {
    await pages.stop();
    site.closeAllConnections();
    site.close();
  });

  it("a site's owner learns the grade, what weighs most, and copies the badge", async () => {
    const context = await pages.browser.newContext({ permissions: ["clipboard-read"] });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await keepFeedback(context);
    const { page, said } = await pages.open("/tools/carbon-footprint", context);
    await measure(page, `http://${siteUrl}/`);
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await page.getByText("Grade B: 0.079 to 0.145 g").waitFor();
    await page.getByText("0.10 g", { exact: true }).waitFor();
    await page.getByText(/^Lighter than \d\d% of desktop pages\.$/).waitFor();
    const rows = await page.locator(".weights tbody th").allTextContents();
    assert.deepEqual(rows.slice(0, 1), ["Images"]);
    await page.locator(".advice li").first().waitFor();
    await page.getByText("Badge for your site").click();
    const badge = page.getByRole("img", { name: "Badge with the grade of this page" });
    await badge.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    await page.getByRole("button", { name: "Copy Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(
      await page.evaluate<string>("navigator.clipboard.readText()"),
      /^!\[Website carbon grade\]\(http:.*\/api\/v1\/carbon-footprint\/badge\?url=http.*\)$/,
    );
    assert.deepEqual(said, []);
    await context.close();
  });

  it("the seconds of a slow site are shown, and Cancel ends the wait", async () => {
    const { page } = await pages.open("/tools/carbon-footprint");
    await measure(page, `http://${siteUrl}/`);
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await measure(page, `http://${siteUrl}/slow`);
    await page.getByText(/Fetching the page and its assets… \d+ s/).waitFor();
    // A request that is canceled earlier may never leave the browser.
    const respondLate = await waitForSlow("/slow");
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.focus();
    await page.keyboard.press("Enter");
    await cancel.waitFor({ state: "detached" });
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await measure(page, `http://${siteUrl}/slow?again`);
    await cancel.waitFor();
    respondLate();
    (await waitForSlow("/slow?again"))();
    await cancel.waitFor({ state: "detached" });
    await page.locator(".status .good", { hasText: "200" }).waitFor();
    await page.close();
  });

  for (const width of [320, 1440]) {
    it(`nothing moves at ${width} pixels while a page is measured and when its result arrives`, async () => {
      const context = await pages.browser.newContext({ viewport: { width, height: 700 } });
      await recordShifts(context);
      const { page } = await pages.open("/tools/carbon-footprint", context);
      const earlier = await readShifts(page);
      await measure(page, `http://${siteUrl}/slow?${width}`);
      await page.getByText(/Fetching the page and its assets… \d+ s/).waitFor();
      (await waitForSlow(`/slow?${width}`))();
      await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
      const moved = (await readShifts(page)) - earlier;
      assert.ok(moved <= 0.02, String(moved));
      await context.close();
    });
  }

  it("a missing scheme is added, and an unknown host is explained at the field", async () => {
    const { page } = await pages.open("/tools/carbon-footprint");
    const asked = page.waitForRequest("**/api/v1/carbon-footprint");
    await measure(page, "no-such-host.invalid");
    assert.equal((await asked).postDataJSON().url, "https://no-such-host.invalid");
    const sentence = "We couldn't find that host. Check the spelling.";
    await problem(page).getByText(sentence, { exact: true }).waitFor();
    assert.equal(await page.locator("#field-url-problem").textContent(), sentence);
    await page.close();
  });

  it("on a phone an error replaces the example, and a result stays after a cut", async () => {
    const context = await pages.browser.newContext(DEVICES["a phone"]);
    const { page } = await pages.open("/tools/carbon-footprint", context);
    const example = page.getByText("Press Run to measure your page.");
    await page.getByRole("img", { name: "Carbon grade C" }).waitFor();
    await measure(page, "no-such-host.invalid");
    await problem(page).getByText("We couldn't find that host").waitFor();
    await example.waitFor({ state: "detached" });
    await measure(page, `http://${siteUrl}/slow?phone`);
    await page.getByText(/Fetching the page and its assets… \d+ s/).waitFor();
    (await waitForSlow("/slow?phone"))();
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await context.setOffline(true);
    await press(page.getByRole("button", { name: "Run" }));
    await problem(page).getByText("The server did not respond. Is it running?").waitFor();
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await context.close();
  });

  it("a measurement is kept when the network is cut", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/carbon-footprint", context);
    await measure(page, `http://${siteUrl}/`);
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Run" }).click();
    await problem(page).getByText("The server did not respond. Is it running?").waitFor();
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await context.close();
  });

  it("without JavaScript, the whole result and the sentence for an unknown host are shown", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/carbon-footprint", context);
    await measure(page, `http://${siteUrl}/`);
    await page.getByRole("img", { name: "Carbon grade B" }).waitFor();
    await measure(page, "no-such-host.invalid");
    await problem(page).getByText("We couldn't find that host").waitFor();
    await context.close();
  });
});
