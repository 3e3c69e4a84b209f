import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { waitForPaint } from "../support/layout-shift.ts";
import {
  holdRequests,
  hydrated,
  keepFeedback,
  type Pages,
  startPages,
  waitUntilTrue,
} from "../support/pages.ts";

/** The request that the page shows, as curl sends it. */
async function readSample(page: Page): Promise<string> {
  return String(await page.locator("#sample-curl pre").textContent());
}

/** Waits for an answer with this status. */
async function waitForStatus(page: Page, status: "200" | "422"): Promise<void> {
  await page.locator(".status span", { hasText: status }).first().waitFor();
}

describe("tool forms in a browser", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ FETCH_ALLOW_CIDRS: "127.0.0.0/8", FETCH_ALLOW_PORTS: "*" });
  });
  after(() => pages.stop());

  it("the profit form shows and sends only the fields of the selected platform", async () => {
    const without = await pages.browser.newContext({ javaScriptEnabled: false });
    for (const context of [await pages.browser.newContext(), without]) {
      const { page } = await pages.open("/tools/profit-calculator", context);
      const isShown = (label: string) => page.getByLabel(label).isVisible();
      assert.equal(await isShown("Offsite Ads"), true);
      assert.equal(await isShown("Amazon category"), false);
      await page.getByText("Amazon", { exact: true }).click();
      await page.getByLabel("Offsite Ads").waitFor({ state: "hidden" });
      await page.getByLabel("Weight, if Amazon ships it").fill("2");
      await page.getByText("Shopify", { exact: true }).first().click();
      await page.getByLabel("Weight, if Amazon ships it").waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Run" }).click();
      await page.locator("#sample-curl", { hasText: '"platform": "shopify"' }).waitFor();
      await waitForStatus(page, "200");
      assert.doesNotMatch(await readSample(page), /fbaWeight|shippingLabel/);
      await context.close();
    }
  });

  it("the kill fee switch is checked when a percentage is set, and can be unchecked", async () => {
    const { page } = await pages.open("/tools/contract-generator");
    const box = page.getByLabel("Kill fee");
    assert.equal(await box.isChecked(), true);
    await box.uncheck();
    await page.getByLabel("Part of the fee").waitFor({ state: "hidden" });
    await page.locator("#sample-curl", { hasText: '"includeKillFee": false' }).waitFor();
    const agreement = page.frameLocator(".paper iframe").locator("main");
    await agreement.filter({ hasNotText: "kill fee" }).waitFor();
    await box.check();
    await agreement.filter({ hasText: "kill fee" }).waitFor();
    await page.close();
  });

  describe("on one page of a meeting's cost", () => {
    let page: Page;
    before(async () => {
      ({ page } = await pages.open("/tools/meeting-cost"));
    });
    after(() => page.close());

    it("an attendee's name is before the rate", async () => {
      const cells = page.locator(".row:not(.head)").first().locator(".cell");
      assert.deepEqual(await cells.locator("label").allTextContents(), [
        "Name",
        "Role",
        "Hourly rate",
        "Annual salary",
        "People",
      ]);
      const [name, , rate] = await Promise.all((await cells.all()).map((one) => one.boundingBox()));
      assert.ok((rate?.width ?? 0) < (name?.width ?? 0));
    });

    it("an example beside a field fills it", async () => {
      await page.getByRole("button", { name: "60", exact: true }).click();
      await page.locator("#sample-curl", { hasText: '"durationMinutes": 60' }).waitFor();
      assert.equal(await page.getByLabel("Duration").inputValue(), "60");
    });

    it("focus stays in the list when a row is added or removed", async () => {
      await waitForStatus(page, "200");
      const remove = (one: number) => page.getByRole("button", { name: `Remove attendee ${one}` });
      const isFocused = (place: Locator) => place.and(page.locator(":focus")).waitFor();
      await remove(1).press("Enter");
      await isFocused(remove(1));
      await remove(1).press("Enter");
      await isFocused(page.getByRole("button", { name: "Add attendee" }));
      await page.keyboard.press("Enter");
      await isFocused(page.locator("[name='attendees.0.name']"));
    });
  });

  it("the language field suggests languages and links to the full list", async () => {
    const { page } = await pages.open("/tools/code-image");
    await page.getByRole("combobox", { name: "Language" }).focus();
    await page.locator('datalist option[value="typescript"]').waitFor({ state: "attached" });
    assert.ok((await page.locator('datalist option[value="ts"]').count()) > 0, "aliases, too");
    await page.getByRole("link", { name: "All languages" }).click();
    await page.getByText("actionscript-3", { exact: true }).waitFor();
    await page.close();
  });

  it("the known language that an unknown one is closest to is suggested", async () => {
    const { page } = await pages.open("/tools/code-image#code=x&language=typscript");
    await page.locator(".warnings", { hasText: "Did you mean typescript?" }).waitFor();
    await page.close();
  });

  it("a valid color is shown in its swatch", async () => {
    const { page } = await pages.open("/tools/qr");
    const sampled = page.getByLabel("Foreground: pick");
    for (const [text, color] of [
      ["#0a7", "#00aa77"],
      ["#123456cc", "#123456"],
      ["#ABCDEF", "#abcdef"],
    ] as const) {
      await page.getByLabel("Foreground", { exact: true }).fill(text);
      await eventually(async () => assert.equal(await sampled.inputValue(), color));
    }
    await sampled.fill("#336699");
    const field = page.getByLabel("Foreground", { exact: true });
    await eventually(async () => assert.equal(await field.inputValue(), "#336699"));
    await page.close();
  });

  it("a share link is not replaced by the form before, which is kept a moment after its last change", async () => {
    const context = await pages.browser.newContext();
    // The test runs the timers of the page, between a navigation and its event.
    await context.addInitScript(`
      const start = setTimeout;
      globalThis.delayed = [];
      globalThis.setTimeout = (run, ms, ...rest) =>
        ms === 150 ? delayed.push(run) : start(run, ms, ...rest);
    `);
    const { page } = await pages.open("/tools/password", context);
    await page.getByLabel("Length").fill("7");
    const sample = page.locator("#sample-curl");
    await sample.filter({ hasText: '"length": 7' }).waitFor();
    await waitForPaint(page);
    await page.evaluate(`{
      location.hash = "length=31";
      for (const run of delayed) run();
    }`);
    await sample.filter({ hasText: '"length": 31' }).waitFor();
    await context.close();
  });

  it("a sample that is chosen before the script of the samples has loaded stays chosen", async () => {
    const context = await pages.browser.newContext();
    const release = await holdRequests(context, "**/assets/lazy-components-*.js");
    const { page } = await pages.open("/tools/password", context);
    await page.getByRole("tab", { name: "Link" }).click();
    release();
    await page.locator("#sample-link pre").waitFor();
    await page.getByRole("tab", { name: "Link", selected: true }).waitFor();
    await context.close();
  });

  it("a share link fills the form in new and open tabs", async () => {
    const { page } = await pages.open("/tools/password");
    await page.getByLabel("Length").fill("31");
    await page.getByLabel("Uppercase").uncheck();
    await page.getByRole("tab", { name: "Link" }).click();
    const shown = page.locator("#sample-link pre").filter({ hasText: "length=31" });
    await shown.filter({ hasText: "uppercase=false" }).waitFor();
    const link = String(await shown.textContent());
    for (const start of ["/tools/password", "/tools/password#length=7"]) {
      const { page: other } = await pages.open(start);
      await waitForStatus(other, "200");
      await other.evaluate(`location.href = ${JSON.stringify(link)}`);
      await other.locator("#sample-curl", { hasText: '"length": 31' }).waitFor();
      await other.getByLabel("Uppercase").and(other.locator(":not(:checked)")).waitFor();
      // The form is written into the history entry a moment later, which must still be the newest.
      await waitUntilTrue(other, "history.state?.values?.length === '31'");
      await other.goBack();
      const length = start.includes("#") ? "7" : "20";
      await other.getByRole("tab", { name: "Link" }).click();
      await other.locator("#sample-link", { hasText: `length=${length}` }).waitFor();
      const field = other.getByLabel("Length");
      await eventually(async () => assert.equal(await field.inputValue(), length));
      await other.close();
    }
    await page.close();
  });

  it("a share link resets omitted fields, and other fragments change nothing", async () => {
    const { page } = await pages.open("/tools/password#length=9");
    await page.locator("#sample-curl", { hasText: '"length": 9' }).waitFor();
    assert.equal(await page.getByLabel("Uppercase").isChecked(), true);
    assert.doesNotMatch(await readSample(page), /uppercase/);
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    // The new history entry gets the form with the event of its fragment.
    await waitUntilTrue(
      page,
      "location.hash !== '#length=9' && history.state?.values?.length === '9'",
    );
    await page.reload();
    await hydrated(page);
    const field = page.getByLabel("Length");
    await eventually(async () => assert.equal(await field.inputValue(), "9"));
    await page.close();
  });

  it("a malformed fragment is ignored", async () => {
    const many = Array.from({ length: 6000 }, (_, row) => `attendees.${row}.hourlyRate=1`);
    for (const fragment of [
      "__proto__=1&constructor=2&toString=3&__proto__.x=4&attendees.__proto__.hourlyRate=5",
      "attendees=x&attendees.0=y&attendees.0.hourlyRate.z=1&durationMinutes.x=1&durationMinutes=30",
      "attendees.99999.name=x&attendees.-1.name=y&attendees.1e3.name=z&durationMinutes=%00%ff%",
      `durationMinutes=${"9".repeat(300_000)}`,
      many.join("&"),
    ]) {
      const { page, said } = await pages.open(`/tools/meeting-cost#${fragment}`);
      await page.locator(".status span").first().waitFor();
      await page.getByRole("button", { name: "Example" }).click({ timeout: 60_000 });
      await waitForStatus(page, "200");
      assert.deepEqual(
        said.filter((line) => !/ 4(13|22) /.test(line)),
        [],
        fragment.slice(0, 80),
      );
      assert.equal(await page.evaluate("({}).x"), undefined);
      await page.close();
    }
  });

  it("a 422 names each field by its label and links to it", async () => {
    const link = "invoiceNumber=1&from.name=A&to.name=&items.0.description=x&items.0.quantity=1";
    const { page } = await pages.open(`/tools/invoice#${link}&currency=QQQ`);
    await waitForStatus(page, "422");
    await page.locator(".failure a").nth(2).waitFor();
    assert.deepEqual(await page.locator(".failure a").allTextContents(), [
      "Currency",
      "To: Name",
      "Item 1: Rate",
    ]);
    assert.equal(await page.getByLabel("Currency").inputValue(), "QQQ");
    await page.getByRole("link", { name: "Item 1: Rate" }).click();
    await page.locator("[name='items.0.rate']:focus").waitFor();
    await page.keyboard.type("7");
    await page.locator(".failure", { hasNotText: "Rate" }).waitFor();
    assert.equal(await page.locator("[name='items.0.rate']").inputValue(), "7");
    await page.close();
  });

  it("an empty choice is required, without the values that the API names", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#result .failure", { hasText: "Platform is required" }).waitFor();
    await page.close();
  });

  it("text that is typed before hydration is kept", async () => {
    const context = await pages.browser.newContext();
    // A page is hydrated after its first frame.
    await context.addInitScript(
      "globalThis.frame = requestAnimationFrame; globalThis.held = []; requestAnimationFrame = (run) => held.push(run)",
    );
    const { page, said } = await pages.open("/tools/invoice", context, { isEarly: true });
    await page.getByLabel("Invoice number").fill("typed-early");
    await page.getByLabel("Currency").selectOption("JPY");
    assert.equal(await page.evaluate("performance.getEntriesByName('hydrated').length"), 0);
    await page.evaluate("requestAnimationFrame = frame; held.forEach((run) => frame(run))");
    await page.locator("#sample-curl", { hasText: "typed-early" }).waitFor();
    assert.match(await readSample(page), /"currency": "JPY"/);
    assert.equal(await page.getByLabel("Invoice number").inputValue(), "typed-early");
    await page.frameLocator("iframe").last().getByText("typed-early").first().waitFor();
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a very long name does not push amounts out of view", async () => {
    const { page } = await pages.open(
      `/tools/meeting-cost#attendees.0.name=${"W".repeat(200)}&attendees.0.hourlyRate=60&durationMinutes=60`,
    );
    await page.locator(".result table", { hasText: "WWWW" }).waitFor();
    const width = await page.locator(".result table").evaluate((table) => table.scrollWidth);
    assert.ok(width < 700, `${width} pixels`);
    await page.close();
  });

  it("an error about a list with too few entries links to it and is described there", async () => {
    const { page } = await pages.open("/tools/invoice#from.name=A&to.name=B");
    await page.locator(".failure").getByRole("link", { name: "Items" }).click();
    const list = page.getByRole("group", { name: "Items" });
    await list.and(page.locator(":focus")).waitFor();
    await eventually(async () => {
      const described = String(await list.getAttribute("aria-describedby"));
      const [text] = await page.locator(`#${described}`).allTextContents();
      assert.match(String(text), /^Must have at least 1/);
    });
    await page.close();
  });

  it("a number that a double cannot represent is rejected", async () => {
    const { page } = await pages.open("/tools/invoice");
    await page.locator("#field-taxRate").fill("1e999");
    await page.keyboard.press("Tab");
    await page.getByText("Must be a number", { exact: true }).waitFor();
    await page.close();
  });

  it("numbers are accepted as people paste them, and the form asks which of two is meant", async () => {
    const { page } = await pages.open("/tools/profit-calculator");
    await page.getByLabel("Sale price").fill("$1 234,50");
    await page.locator("#sample-curl", { hasText: '"salePrice": 1234.5,' }).waitFor();
    await waitForStatus(page, "200");
    await page.getByLabel("Sale price").fill("1,234");
    await page.locator(".failure", { hasText: "could be 1234 or 1.234" }).waitFor();
    await page.close();
  });

  it("the form is kept and unexpected responses of a proxy are explained", async () => {
    const { page, said } = await pages.open("/tools/meeting-cost");
    await waitForStatus(page, "200");
    const unread = "The server's response could not be read.";
    for (const [row, [status, body, heard]] of [
      [502, "<h1>Bad gateway</h1>", unread],
      [500, '{"message":"no"}', unread],
      [500, "null", unread],
      [200, "not json", unread],
      [429, '{"error":"too many; try again"}', "Too many; try again"],
      [422, '{"error":"a; b","errors":[{"pointer":"#/x","detail":"b"}]}', "A. B"],
      [0, "", "The server did not respond. Is it running?"],
    ].entries() as ArrayIterator<[number, [status: number, body: string, heard: string]]>) {
      await page.route("**/api/v1/meeting-cost", (route) =>
        status === 0
          ? route.abort()
          : route.fulfill({ status, body, contentType: "application/json" }),
      );
      const duration = String(900 + row);
      const asked = page.waitForRequest((one) => String(one.postData()).includes(duration));
      await page.getByLabel("Duration").fill(duration);
      await asked;
      await page
        .locator(".status", { hasText: status === 0 ? "No response" : `${status}` })
        .waitFor();
      await page.locator(".status .unseen", { hasText: heard }).waitFor({ state: "attached" });
      await eventually(async () =>
        assert.equal(await page.locator(".failure li").count(), heard === "A. B" ? 2 : 1),
      );
      assert.equal(await page.getByLabel("Duration").inputValue(), duration);
      await page.unroute("**/api/v1/meeting-cost");
    }
    await page.getByRole("button", { name: "Run" }).click();
    await waitForStatus(page, "200");
    assert.deepEqual(
      said.filter((line) => !line.startsWith("Failed to load")),
      [],
    );
    await page.close();
  });

  it("Copy works without the Clipboard API and reports a failure", async () => {
    const context = await pages.browser.newContext();
    await keepFeedback(context);
    await context.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })",
    );
    const { page } = await pages.open("/tools/hash", context);
    await waitForStatus(page, "200");
    const copy = page.locator("#sample-curl .copy");
    await copy.press("Enter");
    await copy.getByText("Copied").and(page.locator(":focus *")).waitFor();
    await context.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } })",
    );
    await page.reload();
    await hydrated(page);
    await copy.click();
    await copy.getByText("Not allowed").waitFor();
    await context.close();
  });

  it("an invoice too long for a URL is shown without adding history entries", async () => {
    const { page, said } = await pages.open("/tools/invoice");
    const shown = page.frameLocator("iframe").last();
    await shown.getByText("2026-014").first().waitFor();
    const length = Number(await page.evaluate("history.length"));
    for (const end of ["первый", "второй"]) {
      await page
        .getByLabel("Notes")
        .fill(`${"Оплатите в течение тридцати дней. ".repeat(55)}${end}`);
      // The pages of a long invoice's PDF hide the document when they arrive.
      await shown.getByText(end).waitFor({ state: "attached" });
    }
    assert.equal(await page.evaluate("history.length"), length);
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Open in a new tab" }).click(),
    ]);
    await tab.getByText("второй").waitFor();
    await page.locator("#field-notes").fill("short");
    await shown.getByText("short", { exact: true }).waitFor();
    assert.equal(await page.evaluate("history.length"), length);
    assert.deepEqual(said, []);
    await page.close();
  });

  it("without JavaScript, values are kept and errors are shown beside fields", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page, said } = await pages.open("/tools/invoice", context);
    const hostile = `"><script>alert(1)</script>\n</textarea>`;
    await page.locator("[name='from.name']").fill("Ada & Söhne");
    await page.locator("[name='items.1.rate']").fill("abc");
    await page.locator("[name='notes']").fill(hostile);
    await page.locator("[name='currency']").selectOption("USD");
    await page.getByRole("button", { name: "Run" }).click();
    // This element exists only on a page with errors.
    await page.locator("#field-items-1-rate-problem").waitFor();
    await waitForStatus(page, "422");
    assert.equal(await page.locator("[name='from.name']").inputValue(), "Ada & Söhne");
    assert.equal(await page.locator("[name='items.1.rate']").inputValue(), "abc");
    assert.equal(await page.locator("[name='items.1.rate']").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("[name='notes']").inputValue(), hostile);
    assert.equal(await page.locator("[name='currency']").inputValue(), "USD");
    await page.getByRole("button", { name: "Add item" }).click();
    await page.locator("[name='items.4.rate']").waitFor();
    assert.equal(await page.locator("[name='notes']").inputValue(), hostile);
    assert.deepEqual(said, []);
    await context.close();
  });

  it("a GET-only tool shows its result and request samples", async () => {
    const { page, said } = await pages.open("/tools/code-image-languages");
    await page.getByRole("cell", { name: "typescript", exact: true }).waitFor();
    assert.match(await readSample(page), /^curl 'http:[^']+\/api\/v1\/code-image\/languages'$/);
    assert.deepEqual(said, []);
    await page.close();
  });

  it("https:// is added to a URL without a scheme", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await pages.browser.newContext({ javaScriptEnabled });
      const { page } = await pages.open("/tools/carbon-footprint", context);
      await page.getByLabel("URL", { exact: true }).fill("127.0.0.2/page");
      await page.getByRole("button", { name: "Run" }).click();
      await waitForStatus(page, "422");
      await page.locator(".failure", { hasText: "The site did not respond" }).waitFor();
      await context.close();
    }
  });

  it("a site is measured with and without JavaScript", async (test) => {
    const site = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><html lang="en"><title>A small site</title><p>Hello</html>`);
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    test.after(() => site.close());
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    for (const javaScriptEnabled of [true, false]) {
      const context = await pages.browser.newContext({ javaScriptEnabled });
      const { page, said } = await pages.open("/tools/carbon-footprint", context);
      await page.getByLabel("URL", { exact: true }).fill(url);
      await page.getByRole("button", { name: "Run" }).click();
      await waitForStatus(page, "200");
      assert.equal(await page.locator(".dial .grade").textContent(), "A+");
      assert.ok((await page.getByText(url, { exact: true }).count()) > 0);
      assert.deepEqual(said, []);
      await context.close();
    }
  });
});
