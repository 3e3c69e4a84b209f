import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../../support/browser.ts";
import { verify } from "../../webhook-signature/support.ts";
import { findViolationsOfSchemes } from "../support/axe.ts";
import { DEVICES, type Pages, press, startPages } from "../support/pages.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

async function send(page: Page, url: string): Promise<void> {
  await page.getByLabel("URL").fill(url);
  await press(page.getByRole("button", { name: "Send event" }));
}

describe("page that rehearses a provider", { skip: noBrowser }, () => {
  let pages: Pages;
  let program: Server;
  let target = "";
  let received: Received[] = [];
  /** Statuses of the next responses; then 200. */
  let statuses: number[] = [];
  let allowsPages = true;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
    program = createServer((request, response) => {
      const respond = async () => {
        const body = await text(request);
        if (allowsPages) {
          response.setHeader("access-control-allow-origin", "*");
          response.setHeader("access-control-allow-headers", "*");
        }
        if (request.method !== "OPTIONS") received.push({ headers: request.headers, body });
        const status = request.method === "OPTIONS" ? 204 : (statuses.shift() ?? 200);
        response.writeHead(status).end(status === 204 ? undefined : "noted");
      };
      void respond();
    });
    program.listen(0, "127.0.0.1");
    await once(program, "listening");
    target = `http://localhost:${(program.address() as AddressInfo).port}/hook`;
  });
  after(async () => {
    program.close();
    await pages.stop();
  });
  beforeEach(() => {
    received = [];
    statuses = [];
    allowsPages = true;
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, an event is signed and retried until it is acknowledged`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/rehearsal", context);
      await page.getByLabel("Send as").selectOption("slack");
      await page.getByLabel("Event").selectOption("app_mention");
      await page.getByLabel("Signing secret").fill("mine");
      await page.getByLabel("Retries").selectOption("3600");
      statuses = [500, 500];
      await send(page, target);
      await page.getByText("Acknowledged on attempt 3").waitFor();
      assert.deepEqual(
        received.map(({ headers }) => headers["x-slack-retry-num"]),
        [undefined, "1", "2"],
      );
      for (const { headers, body } of received) {
        const at = new Date().toISOString();
        const checked = await verify({ secret: "mine", headers, body, at });
        assert.equal(checked.valid, true, JSON.stringify(checked));
      }
      assert.deepEqual(await findViolationsOfSchemes(page), []);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(width) <= 0);
      assert.ok(
        said.every((line) => line.includes(target) || line.includes("500")),
        said.join(),
      );
      await context.close();
    });
  }

  it("an edited payload is sent as it is, and the command reads it from a file", async () => {
    const { page } = await pages.open("/rehearsal");
    await page.getByLabel("Payload").fill('{ "mine": 1 }');
    await send(page, target);
    await page.getByText("Acknowledged on the first attempt").waitFor();
    assert.equal(received[0]?.body, '{ "mine": 1 }');
    await page.getByText("--body payload.json").waitFor();
    await page.close();
  });

  it("names a wrong secret, another host and a program that does not allow pages", async () => {
    const { page } = await pages.open("/rehearsal");
    await send(page, "https://example.com/hook");
    await page.getByText("Use the command for other hosts.").waitFor();
    await page.getByLabel("Send as").selectOption("standard");
    await page.getByLabel("Signing secret").fill("whsec_!");
    await send(page, target);
    await page.getByText("secret must be base64 after whsec_ for scheme standard.").waitFor();
    await page.getByLabel("Signing secret").fill("");
    allowsPages = false;
    await send(page, target);
    await page.getByText(`The browser got no readable response from ${target}.`).waitFor();
    await page.getByText("Access-Control-Allow-Headers: content-type, webhook-id").waitFor();
    assert.deepEqual(received, []);
    await page.close();
  });

  it("reports a server that does not send the script, and sends when it does", async () => {
    const { page } = await pages.open("/rehearsal");
    await page.route("**/assets/deliver-*", (route) => route.abort());
    await send(page, target);
    await page.getByText("The server does not respond.").waitFor();
    await page.close();
  });
});
