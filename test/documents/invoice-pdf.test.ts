import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import jsqr from "jsqr";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Invoice } from "#src/tools/invoice/invoice.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
import { renderPdf } from "#src/pdf/render.js";
import { runSundry } from "../support/cli.ts";
import { connectTo } from "../support/mcp.ts";
import { findSkipReason } from "../support/needs.ts";
import { readPages, readPlacedTexts } from "./support/pdf.ts";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";
import { BUSINESS_CASES, type Request, SELLER } from "./support/invoices.ts";
import { createInvoice, writeXml } from "./support/write.ts";

const COMPLETE = BUSINESS_CASES["two rates with a discount"] ?? {};

function render(request: Request): Uint8Array {
  const invoice: Invoice = createInvoice(request);
  return renderPdf(toPdfDocument(invoice)).bytes;
}

/** Returns the height of the page in points, by the seller's country. */
function getPageHeight(countryCode?: string, currency = "USD"): number {
  const request = { ...COMPLETE, currency, from: { name: "A", countryCode } };
  return Math.round(toPdfDocument(createInvoice(request)).page.height);
}

const SWISS_SELLER = {
  ...SELLER,
  name: "Robert Schneider AG",
  street: "Rue du Lac 1268",
  postalCode: "2501",
  city: "Biel",
  countryCode: "CH",
  vatId: "CHE-116.281.710 MWST",
};
const SWISS: Request = {
  ...COMPLETE,
  currency: "CHF",
  locale: "de-CH",
  from: SWISS_SELLER,
  to: { name: "Pia Rutschmann", postalCode: "9400", city: "Rorschach", countryCode: "CH" },
  payment: { iban: "CH4431999123000889012", reference: "210000000003139471430009017", qr: "swiss" },
};

