import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { THEME_NAMES, THEMES } from "#src/domain/code-image/theme-names.js";
import { loadTheme } from "#src/tools/code-image/highlight/themes.js";
import { indent, outdent } from "#src/web/tool/kits/code-image/indent.js";
import { eventually } from "../../support/eventually.ts";
import { noBrowser } from "../../support/browser.ts";
import { root } from "../../support/server.ts";
import { findViolations } from "../support/axe.ts";
import {
  checkDownload,
  DEVICES,
  hydrated,
  keepFeedback,
  type Pages,
  press,
  startPages,
} from "../support/pages.ts";

const PYTHON = 'def area(r):\n    return 3.14 * r ** 2\n\nprint(area(2), "done")\n';

/** Where text of the draft is, and the grid that it has to be on, in pixels of the page. */
interface Cells {
  start: number;
  end: number;
  grid: { left: number; cell: number };
  /** Font and lengths of the textarea and of the draft's rows, which have to be the same. */
  area: string[];
  rows: string[];
}

/** Measures the draft's comment, and the picture's cells: 17 device pixels at a scale of 2. */
const CELLS = `(() => {
  const sheet = document.querySelector(".sheet");
  const zoom = sheet.getBoundingClientRect().width / (1126 / 2 + 6 * 8.5);
  const { left, right } = document.querySelector(".draft .hl-comment").getBoundingClientRect();
  const area = sheet.querySelector("textarea");
  const read = (element) => {
    const style = getComputedStyle(element);
    return [style.fontSize, style.fontFamily, style.letterSpacing, style.lineHeight, style.tabSize];
  };
  const inner = parseFloat(getComputedStyle(area).paddingLeft);
  return {
    start: left,
    end: right,
    grid: { left: area.getBoundingClientRect().left + inner, cell: 8.5 * zoom },
    area: read(area),
    rows: read(document.querySelector(".draft .rows")),
  };
})()`;

/** Runs in a page. Text, because tests have no types of the DOM. */
const isScrolled = (area: unknown): boolean => {
  const { scrollWidth, clientWidth } = area as { scrollWidth: number; clientWidth: number };
  return scrollWidth > clientWidth;
};

const readSize = (image: unknown): number[] => {
  const { naturalWidth, naturalHeight } = image as { naturalWidth: number; naturalHeight: number };
  return [naturalWidth, naturalHeight];
};

/**
 * Returns the options of a context with an address of its own, because an address may make 30
 * images a minute.
 */
function fromAddress(address: string) {
  return { extraHTTPHeaders: { "x-forwarded-for": address } };
}

/** Returns code whose first block is indented by `inner`. */
function text(inner: string): string {
  return `if (a) {\n${inner}b();\n${inner}c();\n}\nif (d)\n  e();`;
}

