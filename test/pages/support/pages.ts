import assert from "node:assert/strict";
import { once } from "node:events";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Route,
} from "playwright-core";
import { FEEDBACK_MS } from "#src/web/shell/time.js";
import { startBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

/**
 * An open page and what it has logged: console messages, errors, dialogs and requests to other
 * origins.
 */
interface Opened {
  page: Page;
  said: string[];
}

/** A server and a browser that opens its pages. */
export interface Pages {
  server: RunningServer;
  browser: Browser;
  /** Returns the paths of the tools' pages, which the home page links to. */
  listTools(): Promise<string[]>;
  /**
   * Opens a path of the server, or an address that leads to it, and waits until the page is
   * hydrated. Before that it takes only typed text. With `isEarly` it waits for the `load` event
   * only.
   */
  open(path: string, context?: BrowserContext, options?: { isEarly?: boolean }): Promise<Opened>;
  stop(): Promise<void>;
}

/** A desktop with a mouse and a phone with a touch screen, by their names in tests. */
export const DEVICES: Record<string, BrowserContextOptions> = {
  "a desktop": { viewport: { width: 1440, height: 900 } },
  "a phone": { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true },
};

/** Taps on a touch screen and clicks otherwise. */
export async function press(target: Locator): Promise<void> {
  // Asked again where the page is left meanwhile.
  const hasTouch = await eventually(() =>
    target.page().evaluate<boolean>("navigator.maxTouchPoints > 0"),
  );
  await (hasTouch ? target.tap() : target.click());
}

/** Ends a step that hangs. The largest page takes a busy machine half of it. */
const STEP_TIMEOUT_MS = 60_000;

/** Starts a server with these variables and a browser. */
export async function startPages(environment: Record<string, string> = {}): Promise<Pages> {
  const [server, browser] = await Promise.all([startServer(environment), startBrowser()]);
  const listTools = async () => {
    const home = await (await fetch(`${server.url}/`)).text();
    return [...home.matchAll(/href="(\/tools\/[\w-]+)"/g)].map(([, path = ""]) => path);
  };
  const open: Pages["open"] = async (path, context, { isEarly = false } = {}) => {
    const page = await (context ?? browser).newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    const url = new URL(path, server.url);
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("dialog", (dialog) => {
      said.push(`opens a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const asked = request.url();
      if (!/^(data|blob):/.test(asked) && new URL(asked).origin !== url.origin)
        said.push(`asks ${asked}`);
    });
    await page.goto(url.href);
    if (!isEarly) await hydrated(page);
    return { page, said };
  };
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { server, browser, listTools, open, stop };
}

/**
 * Waits until the islands of a page answer and the effects of their first render have run, which
 * Preact puts off by a frame. Without JavaScript there is nothing to wait for.
 */
export async function hydrated(page: Page): Promise<void> {
  await waitUntilTrue(
    page,
    `(() => {
      const hasIsland = document.querySelector("script[id$='-props']") !== null;
      if (!hasIsland || !matchMedia("(scripting: enabled)").matches) return true;
      if (performance.getEntriesByName("hydrated").length === 0) return false;
      if (document.querySelector("[data-awaits-script]")) return false;
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
    })()`,
  );
}

/**
 * Resolves when an expression is true in a page. Not `waitForFunction`, because the pages' CSP
 * forbids its `eval`.
 */
export async function waitUntilTrue(page: Page, expression: string): Promise<void> {
  await eventually(async () => assert.ok(await page.evaluate(expression), expression));
}

/** Holds the requests to a URL back until the returned function is called. */
export async function holdRequests(
  target: Page | BrowserContext,
  url: string,
): Promise<() => void> {
  const released = new AbortController();
  await target.route(url, async (route) => {
    if (!released.signal.aborted) await once(released.signal, "abort");
    await route.continue();
  });
  return () => released.abort();
}

/**
 * Keeps the feedback of buttons, such as "Copied", visible, because a busy machine may miss the 1.6
 * s of it.
 */
export async function keepFeedback(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    `const start = setTimeout;
    globalThis.setTimeout = (run, ms, ...rest) => (ms === ${FEEDBACK_MS} ? 0 : start(run, ms, ...rest));`,
  );
}

/** The texts of a button after its download: on success, and when the server refuses it. */
interface DownloadTexts {
  done: string;
  refused: string;
}

/**
 * Checks a button that downloads a result in another format: its messages while the server is slow,
 * when it refuses, and when it does not respond. The page's context is one of `keepFeedback`.
 */
export async function checkDownload(
  page: Page,
  button: Locator,
  { done, refused }: DownloadTexts,
): Promise<void> {
  const api = "**/api/**";
  const held: Route[] = [];
  await page.route(api, (route) => void held.push(route));
  await button.click();
  await button.getByText("Preparing…").waitFor();
  await eventually(() => assert.equal(held.length, 1));
  const saved = page.waitForEvent("download");
  await held[0]?.continue();
  await saved;
  await button.getByText(done).waitFor();
  await page.unroute(api);
  await page.route(api, (route) => route.fulfill({ status: 422, json: { error: "too small" } }));
  await button.click();
  await button.getByText(refused).waitFor();
  await page.unroute(api);
  await page.route(api, (route) => route.abort());
  await button.click();
  await button.getByText("No response").waitFor();
  await page.unroute(api);
}
