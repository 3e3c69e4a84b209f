import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { PAGE_SIZES } from "#src/pdf/document.js";
import { renderPdf } from "#src/pdf/render.js";
import { LANGUAGES } from "#src/tools/invoice/locale/locale.js";
import { renderInvoicePage } from "#src/tools/invoice/page/invoice-page.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { BUSINESS_CASES, type Request } from "./support/invoices.ts";
import { readPlacedTexts, readText } from "./support/pdf.ts";
import { createInvoice } from "./support/write.ts";

/** Words without a direction, so that only the layout differs between two languages. */
const labels = {
  description: "Description",
  quantity: "Quantity",
  rate: "Rate",
  tax: "Tax",
  amountDue: "Due",
  amount: "Amount",
  subtotal: "Subtotal",
  discount: "Discount",
  total: "Total",
};
const request: Request = {
  invoiceNumber: "2026-014",
  issueDate: "2026-03-02",
  currency: "USD",
  from: { name: "Studio", countryCode: "DE" },
  to: { name: "Harbour" },
  items: [
    { description: "Concept", quantity: 24, rate: 95 },
    { description: "Workshop", quantity: 2, rate: 380.5 },
  ],
  discount: 5,
  taxRate: 19,
  labels,
};

function render(locale: string, more: Request = {}): Uint8Array {
  return renderPdf(toPdfDocument(createInvoice({ ...request, ...more, locale }))).bytes;
}

/** A box with the distance of its sides from the left of the page. */
interface Box {
  text: string;
  left: number;
  right: number;
}

/** Asserts that boxes are mirror images of others on a page of a width. */
function assertMirrored(mirrored: readonly Box[], boxes: readonly Box[], width: number): void {
  assert.deepEqual(
    mirrored.map(({ text }) => text),
    boxes.map(({ text }) => text),
  );
  mirrored.forEach(({ text, left, right }, index) => {
    const box = boxes[index];
    const offset = Math.abs(width - right - (box?.left ?? NaN));
    const other = Math.abs(width - left - (box?.right ?? NaN));
    assert.ok(Math.max(offset, other) <= 1, `${text}: ${left} to ${right} of ${width}`);
  });
}

describe("pages of invoices from right to left", { skip: noBrowser }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
  });

  async function show(locale: string, width: number, more: Request = {}): Promise<void> {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(renderInvoicePage(createInvoice({ ...request, ...more, locale })));
  }

  /** Returns the boxes of the texts of elements. */
  async function measure(selector: string): Promise<Box[]> {
    return page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        const text = (element.textContent ?? "").replaceAll(/[\u200e\u2068\u2069]/g, "");
        return { text, left, right };
      }),
    );
  }

  for (const width of [375, 900]) {
    it(`columns, totals and the seller are mirrored at ${width} px`, async () => {
      const selector = ".items thead th, .items tbody td, .sums dt, .sums dd";
      await show("en", width);
      const [boxes, [seller]] = [await measure(selector), await measure(".party")];
      assert.ok(boxes.length >= 18);
      await show("ur", width);
      assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
      assertMirrored(await measure(selector), boxes, width);
      const [mirrored] = await measure(".party");
      assert.equal(Math.round(width - (mirrored?.right ?? 0)), Math.round(seller?.left ?? NaN));
    });
  }

  it("no language overflows a page of 320 px or the width of A4", async () => {
    const complete = { ...BUSINESS_CASES["allowances, charges and rounding"], labels: undefined };
    for (const locale of [...LANGUAGES, "ar,en", "de,ur"]) {
      for (const width of [320, 794]) {
        await show(locale, width, complete);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(overflow, 0, `${locale} at ${width} px`);
      }
    }
  });

  it("numbers and names keep their own direction in a sentence", async () => {
    await show("ar", 900, { from: { name: "Studio", registrationId: "1010-123-456" } });
    const text = page.locator("bdi", { hasText: "1010-123-456" });
    const order = await text.evaluate((element) => {
      const range = document.createRange();
      const node = element.firstChild;
      const getLeft = (at: number) => {
        if (node) range.setStart(node, at);
        if (node) range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [getLeft(0), getLeft(5), getLeft(9)];
    });
    assert.deepEqual(
      order,
      order.toSorted((first, second) => first - second),
    );
  });
});

