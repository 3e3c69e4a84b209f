import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createContext } from "#src/context.js";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import type { Report } from "#src/tools/einvoice-read/task.js";
import reader from "#src/tools/einvoice-read/tool.js";
import writer from "#src/tools/invoice/tool.js";
import { runTool } from "#src/tools/run.js";
import { BUSINESS_CASES, profiles } from "./support/invoices.ts";
import { RULES, withoutRules } from "./support/rules.ts";

const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
after(() => context.close());

async function read(xml: string | Buffer): Promise<Report> {
  const input = typeof xml === "string" ? { xml } : { file: xml.toString("base64") };
  const { body } = await runTool(reader, input, { context });
  return body as Report;
}

function convert(xml: string, format: string) {
  return runTool(reader, { xml }, { context, query: { format }, format: "file" });
}

/** Returns an allowance or a charge of a line. */
function adjust(isCharge: boolean, amount: string): string {
  return `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>
    <cbc:Amount currencyID="EUR">${amount}</cbc:Amount></cac:AllowanceCharge>`;
}

/** Names of CII, and those that ZUGFeRD 1 had for them. */
const ZUGFERD1 = [
  ["<rsm:ExchangedDocumentContext", "<rsm:SpecifiedExchangedDocumentContext"],
  ["<rsm:ExchangedDocument>", "<rsm:HeaderExchangedDocument>"],
  ["CrossIndustryInvoice", "CrossIndustryDocument"],
  ["rsm:SupplyChainTradeTransaction", "rsm:SpecifiedSupplyChainTradeTransaction"],
  ["ram:ApplicableHeaderTrade", "ram:ApplicableSupplyChainTrade"],
  ["ram:SpecifiedLineTrade", "ram:SpecifiedSupplyChainTrade"],
  ["SettlementHeaderMonetary", "SettlementMonetary"],
  ["SettlementLineMonetary", "SettlementMonetary"],
  ["ram:RateApplicablePercent", "ram:ApplicablePercent"],
  ["ram:IssuerAssignedID", "ram:ID"],
  ["qdt:DateTimeString", "udt:DateTimeString"],
  [
    "urn:un:unece:uncefact:data:standard:CrossIndustryDocument:100",
    "urn:ferd:CrossIndustryDocument:invoice:1p0",
  ],
  ["InformationEntity:100", "InformationEntity:12"],
  ["standard:UnqualifiedDataType:100", "standard:UnqualifiedDataType:15"],
  ["urn:cen.eu:en16931:2017", "urn:ferd:CrossIndustryDocument:invoice:1p0:comfort"],
] as const;

/** Writes CII with the names and namespaces of ZUGFeRD 1. */
function toZugferd1(cii: string): string {
  const renamed = ZUGFERD1.reduce((xml, [name, first]) => {
    return xml
      .replaceAll(name, first)
      .replaceAll(name.replace("<", "</"), first.replace("<", "</"));
  }, cii);
  const dates =
    /<ram:FormattedIssueDateTime>\s*<udt:DateTimeString[^>]*>(\d{4})(\d\d)(\d\d)<\/udt:DateTimeString>\s*<\/ram:FormattedIssueDateTime>/g;
  return renamed.replaceAll(dates, "<ram:IssueDateTime>$1-$2-$3T00:00:00</ram:IssueDateTime>");
}

interface Input {
  from: { vatId?: string };
  items: { quantity: number; rate: number; unit?: string; discountAmount?: number }[];
}

async function readInput(xml: string): Promise<Input & Pick<Report, "beyond">> {
  const { invoice, beyond } = await read(xml);
  assert.ok(invoice);
  return { ...(invoice as unknown as Input), beyond };
}

