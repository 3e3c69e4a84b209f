import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { type Pages, startPages } from "../support/pages.ts";

/** Changes of a page's elements while it is hydrated: those of text areas, and of what only the browser knows. */
const MAX_CHANGES = 20;

/** Counts the changes from the parsed page on, before its scripts run. */
const COUNT_CHANGES = `
  globalThis.changes = 0;
  const observer = new MutationObserver((records) => (globalThis.changes += records.length));
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") observer.observe(document.body, options);
  });
`;

describe("hydration", { skip: noBrowser, timeout: 180_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("takes over the elements of each tool's page as the server rendered them", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 412, height: 823 } });
    await context.addInitScript(COUNT_CHANGES);
    for (const path of await pages.listTools()) {
      const { page } = await pages.open(path, context);
      const changes = Number(await page.evaluate("globalThis.changes"));
      assert.ok(changes <= MAX_CHANGES, `${path}: ${changes} changes`);
      await page.close();
    }
    await context.close();
  });

  it("takes over closed options when they are opened, and when a link fills them in", async () => {
    const { page } = await pages.open("/tools/invoice");
    const city = page.locator("#field-from-city");
    await page.evaluate(`document.querySelector("#field-from-city").isRendered = true`);
    await page.getByText("More options").first().click();
    await city.fill("Paris");
    await page.getByRole("button", { name: "Example", exact: true }).click();
    await eventually(async () => assert.equal(await city.inputValue(), ""));
    assert.ok(await page.evaluate(`document.querySelector("#field-from-city").isRendered`));
    await page.close();
    const linked = await pages.open("/tools/invoice#from.city=Lyon");
    const filled = linked.page.locator("details[open] #field-from-city");
    await eventually(async () => assert.equal(await filled.inputValue(), "Lyon"));
    await linked.page.close();
  });
});
