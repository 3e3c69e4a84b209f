import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { findSkipReason } from "../../support/needs.ts";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { checkDownload, DEVICES, keepFeedback, type Pages, startPages } from "../support/pages.ts";

/** Draws the picture of the page as a PNG, a data URL. */
const PICTURE = `(async () => {
  const image = document.querySelector(".picture img");
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
  canvas.getContext("2d").drawImage(image, 0, 0, 400, 400);
  return canvas.toDataURL("image/png");
})()`;

interface Code {
  text: string;
  /** Corners, clockwise from the top left. */
  position: { x: number; y: number }[];
}

const noPdftoppm = findSkipReason("pdftoppm -v");

describe("page of QR codes", { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  /**
   * Resolves to the text of the picture that the page shows for the next request with this part.
   */
  const readNext = async (page: Page, part: string): Promise<string | undefined> => {
    await page.waitForResponse((one) => (one.request().postData() ?? "").includes(part));
    await page.locator('#result[aria-busy="false"] .result-body:not(.stale)').waitFor();
    return decode(await page.evaluate<string>(PICTURE));
  };

  /** Returns the text of the code on an image. */
  const decode = async (image: string): Promise<string | undefined> =>
    (await readCodes(image))[0]?.text;

  /**
   * Reads the code on an image, base64 or a data URL. Looks for one QR code only, because a search
   * that does not end within its two seconds has no codes, and one for all types in a page takes
   * half a second on a quick machine.
   */
  const readCodes = async (image: string): Promise<Code[]> => {
    const response = await fetch(`${pages.server.url}/api/v1/barcode-read`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ image, types: ["qr"], max: 1 }),
    });
    const result = (await response.json()) as { complete: boolean; codes: Code[] };
    assert.equal(result.complete, true, JSON.stringify(result));
    return result.codes;
  };

  it("the content Wi-Fi asks for the network and makes its code", async () => {
    const { page, said } = await pages.open("/tools/qr");
    assert.equal(await page.getByLabel("Network name").isVisible(), false);
    await page.getByText("Wi-Fi", { exact: true }).click();
    await page.getByLabel("Text", { exact: true }).first().waitFor({ state: "hidden" });
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

  it("a text that was typed before comes back, and only one of text and content is sent", async () => {
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

  it("My details give a contact their color and logo, and a Swiss payment neither", async () => {
    const context = await pages.browser.newContext();
    const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>')}`;
    const createParty = (name: string, accentColor: string) => ({
      role: "sender",
      name,
      members: { name, "payment.iban": "CH9300762011623852957", accentColor, logo },
    });
    const parties = [createParty("Studio", "#0f766e"), createParty("Pale", "#fde68a")];
    await context.addInitScript(
      `localStorage.setItem("sundry:details", ${JSON.stringify(JSON.stringify({ version: 1, parties }))})`,
    );
    const { page } = await pages.open("/tools/qr", context);
    const take = async (title: string, party: string) => {
      await page.getByText(title, { exact: true }).first().click();
      await page.getByText("My details", { exact: true }).click();
      await page.getByRole("button", { name: party }).click();
    };
    const read = async () => [
      await page.locator("#field-darkColor").inputValue(),
      await page.locator("#field-logo").inputValue(),
    ];
    await take("Contact", "Pale");
    assert.deepEqual(await read(), ["#000000", logo]);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("Payment", { exact: true }).first().click();
    await page.getByLabel("Standard").selectOption("swiss");
    await take("Payment", "Studio");
    assert.deepEqual(await read(), ["#000000", ""]);
    await page.getByLabel("Standard").selectOption("epc");
    await take("Payment", "Studio");
    assert.deepEqual(await read(), ["#0f766e", ""]);
    await take("Contact", "Studio");
    assert.deepEqual(await read(), ["#0f766e", logo]);
    await page.locator("#sample-curl", { hasText: '"darkColor": "#0f766e"' }).waitFor();
    await context.close();
  });

  it("the arrow keys choose the content", async () => {
    const { page } = await pages.open("/tools/qr");
    await page.getByRole("radio", { name: "Link or text" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("Network name").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: "Phones" }).waitFor();
    await page.getByLabel("Network name").waitFor({ state: "hidden" });
    await page.close();
  });

  it("lists appear with the content that was chosen while their script was slow", async () => {
    const context = await pages.browser.newContext();
    const held: Route[] = [];
    await context.route("**/assets/Rows-*.js", (route) => void held.push(route));
    const { page } = await pages.open("/tools/qr", context);
    await page.getByText("Wi-Fi", { exact: true }).click();
    await eventually(() => assert.equal(held.length, 1));
    await page.getByText("Contact", { exact: true }).click();
    await page.getByLabel("Full name").waitFor();
    await held[0]?.continue();
    await page.getByRole("group", { name: "Phones" }).waitFor();
    await page.getByRole("group", { name: "Emails" }).waitFor();
    await context.close();
  });

  it("errors of a content name its fields as the form does, and hidden lists leave no gap", async () => {
    const context = await pages.browser.newContext(DEVICES["a desktop"]);
    const { page } = await pages.open("/tools/qr", context);
    const choose = (title: string) => page.getByText(title, { exact: true }).first().click();
    const failure = page.locator("#result .failure");
    await choose("Wi-Fi");
    await failure.getByText("Network name is required").waitFor();
    assert.deepEqual(await failure.getByRole("link").allTextContents(), [
      "Network name",
      "Password",
    ]);
    await choose("Contact");
    await failure
      .getByText("Full name is required unless First name or Last name is set")
      .waitFor();
    await choose("Event");
    await failure.getByText("Title is required").waitFor();
    const find = (label: string) => page.getByLabel(label, { exact: true }).boundingBox();
    // The form moves while the lists are hidden, and the two boxes are read one after the other.
    await eventually(async () => {
      const [title, start] = await Promise.all([find("Title"), find("Start")]);
      assert.equal(title?.y, start?.y);
    });
    await context.close();
  });

  it("an event's start and end are dates or times, as it takes whole days or not", async () => {
    const { page } = await pages.open("/tools/qr");
    await page.getByText("Event", { exact: true }).first().click();
    const start = page.getByLabel("Start", { exact: true });
    const end = page.getByLabel("End", { exact: true });
    await page.getByLabel("Title", { exact: true }).fill("Launch");
    // Only native controls take no other text.
    await start.fill("2031-02-03T18:00");
    await end.fill("2031-02-04T20:30");
    assert.equal(await start.getAttribute("type"), "datetime-local");
    // The API's rules for texts are no help where a control writes them.
    assert.equal(await page.getByText("Defaults to true when start is a date").count(), 0);
    const sample = page.locator("#sample-curl");
    await sample.filter({ hasText: '"start": "2031-02-03T18:00"' }).waitFor();
    await page.getByLabel("All day", { exact: true }).check();
    await sample.filter({ hasText: '"end": "2031-02-04"' }).waitFor();
    assert.equal(await start.getAttribute("type"), "date");
    await page.locator(".status span", { hasText: "200" }).first().waitFor();
    await page.getByLabel("All day", { exact: true }).uncheck();
    await sample.filter({ hasText: '"start": "2031-02-03T09:00"' }).waitFor();
    assert.equal(await end.inputValue(), "2031-02-04T09:00");
    await page.close();
  });

  it("a start with an offset stays a text", async () => {
    const time = encodeURIComponent("2031-02-03T18:00+01:00");
    const { page } = await pages.open(`/tools/qr#content.type=event&content.start=${time}`);
    const start = page.getByLabel("Start", { exact: true });
    await eventually(async () => assert.equal(await start.inputValue(), "2031-02-03T18:00+01:00"));
    await page.close();
  });

  it("a PNG is shown as large as an SVG, with how full the code is", async () => {
    const { page } = await pages.open("/tools/qr");
    const image = page.locator(".picture img");
    const measureWidth = async () => (await image.boundingBox())?.width ?? 0;
    const svgWidth = await measureWidth();
    assert.ok(svgWidth > 300, `${svgWidth} pixels`);
    await page.getByText("19 of 2,331 bytes, version 2").waitFor();
    await page.getByLabel("Format", { exact: true }).selectOption("png");
    await page.locator(".picture img.pixels").waitFor();
    await eventually(async () => assert.equal(await measureWidth(), svgWidth));
    await page.getByLabel("Text", { exact: true }).first().fill("12345");
    await page.getByText("5 of 5,596 digits, version 1").waitFor();
    await page.close();
  });

  it("the shapes of modules are offered as pictures", async () => {
    const { page, said } = await pages.open("/tools/qr");
    const shapes = page.getByRole("group", { name: "Module shape" });
    assert.equal(await shapes.locator("label svg").count(), 3);
    assert.equal(await shapes.getByRole("radio", { name: "Square" }).isChecked(), true);
    const sent = page.waitForRequest((one) => (one.postData() ?? "").includes('"dots"'));
    await shapes.getByText("Dots", { exact: true }).click();
    assert.deepEqual((await sent).postDataJSON(), {
      text: "https://example.com",
      format: "svg",
      moduleShape: "dots",
    });
    assert.deepEqual(said, []);
    await page.close();
  });

  it("the bar on a phone names the content, without its password", async () => {
    const context = await pages.browser.newContext({ viewport: { width: 375, height: 700 } });
    const { page } = await pages.open("/tools/qr", context);
    const bar = page.locator(".headline-bar");
    await bar.getByText("https://example.com").waitFor();
    await page.getByText("Wi-Fi", { exact: true }).click();
    await bar.getByText("2 fields need attention", { exact: true }).waitFor();
    const marked = page.locator("label:visible", { has: page.locator(".required") });
    assert.deepEqual(await marked.allTextContents(), ["Network name", "Password"]);
    // The error is not highlighted before a field was left.
    assert.equal(await page.locator(".headline-bar:not(.failed)").count(), 1);
    assert.equal(await page.locator(".failure.calm").count(), 1);
    await page.getByLabel("Network name").focus();
    await page.getByLabel("Network name").blur();
    await page.locator(".failure:not(.calm)").waitFor();
    assert.equal(await page.locator(".headline-bar.failed").count(), 1);
    await page.getByLabel("Network name").fill("Guests");
    await bar.getByText("Password is required", { exact: true }).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("welcome-in");
    await bar.getByText("Wi-Fi: Guests", { exact: true }).waitFor();
    await context.close();
  });

  it("the image is copied, and saved as a PNG of a chosen width", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await pages.browser.newContext({ permissions });
    await keepFeedback(context);
    const { page, said } = await pages.open("/tools/qr", context);
    await page.getByRole("button", { name: "Copy image" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate<string>(`(async () => {
      const [item] = await navigator.clipboard.read();
      const reader = new FileReader();
      reader.readAsDataURL(await item.getType("image/png"));
      await new Promise((resolve) => (reader.onload = resolve));
      return reader.result;
    })()`);
    assert.equal(await decode(copied), "https://example.com");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "1024 pixels: download PNG" }).click();
    const png = readFileSync(await (await saved).path());
    assert.equal(png.readUInt32BE(16), 1024);
    assert.deepEqual(said, []);
    const button = page.getByRole("button", { name: "512 pixels: download PNG" });
    await checkDownload(page, button, { done: "Saved", refused: "Too small" });
    await context.close();
  });

  it("a dropped logo is put into the code", async () => {
    const { page } = await pages.open("/tools/qr");
    const next = page.waitForResponse((one) => (one.request().postData() ?? "").includes("logo"));
    await page.evaluate(`{
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#c00"/></svg>';
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([svg], "logo.svg", { type: "image/svg+xml" }));
      document.querySelector(".field.file .file-picker")
        .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    assert.equal((await next).status(), 200);
    await page.getByText("logo.svg", { exact: true }).waitFor();
    await page.getByText("level H").waitFor();
    await page.close();
  });

  it("the example prints 30 mm wide before it is used", { skip: noPdftoppm }, async () => {
    const { page } = await pages.open("/tools/qr");
    const input = await page.pdf({ format: "A4" });
    const command = ["-r", "150", "-png", "-singlefile", "-"];
    const { stdout: png } = spawnSync("pdftoppm", command, { input, maxBuffer: 2 ** 27 });
    const [code] = await readCodes(png.toString("base64"));
    const [left, right] = code?.position ?? [];
    assert.ok(left && right);
    const mm = (Math.hypot(right.x - left.x, right.y - left.y) / 150) * 25.4;
    assert.ok(Math.abs(mm - 30) < 0.5, `${mm} mm`);
    await page.close();
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a Wi-Fi code prints alone, 30 mm wide`, { skip: noPdftoppm }, async () => {
      const context = await pages.browser.newContext(options);
      const { page } = await pages.open("/tools/qr", context);
      await page.getByText("Wi-Fi", { exact: true }).click();
      await page.getByLabel("Network name").fill("Guests");
      const text = readNext(page, "welcome-in");
      await page.getByLabel("Password", { exact: true }).fill("welcome-in");
      assert.equal(await text, "WIFI:T:WPA;S:Guests;P:welcome-in;;");
      await page.getByLabel("Print width in mm").fill("30");
      const dpi = 150;
      const command = ["-r", String(dpi), "-png", "-singlefile", "-"];
      // The page sets the width in print a frame after it shows the picture.
      await eventually(async () => {
        const input = await page.pdf({ format: "A4" });
        const { stdout: png } = spawnSync("pdftoppm", command, { input, maxBuffer: 2 ** 27 });
        const [code] = await readCodes(png.toString("base64"));
        assert.equal(code?.text, "WIFI:T:WPA;S:Guests;P:welcome-in;;");
        const [left, right] = code.position;
        assert.ok(left && right);
        const mm = (Math.hypot(right.x - left.x, right.y - left.y) / dpi) * 25.4;
        assert.ok(Math.abs(mm - 30) < 0.5, `${mm} mm`);
      });
      await page.emulateMedia({ media: "print" });
      assert.equal(String(await page.evaluate("document.body.innerText")).trim(), "");
      await context.close();
    });
  }

  it("the code is kept when a text is too long and when the network is cut", async () => {
    const context = await pages.browser.newContext();
    await keepFeedback(context);
    const { page } = await pages.open("/tools/qr", context);
    const text = page.getByLabel("Text", { exact: true }).first();
    await text.fill("x".repeat(2332));
    const problem = page.locator(".failure li");
    await problem.getByText("needs 2332 bytes; level M holds at most 2331").waitFor();
    assert.equal(await decode(await page.evaluate<string>(PICTURE)), "https://example.com");
    await context.setOffline(true);
    await text.fill("later");
    await problem.getByText("The server did not respond. Is it running?").waitFor();
    assert.equal(await decode(await page.evaluate<string>(PICTURE)), "https://example.com");
    const png = page.getByRole("button", { name: "512 pixels: download PNG" });
    assert.equal(await png.isDisabled(), true);
    // The page sends the form again when the network is back.
    const read = readNext(page, "later");
    await context.setOffline(false);
    assert.equal(await read, "later");
    const readAgain = readNext(page, "later");
    await page.getByRole("button", { name: "Run" }).click();
    assert.equal(await readAgain, "later");
    await context.close();
  });

  it("the fields of the chosen content are shown without JavaScript", async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const { page } = await pages.open("/tools/qr", context);
    await page.getByText("Wi-Fi", { exact: true }).click();
    assert.equal(await page.getByLabel("Text", { exact: true }).first().isVisible(), false);
    assert.equal(await page.getByRole("group", { name: "Phones" }).isVisible(), false);
    await page.getByLabel("Network name").fill("Guests");
    await page.getByLabel("Password", { exact: true }).fill("welcome-in");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("[checked][value='wifi']").waitFor();
    await page.locator(".picture img").waitFor();
    assert.equal(await page.getByRole("radio", { name: "Wi-Fi" }).isChecked(), true);
    await context.close();
  });
});
