import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { renderPdf } from "#src/pdf/render.js";
import { toLetterTexts } from "#src/tools/invoice/display/letter.js";
import { renderInvoicePage } from "#src/tools/invoice/page/invoice-page.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { findViolations } from "../pages/support/axe.ts";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { BUSINESS_CASES, type Request } from "./support/invoices.ts";
import { createInvoice } from "./support/write.ts";

const DESIGNS = ["plain", "letter", "bold"];
const items = Array.from({ length: 10 }, (_, index) => {
  return { description: `Work package ${index + 1}`, quantity: index + 0.5, rate: 95 };
});
const COMPLETE: Request = { ...BUSINESS_CASES["one rate"], items, discount: 5, payment: undefined };
const ADDRESS =
  "Seventh floor\nHarbour House\n12 Quay Street\nRedcliffe\nBristol BS1 4DB\nAvon\nUK";

function render(request: Request) {
  return renderPdf(toPdfDocument(createInvoice(request)));
}

/** A word with its box in millimeters from the upper left corner of the page. */
interface Word {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the words of the first page. */
function readWords(pdf: Uint8Array): Word[] {
  const { stdout } = spawnSync("pdftotext", ["-bbox", "-l", "1", "-", "-"], {
    input: pdf,
    encoding: "utf8",
  });
  const words = stdout.matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g,
  );
  return Array.from(words, ([, left, top, right, bottom, text = ""]) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [left, top, right, bottom].map(
      (points) => (Number(points) / 72) * 25.4,
    );
    return { text, left: x1, top: y1, right: x2, bottom: y2 };
  });
}

/** Recipients of several lengths and scripts. */
const RECIPIENTS: Request[] = [
  { name: "Recipient GmbH", street: "Gasse 1", postalCode: "10115", city: "Berlin" },
  {
    name: "Recipient of a very long name that does not fit on a line of any window",
    address: ADDRESS,
  },
  {
    name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    address: "MMMMMMMMMMMMMMMMMMMMMM 100000000000",
  },
  {
    name: "株式会社とても長い名前の受取人のための会社名でございます東京支店",
    address: "東京都千代田区",
  },
  { name: "شركة الأفق للتصميم والطباعة والنشر والتوزيع المحدودة", address: "شارع الملك فهد ٤٨" },
];

/** Asserts that the first page shows at most six lines of a recipient in a window, and no more. */
function assertInWindow(words: readonly Word[], area: Omit<Word, "text">): void {
  const inside = words.filter(
    ({ left, right, top, bottom }) =>
      right > area.left && left < area.right && bottom > area.top && top < area.bottom,
  );
  assert.ok(inside.length > 0);
  for (const { text, left, right, top, bottom } of inside) {
    const place = `${text}: ${[left, top, right, bottom].map((side) => side.toFixed(1)).join(" ")}`;
    assert.ok(left >= area.left && right <= area.right, place);
    assert.ok(top >= area.top && bottom <= area.bottom, place);
  }
  const lines = new Set(inside.map(({ bottom }) => Math.round(bottom)));
  assert.ok(lines.size <= 6, `${lines.size} lines`);
}

const WINDOWS = [
  { country: "DE", area: { left: 20, right: 105, top: 62, bottom: 90 } },
  { country: "US", area: { left: 22, right: 136, top: 50, bottom: 82 } },
];
const LOCALES = ["en", "ar", "ar,en", "de,he"];

function createLetter(to: Request, countryCode: string, locale: string): Request {
  const from = { name: "Sender & Sons", street: "Gasse 1", city: "Berlin", countryCode };
  return { ...COMPLETE, design: "letter", locale, from, to: { ...to, email: "a@b.example" } };
}

