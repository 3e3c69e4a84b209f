import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { verify } from "../../webhook-signature/support.ts";
import { findViolations } from "../support/axe.ts";
import { type Pages, startPages } from "../support/pages.ts";

/** A request that the local program received. */
interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local program, which is the target of replays. */
interface LocalProgram {
  url: string;
  received: Received[];
  server: Server;
}

async function startProgram({ allowsPages }: { allowsPages: boolean }): Promise<LocalProgram> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    if (allowsPages) {
      response.setHeader("access-control-allow-origin", headers.origin ?? "*");
      response.setHeader("access-control-allow-headers", "*");
      response.setHeader("access-control-allow-methods", "*");
    }
    if (method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ method, url, headers, body });
      response.writeHead(201, { "content-type": "application/json" }).end('{"stored":true}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/hook`, received, server };
}

async function replayTo(page: Page, target: string): Promise<void> {
  await page.getByRole("tab", { name: "Replay" }).click();
  await page.getByLabel("Send this request to").fill(target);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
}

describe("replay from an inbox's page", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  let open: LocalProgram;
  let closed: LocalProgram;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
    open = await startProgram({ allowsPages: true });
    closed = await startProgram({ allowsPages: false });
  });
  after(async () => {
    open.server.close();
    closed.server.close();
    await pages.stop();
  });

  function send(id: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${pages.server.url}/api/v1/webhook/${id}${path}`, { method: "POST", ...init });
  }

  it("a replay sends method, path, query, headers and body, and shows the response", async () => {
    const headers = { "content-type": "text/plain", "x-order": "7", cookie: "a=1" };
    await send("replay", "/paid?x=1", { method: "PUT", headers, body: "ü" });
    const { page } = await pages.open("/inbox/replay");
    await page.locator(".status .live").waitFor();
    // The address has no scheme, because people often omit it.
    await replayTo(page, ` ${open.url.slice("http://".length)}?from=page`);
    await page.getByText("201 Created", { exact: true }).waitFor();
    await page.getByText('{"stored":true}', { exact: true }).waitFor();
    await page.getByText(/^Not sent, because browsers set them: .*cookie/).waitFor();
    const [request] = open.received.splice(0);
    assert.ok(request);
    assert.deepEqual([request.method, request.body], ["PUT", "ü"]);
    assert.equal(request.url, "/hook/paid?from=page&x=1");
    assert.equal(request.headers["x-order"], "7");
    assert.equal(request.headers.cookie, undefined);
    await page.close();
  });

  it("a request is edited and signed again before its replay", async () => {
    const headers = { "stripe-signature": "t=1,v1=00", "x-order": "7" };
    await send("edited", "", { headers, body: '{"id":"evt_1"}' });
    const { page } = await pages.open("/inbox/edited");
    await page.locator(".status .live").waitFor();
    await page.getByRole("tab", { name: "Replay" }).click();
    await page.getByText("Edit before replay").click();
    const lines = page.getByRole("textbox", { name: "Headers" });
    await lines.fill((await lines.inputValue()).replace("x-order: 7", "x-order: 8"));
    const body = page.getByRole("textbox", { name: "Body" });
    await eventually(async () => assert.equal(await body.inputValue(), '{"id":"evt_1"}'));
    await body.fill('{"id":"evt_2"}');
    await page.getByLabel("Method").fill("put");
    await page.getByLabel("Sign again with secret").fill("whsec_1");
    assert.deepEqual(await findViolations(page), []);
    await replayTo(page, open.url);
    await page.getByText("201 Created", { exact: true }).waitFor();
    const [request] = open.received.splice(0);
    assert.ok(request);
    assert.deepEqual([request.method, request.body], ["PUT", '{"id":"evt_2"}']);
    assert.equal(request.headers["x-order"], "8");
    const checked = await verify({
      secret: "whsec_1",
      headers: request.headers,
      body: request.body,
      at: new Date().toISOString(),
    });
    assert.equal(checked.valid, true, JSON.stringify(checked));
    await lines.fill("no header");
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    await page.getByText("Line 1 of the headers must be Name: value.").waitFor();
    await page.close();
  });

  it("a replay explains CORS and offers the command when the program does not allow the page", async () => {
    await send("blocked", "", { headers: { "x-order": "7" } });
    const { page } = await pages.open("/inbox/blocked");
    await page.locator(".status .live").waitFor();
    await replayTo(page, closed.url);
    await page.getByText("The browser got no readable response").waitFor();
    await page.getByText(`Access-Control-Allow-Origin: ${pages.server.url}`).waitFor();
    await page.getByText(`sundry inbox replay blocked 1 ${closed.url} --server`).waitFor();
    assert.deepEqual(closed.received, [], "the preflight was refused");
    await replayTo(page, "http://192.168.1.20/hook");
    await page.getByText("This page can call localhost and 127.0.0.1 only.").waitFor();
    await replayTo(page, "http://");
    await page.getByText("Enter a full URL, such as").waitFor();
    await page.close();
  });

  for (const [device, viewport] of [
    ["a desktop", { width: 1440, height: 900 }],
    ["a phone", { width: 375, height: 700 }],
  ] as const) {
    it(`on ${device}, a Stripe webhook is captured, verified, replayed and made to fail`, async () => {
      const isPhone = viewport.width < 600;
      const context = await pages.browser.newContext({
        viewport,
        ...(isPhone && { hasTouch: true, isMobile: true }),
      });
      const { page } = await pages.open("/inbox", context);
      const press = (name: string) => {
        const button = page.getByRole("button", { name, exact: true });
        return isPhone ? button.tap() : button.click();
      };
      await press("Create inbox");
      await page.locator(".status .live").waitFor();
      const url = String(await page.locator("#inbox-url").textContent());

      const body = '{"id":"evt_1","type":"invoice.paid"}';
      const time = Math.floor(Date.now() / 1000);
      const digest = createHmac("sha256", "whsec_1").update(`${time}.${body}`).digest("hex");
      const sendStripeWebhook = () =>
        fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "stripe-signature": `t=${time},v1=${digest}`,
          },
          body,
        });
      assert.equal((await sendStripeWebhook()).status, 200);
      const row = page.locator(".request", { hasText: "Stripe invoice.paid" }).first();
      await (isPhone ? row.tap() : row.click());
      await page.locator(".tree", { hasText: '"evt_1"' }).waitFor();

      await page.getByRole("tab", { name: "Signature" }).click();
      await page.getByLabel("Signing secret").fill("whsec_1");
      await page.locator(".verdict.good").waitFor();

      await replayTo(page, open.url);
      await page.getByText("201 Created", { exact: true }).waitFor();
      const [replayed] = open.received.splice(0);
      assert.equal(replayed?.body, body);
      assert.equal(replayed?.headers["stripe-signature"], `t=${time},v1=${digest}`);

      if (isPhone) await press("← Requests");
      await page.getByText("Respond", { exact: true }).click();
      await press("Fail 3 times, then 200");
      await press("Save plan");
      await page.getByText("Saved. It applies from the next request.").waitFor();
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 4; attempt++)
        statuses.push((await sendStripeWebhook()).status);
      assert.deepEqual(statuses, [500, 500, 500, 200]);
      await page.getByText("5 requests", { exact: true }).waitFor();
      await context.close();
    });
  }
});
