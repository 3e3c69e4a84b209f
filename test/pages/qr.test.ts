import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../support/browser.ts";
import { type Pages, startPages } from "../support/pages.ts";

/** Draws the picture of the page as a PNG, a data URL. */
const PICTURE = `(async () => {
  const image = document.querySelector(".picture img");
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
  canvas.getContext("2d").drawImage(image, 0, 0, 400, 400);
  return canvas.toDataURL("image/png");
})()`;

describe("page of QR codes", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /** Resolves to the text of the picture that the page shows for the next request with this part. */
  const readNext = async (page: Page, part: string): Promise<string | undefined> => {
    await page.waitForResponse((one) => (one.request().postData() ?? "").includes(part));
    await page.locator('#result[aria-busy="false"] .result-body:not(.stale)').waitFor();
    return decode(await page.evaluate<string>(PICTURE));
  };

  /** Returns the text of the code on an image. */
  const decode = async (image: string): Promise<string | undefined> => {
    const response = await fetch(`${pages.server.url}/api/v1/barcode-read`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ image }),
    });
    const { codes } = (await response.json()) as { codes: { text: string }[] };
    return codes[0]?.text;
  };

  it("Wi-Fi asks for the network and makes its code", async () => {
    const { page, said } = await pages.open("/tools/qr");
    assert.equal(await page.getByLabel("Network name").isVisible(), false);
    await page.getByText("Wi-Fi", { exact: true }).click();
    assert.equal(await page.getByLabel("Text", { exact: true }).first().isVisible(), false);
    await page.getByLabel("Network name").fill("Guests");
    const shown = readNext(page, "welcome-in");
    await page.getByLabel("Password", { exact: true }).fill("welcome-in");
    assert.equal(await shown, "WIFI:T:WPA;S:Guests;P:welcome-in;;");
    assert.deepEqual(
      said.filter((line) => !line.includes("status of 422")),
      [],
    );
    await page.close();
  });

  it("a text that was typed before comes back, and only one of both is sent", async () => {
    const { page } = await pages.open("/tools/qr#text=hello&content.type=phone");
    await page.getByRole("radio", { name: "Phone", checked: true }).waitFor();
    const call = readNext(page, "+15550100");
    await page.getByLabel("Number", { exact: true }).fill("+15550100");
    assert.equal(await call, "tel:+15550100");
    const text = readNext(page, '"text":"hello"');
    await page.getByText("Link or text", { exact: true }).click();
    assert.equal(await text, "hello");
    await page.close();
  });

  it("the arrow keys choose the content", async () => {
    const { page } = await pages.open("/tools/qr");
    await page.getByRole("radio", { name: "Link or text" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("Network name").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: "Phones" }).waitFor();
    assert.equal(await page.getByLabel("Network name").isVisible(), false);
    await page.close();
  });

  it("shows the fields of the chosen content without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/qr", context);
    await page.getByText("Wi-Fi", { exact: true }).click();
    assert.equal(await page.getByLabel("Text", { exact: true }).first().isVisible(), false);
    assert.equal(await page.getByRole("group", { name: "Phones" }).isVisible(), false);
    await page.getByLabel("Network name").fill("Guests");
    await page.getByLabel("Password", { exact: true }).fill("welcome-in");
    await page.getByRole("button", { name: "Run" }).click();
    assert.equal(await page.locator(".picture img").count(), 1);
    assert.equal(await page.getByRole("radio", { name: "Wi-Fi" }).isChecked(), true);
    await context.close();
  });
});
