import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { assignFiles, listImageNames } from "#src/web/tool/kits/pdf/image-names.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { findSkipReason } from "../../support/needs.ts";
import { readPages } from "../../documents/support/pdf.ts";
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

/** Drops a file or folder of the disk onto the middle of the window, as the system does. */
async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 900, y: 450, data });
}

/** Returns each file that is assigned, with its names. */
function assign(files: string[], names: string[], present: string[] = []): string[][] {
  const named = files.map((name) => ({ name }));
  const assigned = assignFiles(named, names, (name) => present.includes(name));
  return Array.from(assigned, ([{ name }, ofFile]) => [name].concat(ofFile));
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

  it("before its script the page has a picture of what the script draws", async () => {
    const html = await (await fetch(`${pages.server.url}/tools/pdf`)).text();
    assert.match(html, /<img class="paper pdf-page" src="\/tools\/pdf\/picture\.svg"/);
    const { context, page } = await openEditor();
    // The first use lets the script replace the picture, which must not be looked for again.
    await page.locator("#field-markdown").focus();
    await waitUntilDrawn(page);
    const [ink, different] = await page.evaluate<[number, number]>(`(async () => {
      const canvas = document.querySelector("canvas[data-drawn]");
      const { width, height } = canvas;
      const image = new Image();
      image.src = "/tools/pdf/picture.svg";
      await image.decode();
      const copy = Object.assign(document.createElement("canvas"), { width, height });
      copy.getContext("2d").drawImage(image, 0, 0, width, height);
      const [drawn, pictured] = [canvas, copy].map(
        (source) => source.getContext("2d").getImageData(0, 0, width, height).data);
      const isDark = (_, at) => at % 4 === 0 && drawn[at] < 128;
      const differs = (_, at) => at % 4 === 0 && Math.abs(drawn[at] - pictured[at]) > 128;
      return [drawn.filter(isDark).length, drawn.filter(differs).length];
    })()`);
    assert.ok(ink > 1000, `${ink} dark pixels`);
    assert.ok(different < ink / 50, `${different} of ${ink} dark pixels differ`);
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
    const widths = await page.evaluate(
      "[...document.querySelectorAll('[data-printed]')].map((image) => image.naturalWidth)",
    );
    assert.deepEqual(widths, [1786, 1786, 1786, 1786], "210 mm at 216 pixels an inch");
    await page.emulateMedia({ media: "print" });
    assert.equal(String(await page.evaluate("document.body.innerText")).trim(), "");
    await page.emulateMedia({ media: null });
    assert.equal((await readPages(await page.pdf({ preferCSSPageSize: true }))).length, 4);
    assert.equal(await page.locator("[data-printed]").count(), 0);
    await context.close();
  });

  it("a missing image is named with the result, and filled by a file with its name", async () => {
    const { context, page } = await openEditor();
    const text = "![Logo](docs/Logo%201.png) and text\n\n![](https://example.com/a.png)";
    await page.locator("[name='markdown']").fill(text);
    const warnings = page.getByRole("list", { name: "Warnings" });
    const sentence =
      "2 images not found: docs/Logo 1.png (drop it here), https://example.com/a.png (never fetched)";
    await warnings.getByText(sentence, { exact: true }).waitFor();
    await drop(page, ".viewer", { name: "logo 1.png", type: "image/png", data: PNG });
    await page.locator(".image-list", { hasText: "docs/Logo%201.png" }).waitFor();
    await warnings
      .getByText("1 image not found: https://example.com/a.png (never fetched)")
      .waitFor();
    assert.equal(await page.locator("[name='markdown']").inputValue(), text);
    await page.locator("[name='markdown']").fill("Text alone");
    await warnings.waitFor({ state: "detached" });
    await context.close();
  });

  it("a dropped folder fills images by path, else by name, and inserts none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sundry-report-"));
    await mkdir(join(folder, "a"));
    await mkdir(join(folder, "b"));
    const files = ["a/logo.png", "b/logo.png", "b/plan.png", "unused.png"];
    for (const file of files) await writeFile(join(folder, file), Buffer.from(PNG, "base64"));
    await writeFile(join(folder, "notes.txt"), "notes");
    const { context, page } = await openEditor();
    const text = "![](b/logo.png) ![](./a/logo.png) ![x][1] ![](none.png)\n\n[1]: <img/plan.png>";
    await page.locator("[name='markdown']").fill(text);
    const names = page.locator(".image-list code");
    await eventually(async () => {
      // A busy browser may lose a drop.
      if ((await names.count()) === 0) await dropPath(page, folder);
      const expected = ["./a/logo.png", "b/logo.png", "img/plan.png"];
      assert.deepEqual((await names.allTextContents()).toSorted(), expected);
    });
    await page.getByText("1 image not found: none.png (drop it here)", { exact: true }).waitFor();
    assert.equal(await page.locator("[name='markdown']").inputValue(), text);
    await page.locator("[name='markdown']").fill("Text alone");
    const alert = page.getByRole("alert").getByText("The text names no image of this folder.");
    await eventually(async () => {
      if ((await alert.count()) === 0) await dropPath(page, folder);
      assert.equal(await alert.count(), 1);
    });
    await rm(folder, { recursive: true });
    await context.close();
  });

  it("files are assigned to names by the longest end of their paths", () => {
    assert.deepEqual(assign(["r/a/x.png", "r/b/x.png"], ["b/x.png", "x.png"]), [
      ["r/b/x.png", "b/x.png"],
      ["r/a/x.png", "x.png"],
    ]);
    assert.deepEqual(assign(["u\u0308.png"], ["%C3%9C.png"]), [["u\u0308.png", "%C3%9C.png"]]);
    assert.deepEqual(assign(["x.png"], ["a/x.png", "b/x.png"], ["a/x.png"]), [
      ["x.png", "b/x.png"],
    ]);
    assert.deepEqual(assign(["x.png"], ["x.png"], ["x.png"]), [["x.png", "x.png"]]);
    assert.deepEqual(assign(["x.png"], ["ax.png", "x.png/y.png"]), []);
    const markdown = "![a](b_(1).png 'Title') [no](c.png) ![](<d e.png>)\n[f]: g\\_.png";
    assert.deepEqual(listImageNames(markdown), ["b_(1).png", "d e.png", "g_.png"]);
  });

  it("only images of the two types are accepted, and others are reported", async () => {
    const { context, page } = await openEditor();
    await drop(page, ".field.images", { name: "a.gif", type: "image/gif", data: btoa("GIF89a") });
    await page.getByRole("alert").getByText("Only PNG and JPEG images").waitFor();
    await context.close();
  });
});
