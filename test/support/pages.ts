import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startBrowser } from "./browser.ts";
import { type RunningServer, startServer } from "./server.ts";

/** A page, and whatever it printed, broke or asked of others so far. */
interface Opened {
  page: Page;
  said: string[];
}

/** A server and a browser that looks at its pages. */
export interface Pages {
  server: RunningServer;
  browser: Browser;
  /** The paths of the tools' pages. */
  tools: string[];
  /** Opens a path of the server, or an address that leads to it. */
  open(path: string, context?: BrowserContext): Promise<Opened>;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startPages(environment: Record<string, string> = {}): Promise<Pages> {
  const server = await startServer(environment);
  const browser = await startBrowser();
  const home = await (await fetch(`${server.url}/`)).text();
  const tools = [...home.matchAll(/href="(\/tools\/[\w-]+)"/g)].map(([, path = ""]) => path);
  const open = async (path: string, context?: BrowserContext) => {
    const page = await (context ?? browser).newPage();
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
    return { page, said };
  };
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { server, browser, tools, open, stop };
}

/** Waits until the page's scripts answer, because before that it takes nothing but typed text. */
export async function hydrated(page: Page): Promise<void> {
  const isReady =
    "performance.getEntriesByName('hydrated').length > 0 && !document.querySelector('[data-awaits-script]')";
  while (!(await page.evaluate(isReady))) await setTimeout(20);
}