/** Drops a file on an element. */
async function drop(page: Page, selector: string, name: string, content: string): Promise<void> {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }`);
}

describe("the page of code images", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ TRUST_PROXY: "1", OFFLINE: "true" });
  });
  after(() => pages.stop());

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, a dropped file becomes an image in a chosen theme, and is copied as PNG`, async () => {
      const context = await pages.browser.newContext({
        ...options,
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await keepFeedback(context);
      const { page, said } = await pages.open("/tools/code-image", context);
      await drop(page, ".stage", "area.py", PYTHON);
      await page.getByText(`${PYTHON.length} of 5000 characters`, { exact: true }).waitFor();
      assert.equal(await page.getByLabel("Code", { exact: true }).inputValue(), PYTHON);
      // The language is that of the file's name.
      assert.equal(await page.getByRole("combobox", { name: "Language" }).inputValue(), "");
      await page.locator(".swatches").getByText("Nord Light", { exact: true }).click();
      await page.locator("#sample-curl", { hasText: '"theme": "Nord Light"' }).waitFor();
      await page.locator("#sample-curl", { hasText: '"filename": "area.py"' }).waitFor();
      await page.getByRole("button", { name: "Copy image" }).click();
      await page.getByText("Copied", { exact: true }).waitFor();
      const types = await page.evaluate<string[]>(
        "navigator.clipboard.read().then((items) => items.flatMap(({ types }) => types))",
      );
      assert.ok(types.includes("image/png"));
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`on ${device}, text that is typed into the picture is on its grid until the next picture comes`, async () => {
      const context = await pages.browser.newContext(options);
      const { page, said } = await pages.open("/tools/code-image", context);
      const slow = new EventEmitter();
      const released = once(slow, "release");
      await page.route("**/api/v1/code-image", (route) => released.then(() => route.fallback()));
      await press(page.getByLabel("Code", { exact: true }));
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("End");
      await page.keyboard.type(" // 42");
      await page.locator(".draft .hl-comment", { hasText: "// 42" }).waitFor();
      // The rest of the line is cut out of the last picture.
      assert.equal(await page.locator(".draft .slice").count(), 2);
      const cells = await page.evaluate<Cells>(CELLS);
      const { start, end, grid } = cells;
      const expected = grid.left + 51 * grid.cell;
      assert.ok(Math.abs(start - expected) < 1, JSON.stringify(cells));
      assert.ok(Math.abs(end - start - 5 * grid.cell) < 1, JSON.stringify(cells));
      assert.deepEqual(cells.area, cells.rows);
      slow.emit("release");
      await page.locator(".draft").waitFor({ state: "detached" });
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it("text is never hidden: without a picture, with wide letters, too long and without a server", async () => {
    const context = await pages.browser.newContext(fromAddress("10.8.0.4"));
    const { page } = await pages.open("/tools/code-image", context);
    const code = page.getByLabel("Code", { exact: true });
    const draft = page.locator(".draft .rows");
    await page.getByRole("button", { name: "Start empty" }).click();
    await draft.waitFor();
    await code.fill("名前 = 1");
    await page.locator(".sheet .picture img").waitFor();
    await code.blur();
    await draft.waitFor({ state: "detached" });
    // Wide letters are at other places in the picture than in the browser.
    await code.focus();
    await draft.getByText("名前").waitFor();
    const long = `${"wide ".repeat(40)}end`;
    await code.fill(long);
    await page.locator('#result[aria-busy="false"]').waitFor();
    await draft.getByText("end").waitFor();
    assert.equal(await code.evaluate(isScrolled), false);
    await page.route("**/api/v1/code-image", (route) => route.abort());
    await code.fill("offline()");
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    await draft.getByText("offline").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await context.close();
  });

  it("a canvas and a dropped theme are drawn, and one that is not a theme is explained", async () => {
    const context = await pages.browser.newContext(fromAddress("10.8.0.5"));
    const { page } = await pages.open("/tools/code-image", context);
    await page.getByText("Square", { exact: true }).click();
    await eventually(async () =>
      assert.deepEqual(await page.locator(".picture img").evaluate(readSize), [1080, 1080]),
    );
    assert.equal(await page.getByText("Sharpness").isVisible(), false);
    const theme = {
      name: "Harbor",
      colors: { "editor.background": "#102030", "editor.foreground": "#ddeeff" },
      tokenColors: [{ scope: "keyword", settings: { foreground: "#ff0000" } }],
    };
    await page.locator(".own-theme").hover();
    await drop(page, ".themes", "harbor.json", `// Harbor\n${JSON.stringify(theme)}`);
    await page.getByText("Harbor", { exact: true }).waitFor();
    const sent = page.locator("#sample-curl", { hasText: "themeFile" });
    await sent.waitFor();
    const window = () =>
      page.evaluate(
        "getComputedStyle(document.querySelector('.stage')).getPropertyValue('--window')",
      );
    await eventually(async () => assert.equal(await window(), "#102030"));
    await drop(page, ".themes", "other.json", '{"a": 1}');
    await page
      .getByRole("alert")
      .getByText(/^other.json must be a VS Code color theme/)
      .waitFor();
    await page.locator(".swatches").getByText("Nord", { exact: true }).click();
    await sent.waitFor({ state: "detached" });
    await context.close();
  });

  it("an unhighlighted example and a file that is a picture are reported", async () => {
    const context = await pages.browser.newContext();
    // By the name of earlier releases, which still works.
    const plain = "/tools/code-image/answer?code=x&language=plaintext";
    await context.route("**/tools/code-image/response", (route) =>
      route.continue({ url: pages.server.url + plain }),
    );
    const { page } = await pages.open("/tools/code-image", context);
    const warning = page.getByRole("list", { name: "Warnings" });
    await warning.getByText("Not highlighted: the language is plain text or unknown.").waitFor();
    await page.getByLabel("Code", { exact: true }).fill("import os\n\nprint(os.getcwd())");
    await warning.waitFor({ state: "detached" });
    await page.route("**/api/v1/code-image", async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "x-code-language": "plaintext; reason=timeout" };
      await route.fulfill({ response, headers });
    });
    await page.getByLabel("Code", { exact: true }).fill("const a = 2;");
    await warning.getByText(/^Not highlighted, because highlighting took too long/).waitFor();
    await context.close();
  });

  it("Copy takes the image of the last change, after waiting for its response", async () => {
    const context = await pages.browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await keepFeedback(context);
    const { page } = await pages.open("/tools/code-image", context);
    const held: (() => void)[] = [];
    await page.route("**/api/v1/code-image", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/v1/code-image");
    await page.getByLabel("Code", { exact: true }).fill("x");
    await asked;
    const example = await page.evaluate("document.querySelector('.picture img').naturalWidth");
    await page.getByRole("button", { name: "Copy image" }).click();
    for (const release of held) release();
    await page.getByText("Copied", { exact: true }).waitFor();
    const copied = await page.evaluate<number>(
      `navigator.clipboard.read().then(([item]) => item.getType("image/png"))
        .then(createImageBitmap).then(({ width }) => width)`,
    );
    assert.ok(copied < Number(example), `${copied} pixels, as the example has`);
    const button = page.locator(".exports button").first();
    await checkDownload(page, button, { done: "Downloaded", refused: "Not downloaded" });
    await context.close();
  });

  it("in the editor Tab indents, Shift+Tab outdents, undo brings back, and Esc then Tab leaves", async () => {
    const context = await pages.browser.newContext(fromAddress("10.8.0.3"));
    const { page } = await pages.open("/tools/code-image", context);
    const code = page.getByLabel("Code", { exact: true });
    await code.fill(text("  "));
    await code.evaluate((area: unknown) =>
      (area as { setSelectionRange(from: number, to: number): void }).setSelectionRange(9, 22),
    );
    const expectCode = (expected: string) =>
      eventually(async () => assert.equal(await code.inputValue(), expected));
    await page.keyboard.press("Tab");
    await expectCode(text("    "));
    await page.keyboard.press("Shift+Tab");
    await expectCode(text("  "));
    await page.keyboard.press("Shift+Tab");
    await expectCode(text(""));
    await page.keyboard.press("Control+z");
    await expectCode(text("  "));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.locator("#field-code:not(:focus)").waitFor();
    // Back in the editor, Tab indents again.
    await code.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Tab");
    await expectCode(`${text("  ")}  `);
    await context.close();
  });

  it("the language that a wrong name probably means is offered and used", async () => {
    const { page } = await pages.open("/tools/code-image#code=let+x=1&language=typscript");
    await page.getByRole("button", { name: "Use typescript" }).click();
    await page.getByRole("button", { name: "Use typescript" }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("combobox", { name: "Language" }).inputValue(), "typescript");
    await page.close();
  });

  it("pasting over the whole example detects the language of the new code", async () => {
    const context = await pages.browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { page } = await pages.open("/tools/code-image", context);
    const code = "def greet(name):\n    print(f'Hello, {name}!')\n\nimport os\n";
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(code)})`);
    await page.locator("[name='code']").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+V");
    await page.getByText("Python, detected").waitFor();
    assert.equal(await page.getByLabel("Language").inputValue(), "auto");
    await context.close();
  });

  it("each theme is previewed with the code as it is typed", async () => {
    const { page } = await pages.open("/tools/code-image");
    const bars = page.locator(".swatches label").first().locator("svg rect");
    await page.getByLabel("Code", { exact: true }).fill("one two\nthree");
    await eventually(async () => assert.equal(await bars.count(), 4));
    assert.equal(await page.locator(".swatches label").count(), THEME_NAMES.length);
    await page.close();
  });

  it("the image is shown in full size until Esc", async () => {
    const { page } = await pages.open("/tools/code-image");
    await page.getByRole("button", { name: "Full size" }).click();
    const dialog = page.getByRole("dialog", { name: "Image in full size" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.close();
  });

  it("the image is kept while the code is too long or the network is down", async () => {
    const context = await pages.browser.newContext(fromAddress("10.8.0.2"));
    const { page } = await pages.open("/tools/code-image", context);
    const code = page.getByLabel("Code", { exact: true });
    await code.fill("x".repeat(5001));
    await page.locator(".count.bad", { hasText: "5001 of 5000 characters" }).waitFor();
    await page.locator(".failure", { hasText: "Code" }).waitFor();
    await page.locator(".stale .picture img").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await code.fill("y");
    await page.locator(".failure", { hasText: "The server did not respond" }).waitFor();
    await page.locator(".stale .picture img").waitFor();
    await page.unroute("**/api/**");
    await code.fill("z");
    await page.locator(".stale").waitFor({ state: "detached" });
    await drop(page, ".stage", "long.txt", "x".repeat(5001));
    await page.getByRole("alert").getByText("long.txt has more than 5000 characters.").waitFor();
    await drop(page, ".stage", "photo.png", "\u0089PNG\u0000");
    await page.getByRole("alert").getByText("photo.png is not a text file.").waitFor();
    assert.equal(await code.inputValue(), "z");
    await context.close();
  });

  it("a look is saved, applied to other code, renamed, deleted and brought back", async () => {
    const context = await pages.browser.newContext(fromAddress("10.8.0.6"));
    const { page } = await pages.open("/tools/code-image", context);
    const looks = page.getByRole("group", { name: "Looks" });
    const button = (name: string) => looks.getByRole("button", { name, exact: true });
    const sample = page.locator("#sample-curl");
    await page.locator(".swatches").getByText("Nord", { exact: true }).click();
    await sample.filter({ hasText: '"theme": "Nord"' }).waitFor();
    await page.getByText("Slide 16:9", { exact: true }).click();
    await button("Save this look").click();
    await page.getByLabel("Name of the look").fill("Talks");
    await page.keyboard.press("Enter");
    await looks.locator('[aria-pressed="true"]', { hasText: "Talks" }).waitFor();
    await page.getByText("Fits the code", { exact: true }).click();
    await page.locator(".swatches").getByText("Candy", { exact: true }).click();
    await page.reload();
    await hydrated(page);
    await page.getByLabel("Code", { exact: true }).fill("later()");
    await button("Talks").click();
    for (const part of ['"code": "later()"', '"theme": "Nord"', '"canvas": "1920x1080"'])
      await sample.filter({ hasText: part }).waitFor();
    await button("Rename").click();
    await page.getByLabel("Name of the look").fill("Slides");
    await button("Save").click();
    await button("Slides").waitFor();
    assert.equal(await button("Talks").count(), 0);
    assert.deepEqual(await findViolations(page), []);
    await button("Delete").click();
    await button("Slides").waitFor({ state: "detached" });
    await button("Undo").click();
    await button("Slides").waitFor();
    await context.close();
  });

  it("a transparent background or a picked color is sent", async () => {
    const { page } = await pages.open("/tools/code-image");
    const background = page.locator(".background");
    await background.getByText("Transparent", { exact: true }).click();
    await page.locator("#sample-curl", { hasText: '"background": "transparent"' }).waitFor();
    await background.getByText("Color", { exact: true }).click();
    await page.getByLabel("Background: pick a color").fill("#336699");
    await page.locator("#sample-curl", { hasText: '"background": "#336699"' }).waitFor();
    await page.close();
  });
});

/** Returns a color as the page writes it. */
function toHex(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}

describe("the colors of themes on the page", () => {
  const styles = readFileSync(
    join(root, "src", "web", "styles", "tools", "code-themes.css"),
    "utf8",
  );

  it("the page's colors of themes equal those of the API's dark and light themes", async () => {
    for (const name of THEME_NAMES) {
      const theme = await loadTheme(name);
      assert.equal(THEMES[name], theme.appearance, name);
      const [, rule = ""] = styles.split(`[data-code-theme="${name}"] {`);
      const found = rule.slice(0, rule.indexOf("}")).matchAll(/--(\w+): (.+);/g);
      const {
        backdrop = "",
        window,
        ink,
        ...tokens
      } = Object.fromEntries(
        [...found].map(([, property, value]) => [property, value] as [string, string]),
      );
      assert.equal(window, toHex(theme.window), name);
      assert.equal(ink, toHex(theme.text), name);
      assert.deepEqual(backdrop.match(/#\w{6}/g), theme.backdrop.map(toHex), name);
      assert.equal(Object.keys(tokens).length, 5, name);
      const used = JSON.stringify(theme.registration.tokenColors).toLowerCase();
      for (const color of Object.values(tokens))
        assert.ok(used.includes(color), `${name}: ${color}`);
    }
  });
});

function apply(code: string, edit: ReturnType<typeof outdent>): string {
  return edit ? code.slice(0, edit.from) + edit.text + code.slice(edit.to) : code;
}

describe("indent and outdent", () => {
  it("indent uses the unit of the text: two or four spaces, or tabs", () => {
    assert.equal(apply("a", indent("a", 1, 1)), "a  ");
    assert.equal(apply("a:\n    b\nc", indent("a:\n    b\nc", 9, 9)), "a:\n    b\n    c");
    assert.equal(apply("a:\n\tb\nc", indent("a:\n\tb\nc", 6, 7)), "a:\n\tb\n\tc");
  });

  it("indent leaves out blank lines and the line that a selection only touches", () => {
    const code = "a\n\nb\nc";
    assert.equal(apply(code, indent(code, 0, 5)), "  a\n\n  b\nc");
  });

  it("outdent removes at most one unit, and nothing where there is none", () => {
    assert.equal(apply("   a\n b\nc", outdent("   a\n b\nc", 0, 9)), " a\nb\nc");
    assert.equal(outdent("a\nb", 0, 3), undefined);
  });

  it("indent and outdent keep the selected text selected", () => {
    const edit = indent("ab\ncd", 1, 4);
    const indented = apply("ab\ncd", edit);
    assert.equal(indented.slice(edit.selectionStart, edit.selectionEnd), "b\n  c");
  });
});
