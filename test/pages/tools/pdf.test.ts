import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { findSkipReason } from "../../support/needs.ts";
import { type Pages, startPages, waitUntilTrue } from "../support/pages.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

/** A red square of 4 by 4 pixels. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVQI12P8z4AATAxEcQAz0QEH8e1QIgAAAABJRU5ErkJggg==";

/** Waits until the first page shows the newest file. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator("canvas[data-drawn]").first().waitFor();
}

/** Drops a file onto an element. */
async function drop(
  page: Page,
  selector: string,
  file: { name: string; type: string; data: string },
) {
  await page.evaluate(`(async () => {
    const { name, type, data } = ${JSON.stringify(file)};
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name, { type }));
    document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

describe("the page of Markdown to PDF", { skip: noBrowser, timeout: 600_000 }, () => {
  let pages: Pages;
  let visitors = 0;
  before(async () => {
    pages = await startPages({ OFFLINE: "true", TRUST_PROXY: "1" });
  });
  after(() => pages.stop());

  async function openEditor(options: BrowserContextOptions = DESKTOP) {
    // An address for each visitor, because the tool allows 30 requests a minute.
    const extraHTTPHeaders = { "x-forwarded-for": `192.0.2.${++visitors}` };
    const context = await pages.browser.newContext({ ...options, extraHTTPHeaders });
    const { page, said } = await pages.open("/tools/pdf", context);
    return { context, page, said };
  }

  for (const [name, options] of Object.entries({ "a desktop": DESKTOP, "a phone": PHONE })) {
    it(`on ${name}, a dropped file with an image becomes pages to read and a PDF`, async () => {
      const { context, page, said } = await openEditor(options);
      const text = `# Annual report\n\n${"A line of text.\n\n".repeat(80)}`;
      const file = { name: "report.md", type: "text/markdown", data: btoa(text) };
      await drop(page, "#field-markdown", file);
      await waitUntilTrue(
        page,
        "document.querySelector('#field-markdown').value.includes('Annual report')",
      );
      await drop(page, ".field.images", { name: "a square.png", type: "image/png", data: PNG });
      await page.locator(".image-list", { hasText: "a-square.png" }).waitFor();
      await waitUntilTrue(
        page,
        "document.querySelector('#field-markdown').value.includes('](a-square.png)')",
      );
      await page.locator("summary", { hasText: "More options" }).click();
      await page.getByLabel("Page size").selectOption("A5");
      await page.getByLabel("Table of contents").check();
      await page.locator("figcaption", { hasText: /^Page 1 of [3-9]$/ }).waitFor();
      await page.locator(".viewer").scrollIntoViewIfNeeded();
      await waitUntilDrawn(page);
      await eventually(async () => {
        const shape = await page.evaluate<number>(
          "(({ width, height }) => width / height)(document.querySelector('canvas'))",
        );
        assert.ok(Math.abs(shape - 148 / 210) < 0.01, `A5 is not ${shape}`);
      });
      const link = page.getByRole("link", { name: "Download PDF" });
      await waitUntilTrue(
        page,
        "document.querySelector('[download=\"Annual report.pdf\"]')?.href.startsWith('blob:')",
      );
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      assert.equal(download.suggestedFilename(), "Annual report.pdf");
      assert.match(await readFile(await download.path(), "latin1"), /^%PDF-/);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it(
    "pages are shown as a PDF reader draws them",
    { skip: findSkipReason("pdftoppm -v") },
    async () => {
      const { context, page } = await openEditor();
      await page
        .locator("#field-markdown")
        .fill(
          "# Title äß 漢字 עברית 😀\n\n**Bold** *italic* `code`[^1]\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n\n```js\nconst a = 1;\n```\n\n[^1]: Note",
        );
      await page.locator("#field-markdown").blur();
      await waitUntilTrue(
        page,
        "document.querySelector('[download^=\"Title\"]')?.href.startsWith('blob:')",
      );
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download PDF" }).click(),
      ]);
      const [width, height] = [595, 842];
      const { stdout } = spawnSync(
        "pdftoppm",
        [
          "-gray",
          "-scale-to-x",
          String(width),
          "-scale-to-y",
          String(height),
          await download.path(),
        ],
        { maxBuffer: 2 ** 24 },
      );
      const expected = stdout.subarray(stdout.length - width * height);
      // The pages follow the file by a moment.
      await eventually(async () => {
        // As the characters of a string, because half a million numbers take 10 s from the page to
        // here.
        const grays = await page.evaluate<string>(`{
        const small = Object.assign(document.createElement("canvas"), { width: ${width}, height: ${height} });
        const context = small.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(document.querySelector(".pdf-page canvas"), 0, 0, ${width}, ${height});
        const { data } = context.getImageData(0, 0, ${width}, ${height});
        Array.from({ length: data.length / 4 }, (_, at) => String.fromCharCode(
          0.299 * data[at * 4] + 0.587 * data[at * 4 + 1] + 0.114 * data[at * 4 + 2])).join("");
      }`);
        const shown = Buffer.from(grays, "latin1");
        const differ = shown.filter((gray, at) => Math.abs(gray - (expected[at] ?? 0)) > 96);
        const share = differ.length / shown.length;
        assert.ok(share <= 0.004, `${share} of the pixels differ`);
      });
      await context.close();
    },
  );

  it("the text of a page can be selected, copied and searched where it is drawn", async () => {
    const { context, page } = await openEditor();
    await page
      .locator("#field-markdown")
      .fill("# Office affairs\n\nFirst *line* 漢字 and 😀 here.");
    const line = page.locator(".pdf-page text", { hasText: "Office affairs" });
    await line.waitFor({ state: "attached" });
    // The page moves while its parts load, and the two boxes are read one after the other.
    await eventually(async () => {
      const paper = await page.locator(".pdf-page canvas").boundingBox();
      const box = await line.boundingBox();
      assert.ok(paper && box);
      // The title begins at the left margin of 25 mm and is the first thing on the page.
      assert.ok(
        Math.abs((box.x - paper.x) / paper.width - 25 / 210) < 0.02,
        JSON.stringify([box, paper]),
      );
      assert.ok((box.y - paper.y) / paper.height < 0.15 && box.width > paper.width * 0.15);
    });
    const selected = await page.evaluate<string>(`{
      getSelection().selectAllChildren(document.querySelector(".pdf-page svg"));
      String(getSelection());
    }`);
    assert.match(
      selected.replaceAll(/\s+/g, " "),
      /Office affairs ?First line ?漢字 ?and ?😀 ?here\./,
    );
    await context.close();
  });

  it("pages are kept while the text is empty, and while the network is down", async () => {
    const { context, page } = await openEditor();
    // The pages of an example are drawn when somebody uses the page.
    await page.locator("#field-markdown").focus();
    await waitUntilDrawn(page);
    await page.locator("#field-markdown").fill(" ");
    await page.locator(".failure a", { hasText: "Markdown" }).waitFor();
    await eventually(async () => assert.equal(await page.locator(".stale canvas").count(), 1));
    await context.setOffline(true);
    await page.locator("#field-markdown").fill("# New");
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    await eventually(async () => assert.equal(await page.locator(".stale canvas").count(), 1));
    await context.close();
  });

  it("Ctrl+P prints every page and nothing else", async () => {
    const { context, page } = await openEditor();
    await page.locator("#field-markdown").fill("# Long\n\n" + "word ".repeat(3000));
    await page.locator("figcaption", { hasText: "Page 1 of 4" }).waitFor();
    await page.evaluate("globalThis.print = () => (globalThis.isPrinted = true)");
    await page.keyboard.press("Control+p");
    await waitUntilTrue(page, "globalThis.isPrinted");
    assert.equal(await page.locator("canvas[data-drawn]").count(), 4);
    await page.emulateMedia({ media: "print" });
    assert.equal(String(await page.evaluate("document.body.innerText")).trim(), "");
    await context.close();
  });

  it("an image that is missing is named beside the result", async () => {
    const { context, page } = await openEditor();
    await page.locator("[name='markdown']").fill("![Logo](logo.png) and text");
    const warnings = page.getByRole("list", { name: "Warnings" });
    await warnings.getByText("Images not found: logo.png.").waitFor();
    await page.locator("[name='markdown']").fill("Text alone");
    await warnings.waitFor({ state: "detached" });
    await context.close();
  });

  it("only images of the two types are accepted, and others are reported", async () => {
    const { context, page } = await openEditor();
    await drop(page, ".field.images", { name: "a.gif", type: "image/gif", data: btoa("GIF89a") });
    await page.getByRole("alert").getByText("Only PNG and JPEG images").waitFor();
    await context.close();
  });
});
