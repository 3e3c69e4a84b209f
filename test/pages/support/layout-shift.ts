import type { BrowserContext, Page } from "playwright-core";

/** Adds up layout shifts, the earlier ones included. */
const RECORD = `globalThis.moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (moved += value)))
    .observe({ type: "layout-shift", buffered: true })`;

/** Adds up the layout shifts of every page that the context opens from now on. */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(RECORD);
}

/**
 * Adds up the layout shifts of an open page. Unlike a script of the context it does not run in
 * sandboxed frames.
 */
export async function recordPageShifts(page: Page): Promise<void> {
  await page.evaluate(RECORD);
}

/** Waits until a page is painted: the second frame begins after the first one was. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
}

/**
 * Returns the shifts of a page once it and its fonts have loaded and their changes are painted.
 * Observers are called before the browser is idle.
 */
export async function readShifts(page: Page): Promise<number> {
  await page.waitForLoadState("load");
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await waitForPaint(page);
  await page.evaluate("new Promise((resolve) => requestIdleCallback(() => resolve()))");
  return Number(await page.evaluate("moved"));
}
