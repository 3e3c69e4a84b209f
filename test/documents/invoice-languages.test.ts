import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createGuide } from "#scripts/docs/invoice-languages.mjs";
import { renderPdf } from "#src/pdf/render.js";
import { WORD_NAMES } from "#src/tools/invoice/locale/labels.js";
import { LANGUAGES } from "#src/tools/invoice/locale/locale.js";
import { renderInvoicePage } from "#src/tools/invoice/page/invoice-page.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { unpadTables } from "../support/markdown.ts";
import { root } from "../support/server.ts";
import { BUSINESS_CASES } from "./support/invoices.ts";
import { readText } from "./support/pdf.ts";
import { createInvoice } from "./support/write.ts";

const folder = join(root, "src", "tools", "invoice", "locale", "words");
const WORLD = JSON.parse(
  readFileSync(join(root, "test", "cases", "invoice-world.json"), "utf8"),
) as { headings: Record<string, string> };
/**
 * Reasons for charging no tax are phrases of laws, which a document prints on a line of their own.
 */
const RIGHT_TO_LEFT = new Set(["ar", "he", "fa", "ur"]);
const PHRASES = new Set(["exempt", "reverseCharge", "intraCommunity", "export", "outOfScope"]);

describe("the words of invoices", () => {
  for (const tag of LANGUAGES) {
    it(`the words of ${tag} are complete, short, and state their source and review`, () => {
      const words = JSON.parse(readFileSync(join(folder, `${tag}.json`), "utf8")) as Record<
        string,
        string | null
      >;
      const { _source: source, _reviewed: reviewed, ...labels } = words;
      assert.match(source ?? "", /\.$/);
      assert.ok(reviewed === null || (reviewed ?? "") !== "");
      assert.deepEqual(Object.keys(labels).toSorted(), [...WORD_NAMES].toSorted());
      for (const [name, word] of Object.entries(labels)) {
        const { length } = word ?? "";
        assert.ok(length > 0 && length <= (PHRASES.has(name) ? 60 : 40), `${name}: ${word}`);
      }
      assert.equal(labels["invoice"], WORLD.headings[tag]);
    });
  }

  it("the words of a language are read when a document in it is requested first", () => {
    const script = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const read = fs.readFileSync;
      const files = [];
      fs.readFileSync = (file, ...rest) => {
        const [, tag] = /locale\\/words\\/(.+)\\.json$/.exec(String(file)) ?? [];
        if (tag) files.push(tag);
        return read(file, ...rest);
      };
      syncBuiltinESMExports();
      await import("#src/context/invoice-tool.js");
      const { createInvoice } = await import(${JSON.stringify(import.meta.resolve("./support/write.js"))});
      const request = { from: { name: "A" }, to: { name: "B" }, items: [{ description: "x", quantity: 1, rate: 1 }] };
      const steps = [[...files]];
      for (const locale of ["de", "de-AT", "ar,en"]) {
        createInvoice({ ...request, locale });
        steps.push(files.splice(0));
      }
      console.log(JSON.stringify(steps));`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { cwd: root, encoding: "utf8" },
    );
    assert.deepEqual(JSON.parse(stdout), [[], ["de"], [], ["ar", "en"]], stderr);
  });

  it("every file of words belongs to a language", () => {
    const files = readdirSync(folder).map((file) => file.replace(".json", ""));
    assert.deepEqual(files.toSorted(), [...LANGUAGES].toSorted());
  });

  it("the guide to the languages is the one that its script writes", () => {
    const guide = readFileSync(join(root, "docs", "guides", "invoice-languages.md"), "utf8");
    assert.equal(unpadTables(guide), unpadTables(createGuide()));
  });

  it("regional tags, Norwegian and Chinese find the words of their language", () => {
    const names = { "de-AT": "de", no: "nb", "nn-NO": "nb", zh: "zh-Hans", "zh-TW": "zh-Hant" };
    for (const [locale, tag] of Object.entries({ ...names, "zh-HK": "zh-Hant" })) {
      const { labels } = createInvoice({ ...BUSINESS_CASES["one rate"], locale });
      assert.equal(labels.invoice, WORLD.headings[tag], locale);
    }
  });

  it("numbers and dates have Latin digits and Gregorian years unless the tag names others", () => {
    for (const locale of LANGUAGES) {
      const { format } = createInvoice({ ...BUSINESS_CASES["one rate"], locale });
      assert.match(format.date("2026-03-02"), /2026/, locale);
    }
    const { format } = createInvoice({ ...BUSINESS_CASES["one rate"], locale: "th-u-ca-buddhist" });
    assert.match(format.date("2026-03-02"), /2569/);
  });

  it("a PDF has every word of every language, and no character without a glyph", async () => {
    const request = {
      ...BUSINESS_CASES["allowances, charges and rounding"],
      prepaid: 10,
      notes: "–",
    };
    for (const locale of LANGUAGES) {
      const invoice = createInvoice({ ...request, locale });
      const { bytes, warnings } = renderPdf(toPdfDocument(invoice));
      assert.deepEqual(warnings, [], locale);
      const text = await readText(bytes);
      const { invoice: heading, amountDue, discount, notes } = invoice.labels;
      for (const word of [heading, amountDue, discount, notes]) {
        assert.ok(text.includes(word.replaceAll(/\s/g, "")), `${locale}: ${word} in ${text}`);
      }
      const page = renderInvoicePage(invoice);
      const direction = RIGHT_TO_LEFT.has(locale) ? ' dir="rtl"' : "";
      assert.ok(page.includes(`<html lang="${locale}"${direction}>`), locale);
    }
  });
});