describe("designs of PDFs", () => {
  it("every design has the structure of PDF/A and PDF/UA, and one page for ten items", () => {
    for (const design of DESIGNS) {
      for (const locale of ["en", "ar,en"]) {
        const notes = locale === "en" ? COMPLETE["notes"] : undefined;
        const { bytes, pages, warnings } = render({ ...COMPLETE, design, locale, notes });
        assert.deepEqual(checkConformance(bytes), [], `${design} ${locale}`);
        assert.equal(pages, 1, `${design} ${locale}`);
        assert.deepEqual(warnings, []);
      }
      for (const type of ["quote", "proforma", "receipt", "delivery-note"]) {
        assert.deepEqual(checkConformance(render({ ...COMPLETE, design, type }).bytes), [], type);
      }
    }
  });

  for (const { country, area } of WINDOWS) {
    it(
      `the recipient of a letter is in the window of an envelope of ${country}`,
      { skip: findSkipReason("pdftotext -v") },
      () => {
        for (const to of RECIPIENTS) {
          for (const locale of LOCALES) {
            const words = readWords(render(createLetter(to, country, locale)).bytes);
            assertInWindow(words, area);
            const sender = words.find(({ text, top }) => text === "Sender" && top > 30);
            assert.ok(sender && sender.top >= 45 && sender.left >= area.left);
          }
        }
      },
    );
  }

  it("the parts of a sender's line keep their direction beside Arabic words", () => {
    const from = {
      name: "شركة النور",
      street: "12 High Street",
      city: "Berlin",
      countryCode: "DE",
    };
    const line = (locale: string) =>
      toLetterTexts(createInvoice({ ...COMPLETE, from, locale })).sender;
    assert.equal(line("en"), "شركة النور · 12 High Street · Berlin · Germany");
    assert.equal(
      line("ar").replaceAll(/[\u2068\u2069]/g, (mark) => (mark === "\u2068" ? "[" : "]")),
      "[شركة النور] · [12 High Street] · [Berlin] · [ألمانيا]",
    );
  });

  it(
    "a letter on A4 has marks to fold along at 105 and 210 mm",
    { skip: findSkipReason("pdftoppm -v") },
    () => {
      const { bytes } = render(createLetter(RECIPIENTS[0] ?? {}, "DE", "en"));
      const { stdout } = spawnSync("pdftoppm", ["-r", "254", "-gray", "-singlefile", "-"], {
        input: bytes,
        maxBuffer: 2 ** 26,
      });
      const [header = "", width] =
        /^P5\s(\d+)\s\d+\s255\s/.exec(stdout.toString("latin1", 0, 40)) ?? [];
      // Ten pixels a millimeter; the column is 6 mm from the paper's edge.
      const dark = Array.from({ length: 2970 }, (_, y) => y).filter(
        (y) => (stdout[header.length + y * Number(width) + 60] ?? 255) < 200,
      );
      assert.deepEqual([...new Set(dark.map((y) => Math.round(y / 10)))], [105, 210]);
    },
  );
});

describe("designs of pages", { skip: noBrowser }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
  });

  it("every design is readable, accessible and as wide as its page", async () => {
    for (const design of DESIGNS) {
      for (const [locale, accentColor] of [
        ["en", "#fde68a"],
        ["ar,en", "#0f766e"],
      ]) {
        const request = { ...COMPLETE, design, locale, accentColor };
        const markup = renderInvoicePage(createInvoice(request));
        assert.ok(markup.includes(` data-design="${design}">`));
        for (const width of [320, 1024]) {
          await page.setViewportSize({ width, height: 800 });
          await page.setContent(markup);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.equal(overflow, 0, `${design} at ${width} px`);
        }
        assert.deepEqual(await findViolations(page), [], design);
      }
    }
  });

  it(
    "a printed letter has the recipient in the window, and one page for ten items",
    { skip: findSkipReason("pdftotext -v") },
    async () => {
      for (const { country, area } of WINDOWS) {
        for (const to of RECIPIENTS.slice(0, 2)) {
          for (const locale of ["en", "ar,en"]) {
            const request = { ...createLetter(to, country, locale), notes: undefined };
            await page.setContent(renderInvoicePage(createInvoice(request)));
            const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
            assertInWindow(readWords(pdf), area);
          }
        }
      }
    },
  );
});
