import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Returns what violates WCAG 2.2 AA on a page, or some of axe's rules only. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const runOnly = rules ? { type: "rule", values: rules } : WCAG;
  // Without the selectors of elements that pass, which take a third of the time.
  const options = { iframes: false, preload: false, resultTypes: ["violations"], runOnly };
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  const found = await page.evaluate<Violation[]>(`${run}.then((result) => result.violations)`);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Returns what violates WCAG 2.2 AA in the light scheme and in the dark one, which differs in
 * colors alone.
 */
export async function findViolationsOfSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findViolations(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((violation) => `dark ${violation}`)];
}
