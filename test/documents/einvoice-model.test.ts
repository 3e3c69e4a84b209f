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

/** Returns an allowance of the document, whose reason is its code. */
function allow(amount: string, code: string): string {
  return `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>${code}</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>${code}</cbc:AllowanceChargeReason>
    <cbc:Amount currencyID="EUR">${amount}</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID>
    <cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:TaxCategory></cac:AllowanceCharge>`;
}

function setPriceUnit(unit: string): string {
  const quantity = `<cbc:BaseQuantity unitCode="${unit}">1</cbc:BaseQuantity>`;
  return EXAMPLE.replace(">100</cbc:PriceAmount>", `$&${quantity}`);
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

function listTerms(beyond: Report["beyond"]): string[] {
  return beyond.map(({ term, value }) => `${term} ${value}`);
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

  it("sums of VAT are those in the invoice's currency, wherever the others are", async () => {
    const total = /<cac:TaxTotal>[^]*<\/cac:TaxTotal>/.exec(EXAMPLE)?.[0] ?? "";
    const accounting = total.replaceAll('"EUR">38.00', '"SEK">432.10').replace("EUR", "SEK");
    const currency = "</cbc:DocumentCurrencyCode>";
    const xml = EXAMPLE.replace(total, accounting + total).replace(
      currency,
      `${currency}<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>`,
    );
    const { totals, beyond } = await read(xml);
    assert.deepEqual([totals.stated.tax, totals.computed.tax, totals.differences], [38, 38, []]);
    assert.deepEqual(
      beyond.flatMap(({ term, value }) => (term === null ? [] : [[term, value]])),
      [
        ["BT-6", "SEK"],
        ["BT-111", "432.10"],
      ],
    );
  });

  it("amounts are read in every form of a decimal", async () => {
    const odd = EXAMPLE.replace(">200.00</cbc:LineExt", ">+200.</cbc:LineExt")
      .replace(">38.00<", ">038.000000000000<")
      .replace('unitCode="HUR">2<', 'unitCode="HUR">2.<');
    const { totals, invoice, beyond } = await read(odd);
    assert.deepEqual([totals.stated.lines, totals.stated.tax, totals.differences], [200, 38, []]);
    assert.deepEqual([(invoice as unknown as Input).items[0]?.quantity, beyond], [2, []]);
  });

  it("a prepayment above the total is beyond the model, with the amount due", async () => {
    const overpaid = EXAMPLE.replace(
      /<cbc:PayableAmount.*<\/cbc:PayableAmount>/,
      '<cbc:PrepaidAmount currencyID="EUR">300.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="EUR">-62.00</cbc:PayableAmount>',
    );
    const { invoice, beyond } = await read(overpaid);
    assert.equal(invoice?.["prepaid"], undefined);
    assert.deepEqual(listTerms(beyond), ["BT-113 300.00", "BT-115 -62.00"]);
  });

  it("a negative allowance is a charge without its code, which is beyond the model", async () => {
    const adjusted = EXAMPLE.replace(
      "<cac:TaxTotal>",
      `${allow("-10", "100")}${allow("10", "QQQ")}$&`,
    ).replace(
      "<cbc:PayableAmount",
      '<cbc:AllowanceTotalAmount currencyID="EUR">0</cbc:AllowanceTotalAmount>$&',
    );
    const { invoice, beyond } = await read(adjusted);
    const shared = { taxCategory: "S", taxRate: 19 };
    assert.deepEqual(invoice?.["allowances"], [{ amount: 10, ...shared, label: "QQQ" }]);
    assert.deepEqual(invoice?.["charges"], [{ amount: 10, ...shared, label: "100" }]);
    // The second code is not of UNTDID 5189.
    assert.deepEqual(
      listTerms(beyond).filter((term) => term.startsWith("BT-98")),
      ["BT-98 100", "BT-98 QQQ"],
    );
  });

  it("allowances of a line that its item cannot have are beyond the model, with their reasons", async () => {
    const reason = "<cbc:AllowanceChargeReason>Damage</cbc:AllowanceChargeReason>";
    const give = (isCharge: boolean) =>
      adjust(isCharge, "30.00").replace("<cbc:Amount", `${reason}$&`);
    const { invoice, beyond } = await read(
      EXAMPLE.replace("<cac:Item>", `${give(false)}${give(true)}$&`),
    );
    assert.equal(invoice?.["labels"], undefined);
    assert.deepEqual(listTerms(beyond), [
      "BT-136 30.00",
      "BT-139 Damage",
      "BT-141 30.00",
      "BT-144 Damage",
    ]);
  });

  it("the unit of a price is beyond the model if it is not that of the line", async () => {
    assert.deepEqual(listTerms((await read(setPriceUnit("HUR"))).beyond), []);
    assert.deepEqual(listTerms((await read(setPriceUnit("DAY"))).beyond), ["BT-150 DAY"]);
  });

  it("an IBAN with wrong check digits leaves neither it nor its means of payment unnamed", async () => {
    const means = `<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
      <cbc:PaymentID>K-7</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE00</cbc:ID>
      <cbc:Name>Lindqvist</cbc:Name></cac:PayeeFinancialAccount></cac:PaymentMeans>`;
    const paid = EXAMPLE.replace("<cac:TaxTotal>", `${means}$&`);
    const { invoice, beyond } = await read(paid);
    assert.deepEqual(invoice?.["payment"], { accountName: "Lindqvist", reference: "K-7" });
    assert.deepEqual(listTerms(beyond), ["BT-81 58", "BT-84 DE00"]);
    // Without an account, UBL has no place for the other two.
    const { headers } = await convert(paid, "ubl");
    assert.equal(headers?.["X-EInvoice-Loss"], "BT-81, BT-84, BT-83, BT-85");
    assert.equal((await convert(paid, "cii")).headers?.["X-EInvoice-Loss"], "BT-81, BT-84, BT-85");
  });

  it("the scheme of an identifier in CII is a term, as in UBL", async () => {
    const options = { context, query: { format: "cii" }, format: "file" } as const;
    const [request] = Object.values(BUSINESS_CASES);
    const { body } = await runTool(writer, request, options);
    const reference = `<ram:AdditionalReferencedDocument>
      <ram:IssuerAssignedID>M-1</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode>
      <ram:ReferenceTypeCode>ABZ</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument>`;
    const xml = (body as string)
      .replace("</ram:ApplicableHeaderTradeAgreement>", `${reference}$&`)
      .replace("</ram:SpecifiedLineTradeSettlement>", `${reference}$&`);
    assert.deepEqual(listTerms((await read(xml)).beyond), [
      "BT-18 M-1",
      "BT-18-1 ABZ",
      "BT-128 M-1",
      "BT-128-1 ABZ",
    ]);
  });

  it("of several accounts, the first with a valid IBAN is in the model", async () => {
    const accounts = ["DE00", "DE89370400440532013000", "FR1420041010050500013M02606"].map(
      (iban) => `<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
        <cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>
        </cac:PaymentMeans>`,
    );
    const paid = EXAMPLE.replace("<cac:TaxTotal>", `${accounts.join("")}$&`);
    const { invoice, beyond } = await read(paid);
    assert.deepEqual(invoice?.["payment"], { iban: "DE89370400440532013000" });
    assert.deepEqual(listTerms(beyond), [
      "BT-81 58",
      "BT-84 DE00",
      "BT-81 58",
      "BT-84 FR1420041010050500013M02606",
    ]);
  });

  it("a document that the invoice tool refuses is beyond the model with all of its terms", async () => {
    const { invoice, beyond } = await read(
      EXAMPLE.replaceAll("<cbc:Percent>19<", "<cbc:Percent>0<"),
    );
    assert.equal(invoice, null);
    const terms = new Set(beyond.map(({ term }) => term));
    for (const term of ["BT-1", "BT-3", "BT-24", "BT-106", "BT-112", "BT-115", "BT-126", "BT-131"])
      assert.ok(terms.has(term), term);
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
