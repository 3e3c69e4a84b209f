import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { waitForPaint } from "../support/layout-shift.ts";
import { DEVICES, keepFeedback, type Pages, press, startPages } from "../support/pages.ts";

describe("the page of passwords", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("a second copy is confirmed as long as the first", async () => {
    const context = await pages.browser.newContext({ permissions: ["clipboard-write"] });
    const { page } = await pages.open("/tools/password", context);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const copy = page.getByRole("button", { name: "Copy password 1" });
    for (const _ of [1, 2]) {
      await copy.click();
      await copy.getByText("Copied").waitFor();
      await page.clock.runFor(1000);
    }
    assert.equal(await copy.innerText(), "Copied");
    await page.clock.runFor(700);
    await copy.getByText("Copy", { exact: true }).waitFor();
    await context.close();
  });

  it("an error does not move a button that is being pressed", async () => {
    const { page } = await pages.open("/tools/password");
    const run = page.getByRole("button", { name: "Run" });
    const refused = page.waitForResponse((response) => response.status() === 422);
    await page.getByLabel("Length").fill("x");
    await refused;
    await page.locator(".stale").waitFor();
    await run.hover();
    const box = await run.boundingBox();
    await page.mouse.down();
    await waitForPaint(page);
    assert.deepEqual(await run.boundingBox(), box);
    await page.mouse.up();
    await page.locator("#field-length-problem").waitFor();
    await page.close();
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a field that is left by a press beside it shows its error`, async () => {
      const context = await pages.browser.newContext(options);
      const { page } = await pages.open("/tools/password", context);
      const refused = page.waitForResponse((response) => response.status() === 422);
      await page.getByLabel("Length").fill("x");
      await refused;
      await page.locator(".stale").waitFor();
      await press(page.getByRole("heading", { level: 1 }));
      await page.locator("#field-length-problem").waitFor();
      await context.close();
    });
  }

  it("passphrases are made by slider, and one or all are copied", async () => {
    const context = await pages.browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await keepFeedback(context);
    const { page, said } = await pages.open("/tools/password", context);
    await page.getByText("Passphrase", { exact: true }).click();
    await page
      .locator(".strength", { hasText: /Strong.*77\.55 bits: about 351 thousand years/ })
      .waitFor();
    await page.getByRole("slider", { name: "How many words" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const words = page.getByLabel("Words", { exact: true });
    await eventually(async () => assert.equal(await words.inputValue(), "4"));
    // Not the hyphen, which four words of the list contain.
    await page.getByLabel("Separator").fill("/");
    const shown = page.locator(".passwords code").filter({ hasText: /^[a-z-]+(\/[a-z-]+){3}$/ });
    await shown.nth(2).waitFor();
    await page.getByRole("button", { name: "Copy password 2" }).click();
    await page.getByText("Copied").waitFor();
    const readClipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    const all = await shown.allTextContents();
    assert.equal(await readClipboard(), all[1]);
    await page.getByRole("button", { name: "Copy all 3" }).click();
    const expected = `${all.join("\n")}\n`;
    await eventually(async () => assert.equal(await readClipboard(), expected));
    await page.locator(".strength", { hasText: /51\.7 bits: about \d+ days? to guess/ }).waitFor();
    assert.deepEqual(said, []);
    await context.close();
  });

  it("words of the short list are drawn on request", async () => {
    const { page } = await pages.open("/tools/password");
    await page.getByText("Passphrase", { exact: true }).click();
    await page.getByLabel("Word list").selectOption("eff-short");
    await page.locator(".strength", { hasText: "62.04 bits" }).waitFor();
    await page.close();
  });

  it("several passwords are printed as slips to cut out, and a single one is not", async () => {
    const { page } = await pages.open("/tools/password");
    await page.evaluate("globalThis.print = () => (globalThis.isPrinted = true)");
    await page.getByRole("button", { name: "Print handouts" }).click();
    assert.equal(await page.evaluate("globalThis.isPrinted"), true);
    await page.emulateMedia({ media: "print" });
    const lines = page.locator(".handout");
    assert.equal(await lines.filter({ visible: true }).count(), 3);
    const [first, second] = await Promise.all(
      [0, 1].map((index) => page.locator(".passwords li").nth(index).boundingBox()),
    );
    assert.equal(first?.y, second?.y);
    assert.equal(await page.locator(".strength").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("How many", { exact: true }).fill("1");
    await page.locator(".passwords.one").waitFor();
    assert.equal(await lines.count(), 0);
    await page.close();
  });

  it("each password type begins with its own length", async () => {
    const { page } = await pages.open("/tools/password");
    for (const [type, pattern] of [
      ["PIN", /^\d{6}$/],
      ["Hex token", /^[\da-f]{32}$/],
      ["UUID", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    ] as const) {
      await page.getByText(type, { exact: true }).click();
      await page.locator(".passwords code").filter({ hasText: pattern }).first().waitFor();
    }
    await page.getByLabel("Length").waitFor({ state: "hidden" });
    await page.close();
  });

  it("a phone shows the passwords above the form", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 700 } });
    const { page } = await pages.open("/tools/password", context);
    const [result, form] = await Promise.all(
      ["#result", "#tool-form"].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok((result?.y ?? 0) < (form?.y ?? 0));
    await context.close();
  });
});
