import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { type PdfPage, readPages } from "./support/pdf.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const FORMATS = ["A4", "Letter"] as const;
const HEADER = "Description Quantity Rate Amount";

function createItems(count: number, text: (index: number) => string): object[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return numbers.map((index) => ({ description: text(index), quantity: 1, rate: 10 }));
}

/** A section's heading in an agreement. */
const HEADING = /^\d+\. [A-Z]/;

/** The lines of both signatures, which are side by side. */
const SIGNATURES = ["Signature Signature", "Name, position Name, position", "Date Date"];

/** Three lines, the first and last marked, so that a row split over two pages is detected. */
const createMarkedText = (index: number) => `Begins ${index}\nand goes on\nEnds ${index}`;

function readNumbersAfter(word: string, page: PdfPage): number[] {
  return page.flatMap((line) => new RegExp(`^${word} (\\d+)`).exec(line)?.[1] ?? []).map(Number);
}

describe("printed documents", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  let tab: Page;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    tab = await browser.newPage();
  });
  after(async () => {
    await Promise.all([server.stop(), browser.close()]);
  });

  async function printInvoice(
    lines: object[],
    format: (typeof FORMATS)[number],
  ): Promise<PdfPage[]> {
    const parties = { from: { name: "Ada", address: "1 Road\nLondon" }, to: { name: "Bob" } };
    const invoice = { ...parties, items: lines, taxRate: 19, discount: 5 };
    const response = await postJson(`${server.url}/api/invoice`, invoice);
    assert.equal(response.status, 200);
    await tab.setContent(await response.text());
    return readPages(await tab.pdf({ format }));
  }

  /** Returns an agreement whose description has this many lines. */
  async function postAgreement(count: number): Promise<string> {
    const description = Array.from({ length: count }, (_, index) => `Line ${index + 1}.`).join(
      "\n",
    );
    const response = await postJson(`${server.url}/api/v1/contract-generator?format=html`, {
      type: "web-development",
      freelancer: { name: "Ada Doe" },
      client: { name: "Acme Ltd" },
      project: { title: "Shop relaunch", description, deliverables: ["Web shop"] },
      payment: { amount: 5000, currency: "GBP" },
    });
    assert.equal(response.status, 200);
    return response.text();
  }

  for (const format of FORMATS) {
    it(`a printed invoice of 100 items on ${format} repeats its header, keeps rows whole and numbers pages`, async () => {
      const pages = await printInvoice(createItems(100, createMarkedText), format);
      assert.ok(pages.length > 3);
      const begun = pages.map((page) => readNumbersAfter("Begins", page));
      assert.deepEqual(
        begun.flat(),
        Array.from({ length: 100 }, (_, index) => index),
      );
      for (const [index, page] of pages.entries()) {
        assert.deepEqual(readNumbersAfter("Ends", page), begun[index], "a row is on two pages");
        const first = page.findIndex((line) => line.startsWith("Begins"));
        assert.equal(page[first - 1], HEADER, "no header row above the first item");
        assert.equal(page.at(-1), `Page ${index + 1} of ${pages.length}`);
      }
    });

    it(`the totals of an invoice printed on ${format} stay together below at least one item`, async () => {
      // The page with the most one-line items and its neighbors, which cover every way to end a
      // page.
      for (let count = 12; count <= 20; count += 1) {
        const lines = createItems(count, (index) => `Begins ${index}`);
        const pages = await printInvoice(lines, format);
        const withTotals = pages.filter((page) =>
          page.some((line) => /^(Subtotal|Discount|Tax|Total) /.test(line)),
        );
        assert.equal(withTotals.length, 1, `${count} items: the totals are on two pages`);
        const [page = []] = withTotals;
        assert.ok(
          readNumbersAfter("Begins", page).length > 0,
          `${count} items: totals on their own`,
        );
      }
    });

    it(`the headings of an agreement printed on ${format} stay with their text and its signatures on one page`, async () => {
      // A page has less than 48 lines and the signatures 6, so some of these would split them.
      for (let count = 1; count <= 49; count += 4) {
        await tab.setContent(await postAgreement(count));
        const pages = await readPages(await tab.pdf({ format }));
        assert.ok(pages.length > 1);
        for (const [index, lines] of pages.entries()) {
          assert.equal(lines.at(-1), `Page ${index + 1} of ${pages.length}`);
          assert.doesNotMatch(lines.at(-2) ?? "", HEADING);
        }
        assert.deepEqual(pages.at(-1)?.slice(-4, -1), SIGNATURES, `${count} lines`);
      }
    });
  }
});
