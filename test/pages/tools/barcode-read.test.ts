import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { encode } from "#src/domain/qr/symbol.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser, startBrowserWithCamera } from "../../support/browser.ts";
import { findViolations } from "../support/axe.ts";
import { DEVICES, keepFeedback, type Pages, press, startPages } from "../support/pages.ts";

const WIDTH = 640;
const HEIGHT = 480;
const API = "**/api/v1/barcode-read";
const CAMERA_TEXT = "https://example.com/seen";

/** A film of one frame that shows a QR code, in the format of Chromium's fake camera. */
function createFilm(text: string): Buffer {
  const { modules, dark } = encode(text, "M");
  const scale = Math.floor(HEIGHT / (modules + 8));
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules * scale) / 2));
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < modules * scale; y++) {
    for (let x = 0; x < modules * scale; x++) {
      const isDark = dark[Math.floor(y / scale) * modules + Math.floor(x / scale)] === 1;
      if (isDark) luma[(y + (top ?? 0)) * WIDTH + x + (left ?? 0)] = 16;
    }
  }
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(head), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

describe("page of the barcode reader", { skip: noBrowser, timeout: 400_000 }, () => {
  let pages: Pages;
  let camera: Browser;
  let folder: string;
  /** A PNG of a QR code of this text. */
  let png: (text: string) => Promise<Buffer>;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
    folder = mkdtempSync(join(tmpdir(), "sundry-film-"));
    const film = join(folder, "film.y4m");
    writeFileSync(film, createFilm(CAMERA_TEXT));
    camera = await startBrowserWithCamera(film);
    png = async (text) => {
      const query = new URLSearchParams({ text, format: "png" });
      const response = await fetch(`${pages.server.url}/api/v1/qr?${query.toString()}`);
      return Buffer.from(await response.arrayBuffer());
    };
  });
  after(async () => {
    await camera.close();
    await pages.stop();
    rmSync(folder, { recursive: true });
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a chosen picture is read, its code is outlined, and making it again is offered`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/barcode-read", context);
      const buffer = await png("https://example.com/menu");
      await page
        .getByLabel("Choose picture")
        .setInputFiles({ name: "menu.png", mimeType: "image/png", buffer });
      const link = page.getByRole("link", { name: "https://example.com/menu" });
      await link.waitFor();
      await page.getByText("menu.png", { exact: true }).waitFor();
      assert.equal(await page.locator(".codes .tag").textContent(), "QR code");
      // The outline follows the picture, which is decoded a moment later.
      await page.locator(".outlined polygon").waitFor();
      await press(page.getByRole("link", { name: "Make this code" }));
      await page.waitForURL(/\/tools\/qr/);
      await page.getByText("24 of 2,331 bytes").waitFor();
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a network hides its password and copies it, and a contact is saved as a file`, async () => {
      const permissions = ["clipboard-read", "clipboard-write"];
      const context = await pages.browser.newContext({ ...options, permissions });
      await keepFeedback(context);
      const { page, said } = await pages.open("/tools/barcode-read", context);
      const read = async (text: string) => {
        const picture = { name: "code.png", mimeType: "image/png", buffer: await png(text) };
        await page.getByLabel("Choose picture").setInputFiles(picture);
      };
      await read(String.raw`WIFI:T:WPA;S:Caf\;é;P:se\:cret;;`);
      await page.locator(".codes .none", { hasText: "Wi-Fi network" }).waitFor();
      await page.locator(".code-text", { hasText: "Caf;é" }).waitFor();
      assert.equal(await page.getByText("se:cret").count(), 0);
      await press(page.getByRole("button", { name: "Copy password" }));
      await page.getByText("Copied").waitFor();
      assert.equal(await page.evaluate("navigator.clipboard.readText()"), "se:cret");
      await press(page.getByRole("button", { name: "Show password" }));
      await page.getByText("se:cret").waitFor();
      assert.deepEqual(await findViolations(page), []);
      const card =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL;TYPE=CELL:+44 1\r\nEND:VCARD";
      await read(card);
      await page.locator(".code-text", { hasText: "Ada Lovelace" }).waitFor();
      const saved = page.waitForEvent("download");
      await press(page.getByRole("button", { name: "Save contact (.vcf)" }));
      const file = await saved;
      assert.equal(file.suggestedFilename(), "Ada-Lovelace.vcf");
      assert.equal(readFileSync(await file.path(), "utf8"), card);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("a pasted picture is read, and a dropped one of a type that the API does not accept", async () => {
    const { page } = await pages.open("/tools/barcode-read");
    const dispatchFile = (event: string, target: string, type: string, base64: string) =>
      page.evaluate(
        `(async () => {
          const image = new Image();
          image.src = "data:image/png;base64,${base64}";
          await image.decode();
          const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
          canvas.getContext("2d").drawImage(image, 0, 0);
          const blob = await new Promise((resolve) => canvas.toBlob(resolve, "${type}"));
          const data = new DataTransfer();
          data.items.add(new File([blob], "${event}ed", { type: blob.type }));
          const options = { bubbles: true, cancelable: true };
          document.querySelector("${target}").dispatchEvent("${event}" === "drop"
            ? new DragEvent("drop", { ...options, dataTransfer: data })
            : new ClipboardEvent("paste", { ...options, clipboardData: data }));
          return blob.type;
        })()`,
      );
    await dispatchFile("paste", "body", "image/png", (await png("pasted text")).toString("base64"));
    await page.locator(".code-text", { hasText: "pasted text" }).waitFor();
    const dropped = (await png("dropped text")).toString("base64");
    assert.equal(await dispatchFile("drop", ".file-picker", "image/webp", dropped), "image/webp");
    await page.locator(".code-text", { hasText: "dropped text" }).waitFor();
    await page.close();
  });

  it("a picture without a code and a file that is not a picture are reported", async () => {
    const { page } = await pages.open("/tools/barcode-read");
    const choose = page.getByLabel("Choose picture");
    const buffer = Buffer.from("no picture");
    await choose.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer });
    await page
      .getByText("notes.png is not a picture that this browser can open.", { exact: true })
      .waitFor();
    await page.locator(".code-text", { hasText: "ABC-1234" }).waitFor();
    const blank = await page.evaluate<string>(`{
      const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 200 });
      canvas.getContext("2d");
      canvas.toDataURL("image/png").split(",")[1];
    }`);
    const image = Buffer.from(blank, "base64");
    await choose.setInputFiles({ name: "blank.png", mimeType: "image/png", buffer: image });
    await page.getByText("No code found.").waitFor();
    await page.close();
  });

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, the camera finds a code and is turned off`, async () => {
      const context = await camera.newContext({ ...options, permissions: ["camera"] });
      // The server reads the frames, and not before they were seen: a found code turns the camera
      // off.
      await context.addInitScript("delete globalThis.BarcodeDetector");
      let isSeen = false;
      await context.route(API, async (route) => {
        await eventually(() => assert.ok(isSeen));
        await route.continue();
      });
      const { page } = await pages.open("/tools/barcode-read", context);
      await page.getByRole("button", { name: "Use camera" }).click();
      await page.getByText("Hold a code in front of the camera.").waitFor();
      isSeen = true;
      await page.getByRole("link", { name: CAMERA_TEXT }).waitFor();
      await page.locator("video").waitFor({ state: "detached" });
      await context.route(API, () => {});
      await page.getByRole("button", { name: "Use camera" }).click();
      await page.locator("video").waitFor();
      await page.getByRole("button", { name: "Stop camera" }).press("Enter");
      await page.locator("video").waitFor({ state: "detached" });
      await context.close();
    });
  }

  it("a refused camera is explained", async () => {
    const context = await camera.newContext();
    const { page } = await pages.open("/tools/barcode-read", context);
    await page.getByRole("button", { name: "Use camera" }).click();
    await page
      .getByText(/^Camera access was refused\. Allow it in the browser's settings/)
      .waitFor();
    await context.close();
  });

  it("the reader keeps its result while the server is slow and when it rejects the form", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/barcode-read", context);
    const text = page.locator(".code-text");
    let isSlow = true;
    await context.route(API, async (route) => {
      await eventually(() => assert.ok(!isSlow));
      await route.continue();
    });
    const buffer = await png("late");
    await page
      .getByLabel("Choose picture")
      .setInputFiles({ name: "late.png", mimeType: "image/png", buffer });
    await page.locator("#result[aria-busy='true']").waitFor();
    assert.equal(await text.textContent(), "ABC-1234");
    isSlow = false;
    await text.getByText("late", { exact: true }).waitFor();
    await page.getByText("More options").click();
    await page.getByLabel("Max", { exact: true }).fill("99");
    await page.locator(".failure li", { hasText: /^Max must be/ }).waitFor();
    assert.equal(await text.textContent(), "late");
    await context.close();
  });

  it("the reader keeps its result when the network is cut", async () => {
    const context = await pages.browser.newContext();
    const { page } = await pages.open("/tools/barcode-read", context);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Run" }).click();
    await page
      .locator(".failure li")
      .getByText("The server did not respond. Is it running?")
      .waitFor();
    assert.equal(await page.locator(".code-text").textContent(), "ABC-1234");
    await context.close();
  });
});