describe("the model of a received invoice", () => {
  it("an invoice is returned as input of the invoice tool, with nothing beyond it", async () => {
    const { invoice, beyond } = await read(EXAMPLE);
    assert.deepEqual(invoice, {
      invoiceNumber: "R-1",
      issueDate: "2026-03-02",
      dueDate: "2026-04-01",
      currency: "EUR",
      from: {
        name: "Studio Lindqvist",
        vatId: "DE123456789",
        city: "Berlin",
        countryCode: "DE",
      },
      to: { name: "Harbour & Pine", countryCode: "FR" },
      items: [
        {
          description: "Consulting",
          taxCategory: "S",
          taxRate: 19,
          quantity: 2,
          rate: 100,
          unit: "HUR",
        },
      ],
      taxRate: 0,
      discount: 0,
    });
    assert.deepEqual(beyond, []);
  });

  it("what the invoice tool has no member for is beyond the model, with its place", async () => {
    const extended = EXAMPLE.replace(
      "<cac:AccountingSupplierParty>",
      `<cbc:AccountingCost>K-7</cbc:AccountingCost><cbc:Unknown>?</cbc:Unknown>$&`,
    );
    const { beyond } = await read(extended);
    assert.deepEqual(beyond, [
      {
        term: "BT-19",
        name: "Buyer accounting reference",
        value: "K-7",
        location: "/ubl:Invoice/cbc:AccountingCost",
      },
      { term: null, name: "cbc:Unknown", value: "?", location: "/ubl:Invoice/cbc:Unknown" },
    ]);
    const { headers } = await convert(extended, "cii");
    assert.equal(headers?.["X-EInvoice-Loss"], "BT-19, other");
  });

  it("a member that the invoice tool refuses is beyond the model", async () => {
    const wrong = EXAMPLE.replace("DE123456789", "0123");
    const { from, beyond } = await readInput(wrong);
    assert.equal(from.vatId, undefined);
    assert.deepEqual(
      beyond.map(({ term, value }) => [term, value]),
      [["BT-31", "0123"]],
    );
  });

  it("a line whose price does not come to its amount is one piece", async () => {
    const odd = EXAMPLE.replace('unitCode="HUR">2<', 'unitCode="HUR">3<');
    const { items, beyond } = await readInput(odd);
    const [item] = items;
    assert.deepEqual([item?.quantity, item?.rate, item?.unit], [1, 200, undefined]);
    assert.deepEqual(
      beyond.map(({ term, value }) => [term, value]),
      [
        ["BT-129", "3"],
        ["BT-130", "HUR"],
        ["BT-146", "100"],
      ],
    );
  });

  it("several allowances and charges of a line are one discount", async () => {
    const adjusted = EXAMPLE.replace(
      "<cac:Item>",
      `${adjust(false, "30.00")}${adjust(false, "5.00")}${adjust(true, "10.00")}<cac:Item>`,
    ).replace(
      "200.00</cbc:LineExtensionAmount>\n    <cac",
      "175.00</cbc:LineExtensionAmount>\n    <cac",
    );
    const { items } = await readInput(adjusted);
    const [item] = items;
    assert.deepEqual([item?.quantity, item?.discountAmount], [2, 25]);
  });

  it("a document without a known currency has no model, and formats that need one are 422", async () => {
    const unknown = EXAMPLE.replaceAll("EUR", "QQQ");
    assert.equal((await read(unknown)).invoice, null);
    await assert.rejects(
      async () => convert(unknown, "ubl"),
      /^ValidationError: file cannot be expressed as input of the invoice tool$/,
    );
  });

  for (const [name, request] of Object.entries(BUSINESS_CASES)) {
    it(`the business case "${name}" is read and written again byte for byte`, async () => {
      for (const format of profiles) {
        if (format === "factur-x") continue;
        const options = { context, query: { format }, format: "file" } as const;
        const { body } = await runTool(writer, request, options);
        const again = await convert(body as string, format);
        assert.equal(again.body, body, format);
        assert.equal(again.headers?.["X-EInvoice-Loss"], undefined, format);
      }
    });
  }

  it("the terms of ZUGFeRD 1 are those that CII has in the places of today", async () => {
    for (const name of [
      "two rates with a discount",
      "credit note",
      "allowances, charges and rounding",
    ]) {
      const options = { context, query: { format: "cii" }, format: "file" } as const;
      const { body } = await runTool(writer, BUSINESS_CASES[name] ?? {}, options);
      const expected = await read(body as string);
      const first = await read(toZugferd1(body as string));
      assert.deepEqual([first.profile, first.valid, first.rules], ["zugferd1", null, []]);
      assert.deepEqual([first.invoice, first.totals], [expected.invoice, expected.totals], name);
      assert.deepEqual(first.beyond, []);
    }
  });

  it("a PDF that Sundry made is read and written again with the same XML", async () => {
    const [request] = Object.values(BUSINESS_CASES);
    const query = { format: "factur-x" };
    const options = { context, query, format: "file" } as const;
    const { body } = await runTool(writer, request, options);
    const file = Buffer.from(body as Uint8Array).toString("base64");
    const again = await runTool(reader, { file }, options);
    const getXml = async (pdf: string) =>
      (await runTool(reader, { file: pdf }, { context, query: { format: "xml" } })).body;
    const written = Buffer.from(again.body as Uint8Array).toString("base64");
    assert.deepEqual(await getXml(written), await getXml(file));
  });
});

describe("the models of official examples", { skip: withoutRules }, () => {
  it("models of official examples come to the stated totals, unless these are beyond them", async () => {
    const folder = join(RULES, "examples");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".xml"),
    );
    let count = 0;
    for (const file of files) {
      const { invoice, beyond, totals } = await read(readFileSync(join(folder, file)));
      const hasSums = !beyond.some(({ term }) => /^BT-(11[0-7]|109)$/.test(term ?? ""));
      if (invoice === null || !hasSums) continue;
      const { body } = await runTool(writer, invoice, { context, format: "json" });
      assert.equal((body as { total: number }).total, totals.stated.total, file);
      count += 1;
    }
    assert.ok(count > 70, `${count} of ${files.length}`);
  });
});
