import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createContext } from "#src/context.js";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { parseXml } from "#src/tools/einvoice-read/xml/parse.js";
import { type XmlElement, getText } from "#src/tools/einvoice-read/xml/tree.js";
import reader from "#src/tools/einvoice-read/tool.js";
import { runTool } from "#src/tools/run.js";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { RULES, withoutRules } from "./support/rules.ts";

const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
const folder = mkdtempSync(join(tmpdir(), "sundry-views-"));
after(async () => {
  await context.close();
  rmSync(folder, { recursive: true });
});

function render(xml: string, format: "html" | "pdf", language = "en") {
  const options = { context, query: { format }, format: "file" } as const;
  return runTool(reader, { xml, language }, options);
}

async function renderPage(xml: string, language?: string): Promise<string> {
  return (await render(xml, "html", language)).body as string;
}

/** Returns the text of a PDF without spaces and the line at the foot of pages. */
async function renderText(xml: string): Promise<string> {
  const file = join(folder, "view.pdf");
  writeFileSync(file, (await render(xml, "pdf")).body as Uint8Array);
  const text = execFileSync("pdftotext", ["-raw", file, "-"], { encoding: "utf8" });
  return text.replaceAll(/^.*Page \d+ of \d+$/gm, "").replaceAll(/\s/g, "");
}

/** Elements that only name the kind of others, as the model has them. */
const STRUCTURE = /(?:Indicator|DocumentTypeCode|TaxScheme)$/;

/** Returns the texts of a document, with days as the page shows them. */
function listValues(xml: string): string[] {
  const values: string[] = [];
  const visit = (element: XmlElement): void => {
    if (STRUCTURE.test(element.name) || element.name.endsWith("BinaryObject")) return;
    const children = element.children.filter((child) => child.kind === "element");
    const text = getText(element).trim();
    const isCode = /^(?:VAT|\d{2,3})$/.test(text) && /(?:TypeCode|cbc:ID)$/.test(element.name);
    if (children.length === 0 && text !== "" && !isCode) values.push(text);
    children.forEach(visit);
  };
  parseXml(xml).children.forEach(visit);
  return values.map((value) => value.replace(/^(20\d\d)(\d\d)(\d\d)$/, "$1-$2-$3"));
}

function unescape(page: string): string {
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return page.replaceAll(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: keyof typeof entities) => entities[name],
  );
}

describe("the page of a received invoice", () => {
  it("the page shows every term, the verdict and messages, and escapes the document's text", async () => {
    const hostile = EXAMPLE.replace("Consulting", "&lt;script&gt;alert(1)&lt;/script&gt;").replace(
      ">238.00</cbc:TaxInc",
      ">239.00</cbc:TaxInc",
    );
    const { body, type } = await render(hostile, "html");
    assert.equal(type, "text/html; charset=utf-8");
    const page = body as string;
    assert.doesNotMatch(page, /<script|<a |<img|<link|url\(/);
    assert.match(page, /&lt;script&gt;alert\(1\)/);
    for (const text of ["Invoice R-1", "BR-CO-15", "BT-112", "239.00", "BT-130", "HUR", "BG-25"]) {
      assert.ok(page.includes(text), text);
    }
    assert.match(page, /<p class="verdict bad">[12] errors?</);
    assert.match(await renderPage(EXAMPLE), /Valid EN 16931</);
  });

  it("names and verdict are in German and French, headings in every language of invoices", async () => {
    const german = await renderPage(EXAMPLE, "de-AT");
    assert.match(german, /<html lang="de">/);
    for (const text of [
      "Rechnung R-1",
      "Gültig: EN 16931",
      "Rechnungsnummer",
      "Name des Verkäufers",
    ]) {
      assert.ok(german.includes(text), text);
    }
    const french = await renderPage(EXAMPLE, "fr");
    for (const text of ["Facture R-1", "Valide : EN 16931", "Nom du vendeur"]) {
      assert.ok(french.includes(text), text);
    }
    const spanish = await renderPage(EXAMPLE, "es");
    assert.match(spanish, /<html lang="en">/);
    assert.match(spanish, /<h1 lang="es" dir="auto">Factura R-1</);
    assert.ok(spanish.includes("Seller name"));
  });

  it("a language that invoices do not have is 422 with the tags that there are", async () => {
    await assert.rejects(
      async () => renderPage(EXAMPLE, "xx"),
      /^ValidationError: language must be a tag in en, de, .* or id$/,
    );
  });
});

describe("the PDF of a received invoice", () => {
  it("the PDF is PDF/A-3a and PDF/UA-1, and has the XML as it was", async () => {
    const { body, type, headers } = await render(EXAMPLE, "pdf", "de");
    assert.equal(type, "application/pdf");
    assert.deepEqual(headers, { "Content-Disposition": 'inline; filename="R-1.pdf"' });
    assert.deepEqual(checkConformance(body as Uint8Array), []);
    const file = Buffer.from(body as Uint8Array).toString("base64");
    const xml = await runTool(reader, { file }, { context, query: { format: "xml" } });
    assert.equal(Buffer.from(xml.body as Uint8Array).toString(), EXAMPLE);
  });

  it("an invoice with more text than 200 pages hold is 422", async () => {
    const note = `<cbc:Note>${"text ".repeat(250_000)}</cbc:Note>`;
    const long = EXAMPLE.replace("<cbc:DocumentCurrencyCode>", `${note}$&`);
    await assert.rejects(
      async () => render(long, "pdf"),
      /^ValidationError: file (?:has too much text for a PDF of 200 pages|takes longer than 5 s)/,
    );
  });
});

const EXAMPLES = [
  "peppol/Allowance-example.xml",
  "xrechnung/02.01a-cvd_INVOICE_uncefact.xml",
  "en16931-ubl/ubl-tc434-example1.xml",
  "en16931-cii/CII_business_example_01.xml",
];
const reason = withoutRules || findSkipReason("pdftotext -v");

describe("views of official examples", { skip: reason }, () => {
  for (const example of EXAMPLES) {
    it(`page and PDF of ${example} show every value`, async () => {
      const xml = readFileSync(join(RULES, "examples", example), "utf8");
      const values = [...new Set(listValues(xml))];
      const page = unescape(await renderPage(xml)).replaceAll(/\s/g, "");
      const text = await renderText(xml);
      const lacks = (content: string) =>
        values.filter((value) => !content.includes(value.replaceAll(/\s/g, "")));
      assert.deepEqual([lacks(page), lacks(text)], [[], []]);
      assert.ok(values.length > 40);
    });
  }
});
