import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, press, startPages } from "../support/pages.ts";

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  "a desktop": { viewport: { width: 1280, height: 800 } },
  "a phone": { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true },
};

const UNREACHABLE = "The server does not respond.";

async function pressButton(page: Page, name: string): Promise<void> {
  await press(page.getByRole("button", { name, exact: true }));
}

async function openTool(page: Page, title: string): Promise<void> {
  await press(page.getByText(title, { exact: true }));
}

/**
 * Holds the next request to a URL, as a slow server does. Resolves to the function that lets it go.
 */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => void held.push(route), { times: 1 });
  return async () => {
    await eventually(() => assert.equal(held.length, 1));
    await held[0]?.continue();
  };
}

for (const [screen, options] of Object.entries(SCREENS)) {
  describe(
    `failures on an inbox's page, on ${screen}`,
    { skip: noBrowser, timeout: 300_000 },
    () => {
      let pages: Pages;
      before(async () => {
        pages = await startPages({ OFFLINE: "true" });
      });
      after(() => pages.stop());

      /** Opens the page of an inbox with one request, and a part of it. */
      async function openRequest(id: string, tab?: string): Promise<Page> {
        const url = `${pages.server.url}/api/v1/webhook/${id}/hook`;
        await fetch(url, { method: "POST", body: '{"a":1}', headers: { "x-signature": "00" } });
        const { page } = await pages.open(`/inbox/${id}`, await pages.browser.newContext(options));
        await page.locator(".status .live").waitFor();
        if (tab === undefined) return page;
        await press(page.locator(".request").first());
        // The script of the part is there before the network is cut.
        await press(page.getByRole("tab", { name: tab, exact: true }));
        return page;
      }

      it(`on ${screen}, a signature is checked again after the network was cut, and a slow check is announced`, async () => {
        const page = await openRequest("verify", "Signature");
        await page.getByLabel("Scheme").selectOption("hmac");
        await page.route("**/raw", (route) => route.abort());
        await page.getByLabel("Signing secret").fill("wrong");
        await page.getByText(UNREACHABLE).waitFor();
        await page.unroute("**/raw");
        const release = await hold(page, "**/raw");
        await pressButton(page, "Try again");
        await page.getByText("Checking…").waitFor();
        await release();
        await page.locator(".verdict").waitFor();
        await page.context().close();
      });

      it(`on ${screen}, the curl command is loaded again after the network was cut`, async () => {
        const page = await openRequest("source", "Raw");
        await page.locator(".body pre", { hasText: "HTTP/1.1" }).waitFor();
        await page.context().setOffline(true);
        await press(page.getByRole("tab", { name: "curl" }));
        await page.getByText(UNREACHABLE).waitFor();
        await page.context().setOffline(false);
        await pressButton(page, "Try again");
        await page.locator(".body pre", { hasText: "curl" }).waitFor();
        await page.context().close();
      });

      it(`on ${screen}, a replay reports that it cannot read the body, and refuses other hosts in a sentence`, async () => {
        const page = await openRequest("replay", "Replay");
        await page.getByLabel("Send this request to").fill("https://example.com");
        await pressButton(page, "Replay");
        await page.getByText("This page can call localhost and 127.0.0.1 only.").waitFor();
        await page.getByLabel("Send this request to").fill("http://localhost:9/hook");
        await page.route("**/raw", (route) => route.abort());
        await pressButton(page, "Replay");
        await page.getByText("The body could not be read from the inbox.").waitFor();
        await page.unroute("**/raw");
        const release = await hold(page, "**/raw");
        await pressButton(page, "Replay");
        await page.getByRole("button", { name: "Sending…" }).waitFor();
        await release();
        await page.getByText("The browser got no readable response").waitFor();
        await page.context().close();
      });

      it(`on ${screen}, requests that cannot be deleted stay in the list, and a slow deletion is announced`, async () => {
        const page = await openRequest("delete");
        await openTool(page, "Delete");
        await pressButton(page, "Delete all requests");
        await page.context().setOffline(true);
        await pressButton(page, "Really delete all requests");
        await page.getByText("The inbox could not be deleted. Try again.").waitFor();
        await page.locator(".request", { hasText: "/hook" }).waitFor();
        await page.context().setOffline(false);
        const release = await hold(page, "**/api/v1/inboxes/delete");
        await pressButton(page, "Delete all requests");
        await pressButton(page, "Really delete all requests");
        await page.getByText("Deleting…").waitFor();
        await release();
        await page.getByText("Waiting for the first request.").waitFor();
        await page.context().close();
      });

      it(`on ${screen}, a failed export of a private inbox is reported`, async () => {
        const created = await fetch(`${pages.server.url}/api/v1/inboxes`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"private":true}',
        });
        const { page: url, readToken } = (await created.json()) as Record<string, string>;
        const path = `${new URL(url ?? "").pathname}#token=${readToken ?? ""}`;
        const { page } = await pages.open(path, await pages.browser.newContext(options));
        await page.locator(".status .live").waitFor();
        await openTool(page, "Export");
        const link = page.getByRole("link", { name: "NDJSON" });
        await link.waitFor();
        await page.route("**/export?*", (route) => route.abort());
        await press(link);
        const failed = page.getByRole("link", { name: "Not downloaded: try again" });
        await failed.waitFor();
        await page.unroute("**/export?*");
        const release = await hold(page, "**/export?*");
        const downloading = page.waitForEvent("download");
        await press(failed);
        await page.getByText("Preparing…").waitFor();
        await release();
        await downloading;
        await page.context().close();
      });
    },
  );
}
