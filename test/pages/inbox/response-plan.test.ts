import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Locator, Page, Route } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { type Pages, startPages } from "../support/pages.ts";

interface Plan {
  steps: object[];
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save plan" }).click();
}

function saved(page: Page): Locator {
  return page.getByText("Saved. It applies from the next request.");
}

describe("response plan of an inbox's page", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  function planUrl(id: string): string {
    return `${pages.server.url}/api/v1/inboxes/${id}/response`;
  }

  function send(id: string): Promise<Response> {
    return fetch(`${pages.server.url}/api/v1/webhook/${id}`, { method: "POST" });
  }

  async function readSteps(id: string): Promise<object[]> {
    return ((await (await fetch(planUrl(id))).json()) as Plan).steps;
  }

  async function openPlan(id: string, phone = false): Promise<Page> {
    await send(id);
    const context = phone
      ? await pages.browser.newContext({ viewport: { width: 375, height: 700 }, hasTouch: true })
      : undefined;
    const { page } = await pages.open(`/inbox/${id}`, context);
    await page.locator(".status .live").waitFor();
    await page.getByText("Respond", { exact: true }).click();
    await page.getByText("No plan: requests get the usual acknowledgement.").waitFor();
    return page;
  }

  /**
   * Opens the plan of an inbox with requests. The server sends the plan when `release` is called.
   */
  async function openSlowly(id: string) {
    const { page } = await pages.open(`/inbox/${id}`);
    const held: Route[] = [];
    await page.route("**/response", (route) => {
      if (route.request().method() === "GET") held.push(route);
      else void route.continue();
    });
    await page.locator(".status .live").waitFor();
    await page.getByText("Respond", { exact: true }).click();
    const release = async () => {
      await eventually(() => assert.equal(held.length, 1));
      await held[0]?.continue();
    };
    return { page, release };
  }

  it("a preset of the response plan makes the next requests fail, and Remove plan ends it", async () => {
    const page = await openPlan("preset");
    await page.getByRole("button", { name: "Always 500" }).click();
    await save(page);
    await saved(page).waitFor();
    assert.equal((await send("preset")).status, 500);
    await page.getByRole("button", { name: "Remove plan" }).click();
    await page.getByText("Removed. No plan").waitFor();
    assert.equal((await send("preset")).status, 200);
    await page.close();
  });

  it("steps of the response plan are added, filled, moved by keyboard and removed", async () => {
    const page = await openPlan("steps");
    await page.getByRole("button", { name: "Add step" }).click();
    const step = (number: number) => page.getByRole("group", { name: `Step ${number}` });
    await step(3).getByLabel("Status").fill("429");
    await step(3).getByRole("button", { name: "Add header" }).click();
    await step(3).getByLabel("Header", { exact: true }).fill("Retry-After");
    await step(3).getByLabel("Value").fill("2");
    await step(3).getByLabel("Body").fill('{"id":"{record.id}"}');
    await page.keyboard.press("Alt+ArrowUp");
    await step(2).getByLabel("Header", { exact: true }).waitFor();
    await step(2).locator(".up:focus").waitFor();
    await step(1).getByRole("button", { name: "Remove step 1" }).focus();
    await page.keyboard.press("Enter");
    await step(2).getByLabel("Close the connection").check();
    await save(page);
    await saved(page).waitFor();
    assert.deepEqual(await readSteps("steps"), [
      { status: 429, body: '{"id":"{record.id}"}', headers: { "Retry-After": "2" } },
      { close: true },
    ]);
    await page.close();
  });

  it("an error of the server is shown in one sentence at its field of the response plan", async () => {
    const page = await openPlan("errors");
    await page.getByLabel("Status").first().fill("99");
    await page.getByRole("button", { name: "Add header" }).first().click();
    await page.getByLabel("Header", { exact: true }).fill("Location");
    await save(page);
    for (const [label, sentence] of [
      ["Status", "Must be at least 200"],
      ["Header", /^Not allowed; headers may be Retry-After/],
    ] as const) {
      const field = page.getByLabel(label, { exact: true }).first();
      const problem = page.locator(`[id="${await field.getAttribute("id")}-problem"]`);
      await problem.waitFor();
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.match((await problem.textContent()) ?? "", new RegExp(sentence));
    }
    await page.getByLabel("Status").first().fill("500");
    await page.getByLabel("Status").first().and(page.locator(":not([aria-invalid])")).waitFor();
    await page.close();
  });

  it("the JSON of the response plan has the same steps, and a text that is not a list of steps is kept", async () => {
    const page = await openPlan("json");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const json = page.getByLabel("Steps as JSON");
    assert.match(await json.inputValue(), /"times": 3/);
    await json.fill("[{]");
    await page.getByRole("button", { name: "Form", exact: true }).click();
    await page.getByText("Not valid JSON").waitFor();
    assert.equal(await json.inputValue(), "[{]");
    await json.fill('[{"status": 503, "delayMs": 10}]');
    await page.getByRole("button", { name: "Form", exact: true }).click();
    const status = page.getByLabel("Status");
    await eventually(async () => assert.equal(await status.inputValue(), "503"));
    await save(page);
    await saved(page).waitFor();
    assert.deepEqual(await readSteps("json"), [{ status: 503, delayMs: 10 }]);
    await page.close();
  });

  it("the response plan keeps the steps when the network is cut, and saves them on the next try", async () => {
    const page = await openPlan("offline");
    await page.getByLabel("Status").first().fill("418");
    await page.context().setOffline(true);
    await save(page);
    await page.getByText("The server does not respond. Your steps are kept").waitFor();
    await page.context().setOffline(false);
    await save(page);
    await saved(page).waitFor();
    assert.deepEqual((await readSteps("offline"))[0], { status: 418, times: 3 });
    await page.close();
  });

  it("the response plan keeps what was typed before a slow server sends the plan", async () => {
    await send("slow");
    await fetch(planUrl("slow"), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"steps":[{"status":201}]}',
    });
    const { page, release } = await openSlowly("slow");
    await page.getByLabel("Status").first().fill("502");
    await release();
    await page.getByText("Next: step 1.").waitFor();
    assert.equal(await page.getByLabel("Status").first().inputValue(), "502");
    await page.close();
  });

  it("the response plan is saved before a slow server sends the earlier one", async () => {
    await send("early");
    const { page, release } = await openSlowly("early");
    await page.getByRole("button", { name: "Always 500" }).click();
    await save(page);
    await saved(page).waitFor();
    const late = page.waitForResponse("**/response");
    await release();
    await (await late).finished();
    await saved(page).waitFor();
    assert.deepEqual(await readSteps("early"), [{ status: 500 }]);
    await page.close();
  });

  it("the response plan fits a phone and responds to touch", async () => {
    const page = await openPlan("phone", true);
    await page.getByRole("button", { name: "Add step" }).tap();
    await page.getByRole("button", { name: "Add header" }).last().tap();
    await page.getByRole("button", { name: "Move step 3 up" }).tap();
    await page.getByRole("button", { name: "Save plan" }).tap();
    await saved(page).waitFor();
    assert.equal((await readSteps("phone")).length, 3);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 375);
    await page.context().close();
  });
});
