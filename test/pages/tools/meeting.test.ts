import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BrowserContext } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { DEVICES, type Pages, press, startPages } from "../support/pages.ts";

/** Stops the time of the pages, so that only the test advances it. */
async function stopTime({ clock }: BrowserContext): Promise<void> {
  await clock.install({ time: "2026-11-22T10:00:00Z" });
  await clock.pauseAt("2026-11-22T11:00:00Z");
}

describe("the page of meeting costs", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, the yearly cost of a team's weekly meeting is shown with the share of each role`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/meeting-cost", context);
      await press(page.getByRole("button", { name: "Clear" }));
      await page.getByRole("radio", { name: "Yearly salaries" }).check({ force: true });
      for (const [row, [role, salary, people]] of [
        ["Engineers", "104000", "6"],
        ["Designer", "93600", "1"],
      ].entries()) {
        await press(page.getByRole("button", { name: "Add attendee" }));
        // The new row takes the focus a moment later, also from a control that is being filled.
        await page.locator(`[name^="attendees.${row}."]:focus`).waitFor();
        const fill = (name: string, text = "") =>
          page.locator(`[name="attendees.${row}.${name}"]`).fill(text);
        await fill("role", role);
        await fill("annualSalary", salary);
        await fill("count", people);
      }
      await page.locator("[name='attendees.0.hourlyRate']").waitFor({ state: "hidden" });
      await page.getByLabel("Duration").fill("30");
      await press(page.getByRole("button", { name: "Weekly" }));
      await page.locator(".annual", { hasText: "$8,970.00 a year" }).waitFor();
      await page.locator(".highlight strong", { hasText: "$172.50" }).waitFor();
      const shares = await page.locator(".shares tr").allTextContents();
      assert.deepEqual(shares, ["Engineers87%$150.00", "Designer13%$22.50"]);
      // A slow machine sends forms that are filled halfway.
      assert.deepEqual(
        said.filter((line) => !/ 422 /.test(line)),
        [],
      );
      await context.close();
    });
  }

  it("rates become salaries and return without a loss", async () => {
    const { page } = await pages.open("/tools/meeting-cost");
    const rate = page.locator("[name='attendees.0.hourlyRate']");
    const salary = page.locator("[name='attendees.0.annualSalary']");
    await rate.fill("33.33");
    await page.getByRole("radio", { name: "Yearly salaries" }).check({ force: true });
    await eventually(async () => assert.equal(await salary.inputValue(), "69326.4"));
    await page.getByRole("radio", { name: "Hourly rates" }).check({ force: true });
    await eventually(async () => assert.equal(await rate.inputValue(), "33.33"));
    assert.equal(await salary.inputValue(), "");
    await rate.fill("$62,50");
    await page.getByRole("radio", { name: "Yearly salaries" }).check({ force: true });
    await eventually(async () => assert.equal(await salary.inputValue(), "130000"));
    await page.close();
  });

  it("the meeting clock runs, also while the page is in the background, pauses, continues and resets", async () => {
    const context = await pages.browser.newContext();
    const { page, said } = await pages.open("/tools/meeting-cost", context);
    await stopTime(context);
    const clock = page.locator(".clock");
    const waitForTime = (text: string) => clock.getByText(text, { exact: true }).waitFor();
    await clock.getByRole("button", { name: "Start" }).click();
    // A tick more than a minute, because the first comes a moment after the click.
    await context.clock.runFor(60_100);
    await waitForTime("1:00 of 45:00");
    await waitForTime("$2.50");
    await eventually(async () => assert.match(await page.title(), /^\$2\.50 · /));
    // A page in the background gets few ticks: here one for ten minutes.
    await context.clock.fastForward(600_000);
    await waitForTime("11:00 of 45:00");
    await waitForTime("$27.50");
    await clock.getByRole("button", { name: "Pause" }).click();
    await context.clock.runFor(60_000);
    await waitForTime("11:00 of 45:00");
    await clock.getByRole("button", { name: "Continue" }).click();
    await context.clock.runFor(200);
    await context.clock.fastForward(2_100_000);
    await waitForTime("46:00 of 45:00");
    await waitForTime("Over time by 1 minute");
    await clock.getByRole("button", { name: "Reset" }).click();
    await waitForTime("$0.00");
    await context.clock.runFor(200);
    await eventually(async () => assert.doesNotMatch(await page.title(), /\$/));
    assert.deepEqual(said, []);
    await context.close();
  });

  it("the meeting clock ticks once a second for people who prefer reduced motion", async () => {
    for (const [reducedMotion, expected] of [
      ["reduce", "$0.00"],
      ["no-preference", "$0.02"],
    ] as const) {
      const context = await pages.browser.newContext({ reducedMotion });
      const { page } = await pages.open("/tools/meeting-cost", context);
      await stopTime(context);
      await page.locator(".clock").getByRole("button", { name: "Start" }).click();
      await context.clock.runFor(500);
      await page.locator(".running").getByText(expected, { exact: true }).waitFor();
      await context.close();
    }
  });

  it("clock and result are kept while the network is down and while a field is wrong", async () => {
    const { page } = await pages.open("/tools/meeting-cost");
    await page.locator(".clock").getByRole("button", { name: "Start" }).click();
    await page.getByLabel("Duration").fill("x");
    await page.locator(".failure", { hasText: "Duration must be a number" }).waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByLabel("Duration").fill("60");
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    assert.equal(await page.locator(".highlight strong").textContent(), "$112.50");
    await page.locator(".clock").getByRole("button", { name: "Pause" }).waitFor();
    await page.close();
  });

  it("the buttons stay readable while the result is stale", async () => {
    const { page } = await pages.open("/tools/meeting-cost");
    await page.getByLabel("Duration").fill("abc");
    await page.locator(".stale").waitFor();
    const readColor = (button: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${button}")).color`);
    assert.match(String(await readColor(".stale .primary")), /^rgb/);
    assert.equal(await readColor(".stale .primary"), await readColor(".actions .primary"));
    await page.close();
  });
});
