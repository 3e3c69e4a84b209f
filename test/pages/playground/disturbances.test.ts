import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, before, describe, it } from "node:test";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { noBrowser } from "../../support/browser.ts";
import { DEVICES, type Pages, startPages } from "../support/pages.ts";

/** A control of each tool's page, a text that changes the result, and one that the API refuses. */
const CONTROLS: Record<string, [name: string, valid: string, invalid: string]> = {
  invoice: ["items.0.quantity", "31", "many"],
  "einvoice-read": ["xml", EXAMPLE.replaceAll("R-1", "R-31"), "<a>"],
  "contract-generator": ["freelancer.name", "Grace", ""],
  pdf: ["markdown", "# Other", ""],
  qr: ["text", "other", ""],
  barcode: ["text", "(01)09506000134352", "(01)123"],
  "code-image": ["code", "other()", ""],
  "meeting-cost": ["durationMinutes", "31", "long"],
  "profit-calculator": ["salePrice", "31", "much"],
  currency: ["amount", "31", "1e99"],
  hash: ["expected", "3".repeat(64), "31"],
  password: ["length", "31", "long"],
};

/** Pages with tests of their own: of a file, on Run only, and without the API. */
const OTHERS = ["barcode-read", "carbon-footprint", "labels", "webhook-signature"];

const isApi = (url: URL) => url.pathname.startsWith("/api/");

describe("a tool's page", { skip: noBrowser, timeout: 480_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("every tool's page is in the table of this test", async () => {
    const names = [...Object.keys(CONTROLS), ...OTHERS].map((name) => `/tools/${name}`);
    assert.deepEqual((await pages.listTools()).toSorted(), names.toSorted());
  });

  for (const [tool, [name, valid, invalid]] of Object.entries(CONTROLS)) {
    it(`on a phone, ${tool} keeps its result while the server is slow, rejects the form and is unreachable`, async () => {
      const context = await pages.browser.newContext(DEVICES["a phone"]);
      const { page } = await pages.open(`/tools/${tool}`, context);
      const control = page.locator(`[name="${name}"]`).last();
      const shown = page.locator(".result-body:not(.stale) > *").first();
      const kept = page.locator(":is(.result-body.stale, .result-body .stale) > *").first();
      await shown.waitFor();

      const slow = new EventEmitter();
      const released = once(slow, "release");
      await page.route(isApi, (route) => released.then(() => route.fallback()));
      await control.fill(valid);
      await page.locator("#result[aria-busy='true']").waitFor();
      assert.equal(await shown.isVisible(), true);
      slow.emit("release");
      await page.locator("#result[aria-busy='false']").waitFor();
      assert.equal(await page.locator(".failure").count(), 0);

      await control.fill(invalid);
      await control.blur();
      await page.locator(".failure:not(.calm)").waitFor();
      assert.equal(await kept.isVisible(), true);

      await page.route(isApi, (route) => route.abort());
      await control.fill(valid);
      await page.locator(".failure", { hasText: "The server did not respond." }).waitFor();
      assert.equal(await kept.isVisible(), true);
      await page.unroute(isApi);
      await page.getByRole("button", { name: "Run", exact: true }).tap();
      await page.locator(".failure").waitFor({ state: "detached" });
      await shown.waitFor();
      await context.close();
    });
  }
});
