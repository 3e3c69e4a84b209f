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

/**
 * Returns the shifts of a page once it and its fonts have loaded and their changes are painted. The
 * second frame begins after the first one was painted, and observers are called before the browser
 * is idle.
 */
export async function readShifts(page: Page): Promise<number> {
  await page.waitForLoadState("load");
  await page.evaluate(
    `document.fonts.ready.then(() => new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())))))`,
  );
  return Number(await page.evaluate("moved"));
}