/** Words of the table and the totals, each once on the page. */
const WORDS = new Set(["Description", "Quantity", "Amount", "24", "$2,280.00", "$761.00"]);

/** Returns the boxes of those words on the first page, in points, by their text. */
function readWords(pdf: Uint8Array): Box[] {
  const { stdout } = spawnSync("pdftotext", ["-bbox", "-", "-"], { input: pdf, encoding: "utf8" });
  const words = stdout.matchAll(/<word xMin="([\d.]+)" .*? xMax="([\d.]+)" .*?>(.*?)</g);
  return Array.from(words, ([, left, right, text = ""]) => {
    return { text, left: Number(left), right: Number(right) };
  })
    .filter(({ text }) => WORDS.has(text))
    .toSorted((first, second) => (first.text < second.text ? -1 : 1));
}

describe("PDFs of invoices from right to left", () => {
  it(
    "columns and totals are mirrored in the boxes of words",
    { skip: findSkipReason("pdftotext -v") },
    () => {
      const boxes = readWords(render("en"));
      assert.equal(boxes.length, WORDS.size);
      assertMirrored(readWords(render("ur")), boxes, PAGE_SIZES.A4.width);
    },
  );

  it("the Swiss payment part is the same in every direction", async () => {
    const payment = { iban: "CH5604835012345678009", qr: "swiss" };
    const from = {
      name: "Studio",
      street: "Gasse 1",
      postalCode: "8001",
      city: "Zürich",
      countryCode: "CH",
    };
    const more = { from, payment, currency: "CHF" };
    const readSlip = async (locale: string) => {
      const texts = await readPlacedTexts(render(locale, more));
      return texts.slice(texts.findIndex(({ text }) => text === "Receipt"));
    };
    const slip = await readSlip("en");
    assert.ok(slip.length > 20);
    assert.deepEqual(await readSlip("he"), slip);
  });

  it("a bilingual document prints each label in both languages, and states them", async () => {
    const invoice = createInvoice({
      ...BUSINESS_CASES["allowances, charges and rounding"],
      labels: { total: "Summe" },
      locale: "ar-EG,en",
      notes: "–",
    });
    const page = renderInvoicePage(invoice);
    assert.match(page, /<html lang="ar-EG" dir="rtl">/);
    const { labels: first, second } = invoice;
    const { bytes, warnings } = renderPdf(toPdfDocument(invoice));
    const text = await readText(bytes);
    const names = [
      "invoice",
      "from",
      "to",
      "issued",
      "due",
      "description",
      "quantity",
      "rate",
      "amount",
      "subtotal",
      "discount",
      "tax",
      "total",
      "amountDue",
      "notes",
      "payment",
      "charge",
    ] as const;
    for (const name of names) {
      const [word, other = ""] = [first[name], second?.labels[name]];
      assert.ok(page.includes(`${word} <span lang="en" dir="ltr">${other}</span>`), name);
      for (const part of [word, other]) assert.ok(text.includes(part.replaceAll(" ", "")), part);
    }
    assert.ok(page.includes("Summe"));
    assert.deepEqual(warnings, []);
    assert.deepEqual(checkConformance(bytes), []);
  });

  it("a label for units is in the heading of the quantities, of a delivery note too", async () => {
    for (const type of ["invoice", "delivery-note"]) {
      const invoice = createInvoice({
        ...request,
        type,
        labels: { unit: "Einheit" },
        locale: "de,en",
      });
      const page = renderInvoicePage(invoice);
      assert.match(page, />\s*Menge \/ Einheit <span lang="en" dir="ltr">Quantity \/ Unit<\/span>/);
      const text = await readText(renderPdf(toPdfDocument(invoice)).bytes);
      assert.ok(text.includes("Menge/Einheit") && text.includes("Quantity/Unit"), text);
      assert.doesNotMatch(renderInvoicePage(createInvoice({ ...request, type })), /Quantity \//);
    }
  });
});