describe("the PDF of an invoice", () => {
  it("an invoice's PDF has the same bytes every time", () => {
    assert.ok(Buffer.from(render(COMPLETE)).equals(Buffer.from(render(COMPLETE))));
  });

  it("an invoice's PDF aligns its tables with the text above them and with the margins, as the HTML does", async () => {
    const request = {
      from: { name: "Seller" },
      to: { name: "Buyer" },
      items: [{ description: "Work", quantity: 2, rate: 50 }],
      notes: "Thank you",
    };
    const { width, margin } = toPdfDocument(createInvoice(request)).page;
    const texts = await readPlacedTexts(render(request));
    const getEdges = (edge: "left" | "right", ...names: string[]) =>
      names.map((name) => {
        const found = texts.findLast(({ text }) => text.trim() === name);
        return [name, Math.round(found?.[edge] ?? Number.NaN)];
      });
    const lefts = getEdges("left", "Seller", "Description", "Work", "Thank you");
    assert.deepEqual(
      lefts,
      lefts.map(([name]) => [name, Math.round(margin.left)]),
    );
    const rights = getEdges("right", "Amount", "$100.00");
    assert.deepEqual(
      rights,
      rights.map(([name]) => [name, Math.round(width - margin.right)]),
    );
  });

  it("an invoice's PDF has every amount, name and reference", async () => {
    const request = {
      ...COMPLETE,
      prepaid: 100,
      payment: { ...SWISS, iban: "DE89370400440532013000" },
    };
    const text = (
      await readPages(render({ ...request, payment: { iban: "DE89370400440532013000" } }))
    )
      .flat()
      .join("\n");
    for (const part of [
      "Studio Lindqvist GmbH",
      "Stadt Köln & Söhne <Amt>",
      "Brand identity",
      "Research & concept",
      "€2,280.00",
      "Discount (7.5%)",
      "Tax (7%)",
      "-€100.00",
      "Amount due",
      "PO-77",
      "DE89 3704 0044 0532 0130 00",
      "Page 1 of",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it("an invoice's PDF repeats the table's head on each page and keeps the totals with an item", async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({
      description: `Item ${index + 1}`,
      quantity: 1,
      rate: 10,
    })).slice(0, 100);
    const pages = await readPages(render({ ...COMPLETE, items, notes: "", payment: undefined }));
    assert.ok(pages.length >= 3);
    for (const page of pages) assert.ok(page.some((line) => /Description.*Amount/.test(line)));
    assert.ok(pages.at(-1)?.some((line) => line.includes("Item 100")));
    assert.ok(
      pages.at(-1)?.some((line) => line.startsWith("Page ") || line.includes(`of ${pages.length}`)),
    );
  });

  it("an invoice's PDF is on Letter for sellers in America and on A4 for others", () => {
    assert.deepEqual(
      [getPageHeight("US"), getPageHeight("DE"), getPageHeight(), getPageHeight(undefined, "EUR")],
      [792, 842, 792, 842],
    );
  });

  it(
    "an invoice's PDF conforms to PDF/A-3a and PDF/UA-1",
    { skip: findSkipReason("qpdf --version") },
    () => {
      for (const request of [...Object.values(BUSINESS_CASES), SWISS]) {
        assert.deepEqual(checkConformance(render(request)), []);
      }
    },
  );

  it("an invoice's PDF breaks neither dates nor numbers", async () => {
    for (const locale of ["en", "de", "fr", "es", "it", "nl", "pt", "pl"]) {
      const bytes = render({
        ...BUSINESS_CASES["one rate"],
        locale,
        issueDate: "2026-11-23",
        dueDate: "2026-12-23",
        buyerReference: "04011000-12345-67",
        servicePeriod: { start: "2026-09-23", end: "2026-10-23" },
        precedingInvoice: { number: "2026-013-A-7", date: "2026-11-20" },
      });
      const texts = (await readPlacedTexts(bytes)).map(({ text }) => text).join("|");
      const { format } = createInvoice({ ...BUSINESS_CASES["one rate"], locale });
      const unbroken = [format.date("2026-11-23"), format.date("2026-12-23"), "04011000-12345-67"];
      for (const value of unbroken) assert.ok(texts.includes(value), `${locale}: ${texts}`);
      assert.ok(texts.includes(format.shortDate("2026-10-23")), `${locale}: ${texts}`);
    }
  });

  it("an invoice's PDF translates its labels into each language", async () => {
    const titles = {
      de: "Rechnung",
      fr: "Facture",
      es: "Factura",
      it: "Fattura",
      nl: "Factuur",
      pt: "Fatura",
      pl: "Faktura",
    };
    for (const [locale, title] of Object.entries(titles)) {
      const [page] = await readPages(render({ ...COMPLETE, locale }));
      assert.ok(
        page?.some((line) => line.startsWith(title)),
        locale,
      );
    }
    const [credit] = await readPages(render({ ...COMPLETE, type: "credit-note", locale: "de" }));
    assert.ok(credit?.some((line) => line.startsWith("Gutschrift")));
  });
});

describe("payment codes on the page", { skip: findSkipReason("pdftoppm -v") }, () => {
  before(async () => {
    const path = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = readFileSync(path).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });

  const codes: [name: string, request: Request, start: string][] = [
    [
      "epc",
      { ...COMPLETE, payment: { iban: "DE89370400440532013000", qr: "epc" } },
      "BCD\n002\n1\nSCT\n\nStudio Lindqvist GmbH\n",
    ],
    ["swiss", SWISS, "SPC\r\n0200\r\n1\r\nCH4431999123000889012\r\nS\r\nRobert Schneider AG\r\n"],
    [
      "upi",
      { ...COMPLETE, currency: "INR", payment: { upiId: "studio@okbank", qr: "upi" } },
      "upi://pay?pa=studio@okbank&pn=Studio%20Lindqvist%20GmbH&am=",
    ],
  ];
  const national = JSON.parse(
    readFileSync(join(root, "test", "cases", "invoice-world.json"), "utf8"),
  ) as { payments: { qr: string; request: Request; text: string }[] };
  for (const { qr, request, text } of national.payments) {
    if (qr !== "hub3") codes.push([qr, request, text]);
  }
  for (const [name, request, start] of codes) {
    it(`the payment code ${name} can be read by its decoders`, async () => {
      const { paymentCode } = createInvoice(request);
      const scan = rasterize(render(request));
      // jsQR ignores the encoding that UPN requires.
      const readers =
        name === "upn" ? [readByZbar, readByZxing] : [readByJsqr, readByZbar, readByZxing];
      for (const read of readers) {
        const text = await read(scan);
        assert.equal(text, paymentCode?.text);
        assert.ok(text.startsWith(start), text);
      }
      scan.remove();
    });
  }

  it("the Swiss payment part is at the foot of the last page", async () => {
    const pages = await readPages(render(SWISS));
    const text = pages.at(-1)?.join("\n") ?? "";
    for (const part of [
      "Empfangsschein",
      "Zahlteil",
      "Konto / Zahlbar an",
      "21 00000 00003 13947 14300 09017",
      "Annahmestelle",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });
});

interface Picture {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
}

/** The pages of a document, and the file of the last one. */
interface Scan {
  file: string;
  pictures: Picture[];
  remove: () => void;
}

/** Draws the pages as a scanner sees them at 150 dpi. */
function rasterize(pdf: Uint8Array): Scan {
  const folder = mkdtempSync(join(tmpdir(), "sundry-code-"));
  writeFileSync(join(folder, "a.pdf"), pdf);
  execFileSync("pdftoppm", ["-r", "150", join(folder, "a.pdf"), join(folder, "p")]);
  const names = execFileSync("ls", [folder])
    .toString()
    .split("\n")
    .filter((name) => name.endsWith(".ppm"));
  const pictures = names.map((name) => readPpm(readFileSync(join(folder, name))));
  return {
    file: join(folder, names.at(-1) ?? ""),
    pictures,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function readPpm(bytes: Buffer): Picture {
  const [header = "", width, height] =
    /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString("latin1", 0, 40)) ?? [];
  const pixels = bytes.subarray(header.length);
  const rgba = new Uint8ClampedArray((pixels.length / 3) * 4).fill(255);
  for (let at = 0; at * 3 < pixels.length; at++)
    rgba.set(pixels.subarray(at * 3, at * 3 + 3), at * 4);
  return { width: Number(width), height: Number(height), rgba };
}

function readByJsqr({ pictures }: Scan): string {
  for (const { rgba, width, height } of pictures) {
    const found = jsqr.default(rgba, width, height);
    if (found) return Buffer.from(found.binaryData).toString();
  }
  return "";
}

async function readByZxing({ pictures }: Scan): Promise<string> {
  for (const { rgba, width, height } of pictures) {
    const image = { data: rgba, width, height } as unknown as Parameters<typeof readBarcodes>[0];
    const [found] = await readBarcodes(image, { formats: ["QRCode"] });
    if (found) return found.hasECI ? found.text : Buffer.from(found.bytes).toString();
  }
  return "";
}

function readByZbar({ file }: Scan): string {
  const text = execFileSync("zbarimg", [
    "-q",
    "--raw",
    "-Sdisable",
    "-Sqrcode.enable",
    file,
  ]).toString();
  return text.replace(/\n$/, "");
}

describe("every surface makes the files", () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  const post = (path: string, request: Request, headers = {}) => {
    const body = JSON.stringify(request);
    const all = { "content-type": "application/json", ...headers };
    return fetch(server.url + path, { method: "POST", headers: all, body });
  };

  it("HTTP returns an invoice's PDF by format and by Accept", async () => {
    const byFormat = await post("/api/invoice?format=pdf", COMPLETE);
    const byAccept = await post("/api/v1/invoice", COMPLETE, { accept: "application/pdf" });
    for (const response of [byFormat, byAccept]) {
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "application/pdf");
      assert.equal(response.headers.get("content-disposition"), 'inline; filename="2026-014.pdf"');
      assert.equal(response.headers.get("cache-control"), "no-store");
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.ok(bytes.equals(Buffer.from(render(COMPLETE))));
    }
    const html = await post("/api/invoice?format=html", COMPLETE, { accept: "application/pdf" });
    assert.equal(html.headers.get("content-type"), "text/html; charset=utf-8");
    const accept = "text/html, application/pdf;q=0.9";
    const preferred = await post("/api/v1/invoice", COMPLETE, { accept });
    assert.equal(preferred.headers.get("content-type"), "text/html; charset=utf-8");
  });

  it("HTTP returns an invoice's XML under the invoice's number, also one that is not a valid file name", async () => {
    const response = await post("/api/invoice?format=XRechnung", {
      ...COMPLETE,
      invoiceNumber: 'ä/"1"',
    });
    assert.equal(response.headers.get("content-type"), "application/xml; charset=utf-8");
    assert.equal(
      response.headers.get("content-disposition"),
      "inline; filename=\"_-1-.xml\"; filename*=UTF-8''%C3%A4-1-.xml",
    );
    assert.match(await response.text(), /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Invoice /);
  });

  it("HTTP responds 422 to an e-invoice with missing members", async () => {
    const response = await post("/api/invoice?format=xrechnung", {
      ...COMPLETE,
      buyerReference: null,
    });
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), { error: "xrechnung needs buyerReference (BT-10)" });
  });

  it("HTTP adds members to an invoice's JSON only for a request that uses more", async () => {
    const plain = {
      from: { name: "A" },
      to: { name: "B" },
      items: [{ description: "x", quantity: 1, rate: 10 }],
      taxRate: 10,
    };
    const first = (await (await post("/api/invoice?format=json", plain)).json()) as object;
    assert.ok(!("taxes" in first) && !("amountDue" in first));
    const more = await (
      await postJson(`${server.url}/api/invoice?format=json`, { ...plain, prepaid: 4 })
    ).json();
    assert.deepEqual((more as { taxes: unknown }).taxes, [
      { category: "S", rate: 10, net: 10, discount: 0, basis: 10, tax: 1 },
    ]);
    assert.equal((more as { amountDue: number }).amountDue, 7);
  });

  it("the command line writes the same PDF and XML of an invoice, and names missing members", async () => {
    const here = await runSundry(["invoice", "--format", "pdf"], JSON.stringify(COMPLETE));
    assert.ok(here.bytes.equals(Buffer.from(render(COMPLETE))), here.complaint);
    const there = await runSundry(
      ["invoice", "--format", "ubl", "--url", server.url],
      JSON.stringify(COMPLETE),
    );
    assert.equal(there.text.trim(), writeXml(COMPLETE, "ubl").trim());
    const missing = await runSundry(
      ["invoice", "--format", "xrechnung"],
      '{"from":{"name":"A"},"to":{"name":"B"},"items":[{"description":"x","quantity":1,"rate":1}]}',
    );
    assert.equal(missing.code, 2);
    assert.match(missing.complaint, /xrechnung needs buyerReference \(BT-10\)/);
  });

  it("MCP returns the same PDF and XML of an invoice", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.77");
    const input = JSON.parse(JSON.stringify(COMPLETE)) as Record<string, unknown>;
    const pdf = (await call("invoice", { ...input, format: "pdf" })) as unknown as {
      content: [{ type: string; resource: { uri: string; mimeType: string; blob: string } }];
      structuredContent: { invoiceNumber: string };
    };
    const [{ type, resource }] = pdf.content;
    assert.deepEqual(
      [type, resource.uri, resource.mimeType],
      ["resource", "sundry://invoice/result", "application/pdf"],
    );
    assert.ok(Buffer.from(resource.blob, "base64").equals(Buffer.from(render(COMPLETE))));
    assert.equal(pdf.structuredContent.invoiceNumber, "2026-014");
    const xml = (await call("invoice", { ...input, format: "cii" })) as unknown as {
      content: [{ type: string; text: string }];
    };
    assert.deepEqual(xml.content[0], { type: "text", text: writeXml(COMPLETE, "cii") });
    await client.close();
  });

  it("a Factur-X file contains its XML", { skip: findSkipReason("qpdf --version") }, async () => {
    const response = await post("/api/invoice?format=zugferd", COMPLETE);
    const folder = mkdtempSync(join(tmpdir(), "sundry-facturx-"));
    const file = join(folder, "a.pdf");
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    execFileSync("qpdf", ["--check", file]);
    const xml = execFileSync("qpdf", [file, "--show-attachment=factur-x.xml"]).toString();
    assert.equal(xml, writeXml(COMPLETE, "factur-x"));
    const text = readFileSync(file, "latin1");
    assert.match(text, /<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/);
    rmSync(folder, { recursive: true });
  });
});
