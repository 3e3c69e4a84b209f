import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { startFlakyProxy } from "../support/flaky-proxy.ts";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { readShifts, recordShifts, waitForPaint } from "../support/layout-shift.ts";
import { HOSTILE } from "../../support/hostile-strings.ts";
import { type Pages, startPages } from "../support/pages.ts";
import { startServer } from "../../support/server.ts";

/** The paths of the requests that a page lists, in its order. */
function readPaths(page: Page): Promise<string[]> {
  return page.locator(".request .path").allTextContents();
}

/**
 * Waits until a page lists exactly these: of a burst the newest come first, the others as frames
 * allow.
 */
async function expectPaths(page: Page, expected: string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await readPaths(page), expected));
}

/** Matches elements that captured content would make, and attributes that would run it. */
const FOREIGN = `main :is(script:not([type="application/json"]), img, iframe, svg, base, meta, link, style, object, [onload], [onerror], [onclick], [onmouseover], [onfocus])`;

/**
 * Shows the body of each request in each way. Returns the paths that were shown, and the foreign
 * elements. In the page, because a press through Playwright takes a hundred times the CPU of the
 * change itself.
 */
const SHOW_ALL = `(async () => {
  const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const [shown, foreign] = [new Set(), []];
  // Starts at the end, because the list drops its oldest rows when it scrolls back to the newest.
  for (const row of [...document.querySelectorAll(".request")].reverse()) {
    row.click();
    await rendered();
    for (const view of ["JSON", "Text", "Hex"]) {
      const buttons = [...document.querySelectorAll(".body [aria-pressed]")];
      buttons.find(({ textContent }) => textContent === view)?.click();
      await rendered();
      const path = document.querySelector("#detail-title .path").textContent;
      shown.add(view + " " + document.querySelector(".body [aria-pressed=true]").textContent + path);
      foreign.push(...Array.from(document.querySelectorAll(${JSON.stringify(FOREIGN)}), (one) => one.outerHTML));
    }
  }
  return [shown.size, foreign];
})()`;

/** Scrolls to the list's end: more rows follow. */
function scrollToEnd(page: Page): Promise<void> {
  return page.locator(".rows-of-requests").evaluate((list) => list.scrollTo(0, list.scrollHeight));
}

describe("inbox page in a browser", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Sends a request to an inbox directly, without the proxy between the browser and the server. */
  async function send(inbox: string, path = "", body = "{}"): Promise<void> {
    const url = `${pages.server.url}/api/v1/webhook/${inbox}${path}`;
    await (await fetch(url, { method: "POST", body })).arrayBuffer();
  }

  /** The paths of the newest requests of an inbox, newest first, as the API returns them. */
  async function readNewestPaths(inbox: string, count: number): Promise<string[]> {
    const answer = await fetch(`${pages.server.url}/api/v1/webhook/${inbox}?limit=${count}`);
    const { payloads } = (await answer.json()) as { payloads: { path: string }[] };
    return payloads.map(({ path }) => path).toReversed();
  }

  /**
   * Opens as many streams of an inbox as one address may have. Returns a function that frees them
   * for the page.
   */
  async function takeStreams(inbox: string): Promise<() => Promise<void>> {
    const url = `${pages.server.url}/api/v1/inboxes/${inbox}/events`;
    const closing = new AbortController();
    const open = () => fetch(url, { signal: closing.signal });
    const streams = await Promise.all([open(), open(), open()]);
    return async () => {
      // Refers to the responses until here, because a response that is garbage-collected ends its
      // stream.
      assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
      closing.abort();
      // A page that asks before the server has noticed waits for 26 s.
      await eventually(async () => {
        const probe = await fetch(url);
        await probe.body?.cancel();
        assert.equal(probe.status, 200);
      });
    };
  }

  it("an inbox page shows a new request as text with secrets masked", async () => {
    const { page, said } = await pages.open("/inbox");
    await page.getByRole("button", { name: "Create inbox" }).click();
    await page.locator(".status .live").waitFor();
    const url = String(await page.locator("#inbox-url").textContent());
    const init = {
      method: "PUT",
      headers: { "content-type": "text/html", authorization: "Bearer hidden" },
      body: "<b>text</b>",
    };
    await fetch(`${url}/orders?x=1`, init);
    await page.locator(".request", { hasText: "PUT" }).waitFor();
    await page.locator(".body pre").getByText("<b>text</b>", { exact: true }).waitFor();
    assert.equal(await page.getByText("Bearer hidden").count(), 0);
    await page.getByRole("tab", { name: "Headers" }).click();
    await page.getByRole("button", { name: "Show the value of authorization" }).click();
    await page.getByText("Bearer hidden").waitFor();
    await fetch(`${url}/next`, init);
    await page.locator("#detail-title", { hasText: "/next" }).waitFor();
    assert.equal(await page.getByText("Bearer hidden").count(), 0, "covered with the next");
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.locator(".request", { hasText: "POST" }).waitFor();
    assert.deepEqual(said, []);
    await page.close();
  });

  it("an inbox page loses and duplicates nothing across reconnects", async (test) => {
    const wire = await startFlakyProxy(pages.server.port);
    test.after(() => wire.stop());
    const { page } = await pages.open(`${wire.url}/inbox/cut`);
    await page.locator(".status .live").waitFor();
    let sent = 0;
    const sendSome = async (count: number) => {
      for (const last = sent + count; sent < last; sent++) await send("cut", `/${sent}`);
    };
    for (let round = 0; round < 2; round++) {
      // Requests arrive before the cut, are in flight during it, or are sent while the network is
      // down.
      await sendSome(6);
      const under = sendSome(6);
      wire.cut();
      await under;
      await page.locator(".status .disconnected").waitFor();
      await sendSome(6);
      wire.restore();
      await page.locator(".status .live").waitFor();
    }
    await sendSome(3);
    await page.locator(".request", { hasText: `/${sent - 1}` }).waitFor();
    // More rows follow a scroll only when the first ones are complete.
    const rows = page.locator(".request");
    await rows.nth(24).waitFor();
    await scrollToEnd(page);
    await rows.nth(sent - 1).waitFor();
    const all = Array.from({ length: sent }, (_, index) => `/${sent - 1 - index}`);
    await expectPaths(page, all);
    await page.close();
  });

  it("an inbox page shows a cross-origin request after its preflight", async (test) => {
    const other = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>another</title>");
    }).listen(0, "127.0.0.1");
    test.after(() => other.close());
    await once(other, "listening");
    const { page } = await pages.open("/inbox/origins");
    await page.locator(".status .live").waitFor();
    const port = (other.address() as AddressInfo).port;
    const { page: sender, said } = await pages.open(`http://127.0.0.1:${port}/`);
    const url = `${pages.server.url}/api/v1/webhook/origins/paid`;
    const init = { method: "PUT", headers: { "content-type": "application/json" }, body: "[1]" };
    const answer = await sender.evaluate<string>(
      `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((r) => r.text())`,
    );
    assert.match(answer, /"received":true/);
    await eventually(async () =>
      assert.deepEqual(await page.locator(".request b").allTextContents(), ["PUT", "OPTIONS"]),
    );
    const origin = page.getByText(`http://127.0.0.1:${port}`, { exact: true });
    await origin.first().waitFor({ state: "attached" });
    assert.deepEqual(said, [`asks ${url}`]);
    await sender.close();
    await page.close();
  });

  it("an inbox page does not shift the layout during hydration", async () => {
    await send("still", "/order", '{"order":7,"lines":[{"sku":"a"},{"sku":"b"}]}');
    for (const width of [320, 412, 768, 1440]) {
      const context = await pages.browser.newContext({ viewport: { width, height: 823 } });
      await recordShifts(context);
      const { page } = await pages.open("/inbox/still", context);
      await page.locator(".status .live").waitFor();
      const moved = await readShifts(page);
      assert.ok(moved < 0.002, `${moved} at ${width} pixels`);
      await context.close();
    }
  });

  it("an inbox page whose end arrives late moves neither its header nor its footer", async (test) => {
    const html = await (await fetch(`${pages.server.url}/inbox/still`)).text();
    assert.match(html, /^[^\0]*<link rel="expect" href="#main" blocking="render"\/>[^\0]*<\/head>/);
    const [beginning = "", end = ""] = html.split(/(?=<p><a href="\/details#device")/);
    const responses: ServerResponse[] = [];
    const slow = createServer(({ url }, response) => {
      if (url !== "/") {
        response.writeHead(404).end();
        return;
      }
      response.setHeader("content-type", "text/html").write(beginning);
      responses.push(response);
    }).listen(0, "127.0.0.1");
    test.after(() => slow.close().closeAllConnections());
    await once(slow, "listening");
    const context = await pages.browser.newContext({ viewport: { width: 768, height: 823 } });
    test.after(() => context.close());
    await recordShifts(context);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, {
      waitUntil: "commit",
    });
    await page.locator("footer p").waitFor({ state: "attached" });
    await waitForPaint(page);
    responses.forEach((response) => response.end(end));
    await page.getByRole("link", { name: "llms.txt" }).waitFor();
    assert.equal(await readShifts(page), 0);
  });

  it("an inbox page shows a long path in full without hiding the request", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 320, height: 640 } });
    const path = `/${"segment/".repeat(90)}end`;
    await send("long", `${path}?q=${"x".repeat(700)}`);
    const { page } = await pages.open("/inbox/long", context);
    await page.locator(".status .live").waitFor();
    // The detail covers the list.
    await page.locator(".request").click();
    const heading = await page.locator("#detail-title").boundingBox();
    assert.ok((heading?.height ?? 999) < 150, "the heading is short");
    for (const [name, text] of [
      ["path", path],
      ["query", `q=${"x".repeat(700)}`],
    ] as const) {
      const copy = page.getByRole("button", { name: `Copy the ${name}` });
      const fact = page.locator(".facts > div", { has: copy });
      assert.equal(await fact.locator("dd").textContent(), text);
      assert.ok(((await fact.boundingBox())?.height ?? 999) < 150, `${name} takes little room`);
    }
    await context.close();
  });

  it("an inbox page keeps server-rendered requests while the stream is unreachable", async () => {
    const context = await pages.browser.newContext();
    await context.route("**/events**", (route) => route.abort());
    for (const body of ["one", "two"]) await send("kept", "", body);
    const { page } = await pages.open("/inbox/kept", context);
    await page.locator(".status .disconnected").waitFor();
    await eventually(async () => assert.equal(await page.locator(".request").count(), 2));
    await page.locator(".body pre").getByText("two", { exact: true }).waitFor();
    await context.close();
  });

  it("an inbox page follows the newest request until one is selected", async () => {
    const { page } = await pages.open("/inbox/picked");
    await page.locator(".status .live").waitFor();
    const shown = page.locator("#detail-title .path");
    for (const path of ["/one", "/two"]) {
      await send("picked", path);
      await shown.getByText(path).waitFor();
    }
    await page.locator(".request", { hasText: "/one" }).click();
    await shown.getByText("/one").waitFor();
    // Sends more requests than the inbox keeps, so that the selected one is dropped from it.
    for (let hundred = 0; hundred < 6; hundred++)
      await Promise.all(Array.from({ length: 100 }, () => send("picked", "/burst")));
    await page.getByText("500 requests").waitFor();
    await page.locator(".request", { hasText: "/burst" }).first().waitFor();
    assert.equal(await shown.textContent(), "/one");
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await shown.getByText("/burst").waitFor();
    await page.close();
  });

  it("an inbox page shows a recreated inbox's requests once with the new expiry", async (test) => {
    const other = await startServer({ INBOX_TTL_SECONDS: "4" });
    test.after(() => other.stop());
    const api = `${other.url}/api/v1/inboxes/short`;
    const { page } = await pages.open(`${other.url}/inbox/short`);
    // The page gets other times than the server's, because a busy machine may miss the four seconds
    // between them.
    let expiresAt = new Date(0).toISOString();
    await page.route(api, (route) => route.fulfill({ json: { expiresAt } }));
    await page.locator(".status .live").waitFor();
    const post = (path: string) =>
      fetch(`${other.url}/api/v1/webhook/short${path}`, { method: "POST" });
    await post("/first");
    await expectPaths(page, ["/first"]);
    await page.getByText("This inbox has expired").waitFor();
    await eventually(async () => {
      const summary = (await (await fetch(api)).json()) as { count: number };
      assert.equal(summary.count, 0, "the server's inbox has expired, too");
    });
    expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await post("/second");
    await page.getByText(/^Expires in 0:5/).waitFor();
    await expectPaths(page, ["/second"]);
    await page.getByText("1 request").waitFor();
    await fetch(api, { method: "DELETE" });
    await post("/third");
    await expectPaths(page, ["/third"]);
    await page.close();
  });

  it("an inbox page falls back to polling when its stream is rejected", async () => {
    const leave = await takeStreams("turns");
    await send("turns", "/before");
    const { page, said } = await pages.open("/inbox/turns");
    await page.getByText("Polling").waitFor();
    await send("turns", "/while");
    await expectPaths(page, ["/while", "/before"]);
    await leave();
    await send("turns", "/after");
    await page.locator(".status .live").waitFor({ timeout: 60_000 });
    await expectPaths(page, ["/after", "/while", "/before"]);
    assert.deepEqual(
      said.filter((line) => !line.includes("429")),
      [],
    );
    await page.close();
  });

  it("an inbox page keeps the list when the stream opens during a paged read", async () => {
    const leave = await takeStreams("both");
    await send("both", "/one");
    const context = await pages.browser.newContext();
    const reading = context.waitForEvent("request", (request) =>
      request.url().endsWith("after=1&wait=25"),
    );
    const { page } = await pages.open("/inbox/both", context);
    await reading;
    await leave();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.locator(".status .live").waitFor({ timeout: 60_000 });
    await send("both", "/two");
    await expectPaths(page, ["/two", "/one"]);
    await send("both", "/three");
    await expectPaths(page, ["/three", "/two", "/one"]);
    await context.close();
  });

  it("an inbox page shows the selection in forced colors", async () => {
    const context = await pages.browser.newContext({ forcedColors: "active" });
    await send("forced", "/one");
    const { page } = await pages.open("/inbox/forced", context);
    await page.locator(".status .live").waitFor();
    const readColors = (place: string) =>
      page.evaluate<string[]>(
        `(({ backgroundColor, color }) => [backgroundColor, color])(
          getComputedStyle(document.querySelector(${JSON.stringify(place)})))`,
      );
    // Applies the system colors to an element, because only computed styles have their values.
    await page.evaluate(
      `(({ style }) => style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText")(
        document.querySelector("footer p"))`,
    );
    const system = await readColors("footer p");
    for (const place of [".request", "nav [aria-current]", ".bar [aria-pressed='true']"])
      assert.deepEqual(await readColors(place), system, place);
    await context.close();
  });

  it("an inbox page resumes the stream when the network returns", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/inbox/network", context);
    await page.locator(".status .live").waitFor();
    await send("network", "/one");
    await expectPaths(page, ["/one"]);
    await context.setOffline(true);
    const reopened = page.waitForRequest((request) => request.url().endsWith("/events?after=1"));
    await context.setOffline(false);
    await reopened;
    await page.locator(".status .live").waitFor();
    await send("network", "/two");
    await expectPaths(page, ["/two", "/one"]);
    await context.close();
  });

  it("an inbox page shows an excerpt of a large body and a download link", async () => {
    const { page } = await pages.open("/inbox/large");
    await page.locator(".status .live").waitFor();
    const url = `${pages.server.url}/api/v1/webhook/large`;
    await fetch(url, { method: "POST", body: Buffer.alloc(1_000_000, 200) });
    const shown = page.locator(".body pre");
    // Bytes that are not text are shown as such at first.
    await shown.getByText("995904 bytes more").waitFor();
    await shown.getByText("000ff0").waitFor();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await shown.getByText("950000 characters more").waitFor();
    assert.ok(String(await shown.textContent()).length < 51_000);
    const [raw] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download the body" }).click(),
    ]);
    let size = 0;
    for await (const chunk of await raw.createReadStream()) size += (chunk as Buffer).length;
    assert.equal(size, 1_000_000);
    await page.close();
  });

  it("an inbox page reports a test request that could not be sent", async () => {
    const context = await pages.browser.newContext();
    const { page, said } = await pages.open("/inbox/unsent", context);
    await page.locator(".status .live").waitFor();
    await context.route("**/webhook/unsent", (route) => route.abort());
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Not sent: the server does not respond.").waitFor();
    await context.unroute("**/webhook/unsent");
    await context.route("**/webhook/unsent", (route) =>
      route.fulfill({ status: 507, json: { error: "the store is full" } }),
    );
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Not stored: the store is full.").waitFor();
    assert.deepEqual(
      said.filter((line) => !line.startsWith("Failed to load")),
      [],
    );
    await context.close();
  });

  it("an invalid inbox name is rejected beside the field", async () => {
    for (const name of ["a/b", "..", "n".repeat(200)]) {
      const { page } = await pages.open(`/inbox?id=${encodeURIComponent(name)}`);
      const field = page.getByLabel("Open an existing inbox");
      assert.equal(await field.inputValue(), name);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      const described = String(await field.getAttribute("aria-describedby"));
      assert.match(
        String(await page.locator(`#${described}`).textContent()),
        /^A name has 1 to 128 printable characters/,
      );
      await page.close();
    }
  });

  it("an inbox page renders part of many requests and keeps at most an inbox's worth", async () => {
    const { page } = await pages.open("/inbox/many");
    await page.locator(".status .live").waitFor();
    for (let hundred = 0; hundred < 6; hundred++)
      await Promise.all(
        Array.from({ length: 100 }, (_, one) => send("many", `/${hundred}-${one}`)),
      );
    await page.getByText("500 requests").waitFor();
    await expectPaths(page, await readNewestPaths("many", 25));
    await scrollToEnd(page);
    const read = await readNewestPaths("many", 50);
    await expectPaths(page, read);
    await send("many", "/last");
    await page.getByRole("button", { name: "1 newer" }).waitFor();
    assert.deepEqual(await readPaths(page), read, "nothing moves under a reader");
    await page.getByRole("button", { name: "1 newer" }).click();
    await expectPaths(page, await readNewestPaths("many", 25));
    await page.getByLabel("Search requests").fill("/2-");
    await expectPaths(
      page,
      (await readNewestPaths("many", 500)).filter((path) => path.startsWith("/2-")).slice(0, 25),
    );
    await page.close();
  });

  it("an inbox page never runs captured content, with and without JavaScript", async () => {
    const inbox = `${pages.server.url}/api/v1/webhook/hostile`;
    for (const text of HOSTILE) {
      const header = text.replaceAll(/[^\x20-\x7e]/g, "").trim();
      const path = encodeURIComponent(text.toWellFormed()).slice(0, 400);
      await fetch(`${inbox}/${path}?${path}=${path}`, {
        method: "POST",
        headers: { "content-type": header, "x-hostile": header },
        body: JSON.stringify({ [text]: [text], text }),
      });
    }
    for (const javaScriptEnabled of [true, false]) {
      const context = await pages.browser.newContext({ javaScriptEnabled });
      const { page, said } = await pages.open("/inbox/hostile", context);
      if (javaScriptEnabled) {
        await page.locator(".status .live").waitFor();
        const rows = page.locator(".request");
        for (let drawn = 25; drawn < HOSTILE.length; drawn += 25) {
          await rows.nth(drawn - 1).waitFor();
          await scrollToEnd(page);
        }
        await rows.nth(HOSTILE.length - 1).waitFor();
        const [shown, foreign] = await page.evaluate<[number, string[]]>(SHOW_ALL);
        assert.deepEqual(foreign, []);
        assert.equal(shown, 3 * HOSTILE.length);
      }
      assert.equal(await page.locator(FOREIGN).count(), 0);
      assert.equal(await page.title(), "hostile · Webhook inbox · Sundry");
      assert.deepEqual(said, []);
      await context.close();
    }
  });
});
