import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { formatPix, toPixKey } from "#src/domain/payment/pix.js";
import { formatSpayd } from "#src/domain/payment/spayd.js";
import { formatUpn } from "#src/domain/payment/upn.js";
import { formatZatca } from "#src/domain/payment/zatca.js";
import { toDecimal } from "#src/lib/money/exact.js";
import { root } from "../support/server.ts";
import type { Request } from "./support/invoices.ts";
import { GRAMMARS } from "./support/payment-grammars.ts";
import { createInvoice } from "./support/write.ts";

interface CaseFile {
  payments: { qr: string; request: Request; text: string }[];
  published: { code: string; text: string }[];
}

const { payments, published } = JSON.parse(
  readFileSync(join(root, "test", "cases", "invoice-world.json"), "utf8"),
) as CaseFile;
const listPublished = (name: string) =>
  published.filter(({ code }) => code === name).map(({ text }) => text);

describe("payment codes of single countries", () => {
  for (const { qr, request, text } of payments) {
    it(`a whole request carries the reviewed text of ${qr}`, () => {
      assert.equal(createInvoice(request).paymentCode?.text, text);
    });
  }

  it("the formatters reproduce the published examples byte for byte", () => {
    const spayd = formatSpayd({
      iban: "CZ2806000000000168540115",
      amount: toDecimal(450),
      currency: "CZK",
      message: "PLATBA ZA ZBOZI",
      variableSymbol: "1234567890",
    });
    assert.deepEqual(listPublished("spayd"), [spayd]);
    const pix = formatPix({
      key: "123e4567-e12b-12d1-a456-426655440000",
      name: "Fulano de Tal",
      city: "BRASILIA",
    });
    assert.deepEqual(listPublished("pix"), [pix]);
    const zatca = formatZatca({
      seller: "Bobs Records",
      vatNumber: "310122393500003",
      time: "2022-04-25T15:30:00Z",
      total: toDecimal(1000),
      tax: toDecimal(150),
    });
    assert.deepEqual(listPublished("zatca"), [zatca]);
    const payer = { name: "Janez Novak", street: "Dunajska 1", place: "1000 Ljubljana" };
    const rent = { amount: toDecimal("81.05"), purpose: "RENT" };
    const upn = [
      formatUpn({
        ...rent,
        payer,
        payee: { name: "Novo podjetje d.o.o.", street: "Lepa cesta 15", place: "3698 Loški Potok" },
        description: "Plačilo najemnine 10/2016",
        dueDate: "2016-11-15",
        iban: "SI56051008010486080",
        reference: "RF45 SBO2 010",
      }),
      formatUpn({
        ...rent,
        payer: { ...payer, street: "Dunajska ulica 1" },
        payee: { name: "RentaCar d.o.o.", street: "Pohorska ulica 22", place: "2000 Maribor" },
        description: "Plačilo najemnine za marec 2017",
        dueDate: "2017-04-01",
        iban: "SI56020170014356205",
        reference: "SI12 1234567890120",
      }),
    ];
    assert.deepEqual(listPublished("upn"), upn);
  });

  it("a SPAYD escapes its separators and characters beyond ASCII, and cuts at a character", () => {
    const spayd = payments.find(({ qr }) => qr === "spayd");
    const { paymentCode } = createInvoice({
      ...spayd?.request,
      payment: {
        iban: "CZ2806000000000168540115",
        reference: "50 %*Š" + "ž".repeat(80),
        qr: "spayd",
      },
    });
    const [, message = ""] = /MSG:(.*)$/.exec(paymentCode?.text ?? "") ?? [];
    assert.ok(message.startsWith("50 %25%2A%C5%A0"), message);
    assert.equal(Array.from(decodeURIComponent(message)).length, 60);
  });

  it("PIX keys are normalized, and other texts are refused", () => {
    assert.equal(toPixKey("123.456.789-09"), "12345678909");
    assert.equal(toPixKey("12.345.678/0001-95"), "12345678000195");
    assert.equal(toPixKey("ADA@example.com"), "ada@example.com");
    assert.equal(toPixKey("+5511987654321"), "+5511987654321");
    for (const text of ["123", "ada", "+491234567", "x@y"]) assert.equal(toPixKey(text), undefined);
  });

  it("a seller's name for ZATCA is cut at a character to 255 bytes", () => {
    const text = formatZatca({
      seller: "م".repeat(200),
      vatNumber: "310122393500003",
      time: "2022-04-25T15:30:00Z",
      total: toDecimal(1),
      tax: toDecimal(0),
    });
    const bytes = Buffer.from(text, "base64");
    assert.equal(bytes[1], 254);
    assert.equal(bytes.subarray(2, 256).toString(), "م".repeat(127));
  });

  const REFUSALS: [qr: string, members: object, message: RegExp][] = [
    ["spayd", { payment: { qr: "spayd" } }, /payment\.iban is required for payment\.qr spayd/],
    ["spayd", { currency: "KWD" }, /currency must have at most 2 decimals for payment\.qr spayd/],
    ["spayd", { prepaid: 450 }, /amountDue must be more than 0 for payment\.qr spayd/],
    ["spayd", { type: "credit-note" }, /payment\.qr must be none for a credit note/],
    ["spayd", { type: "delivery-note" }, /payment\.qr must be none for type delivery-note/],
    ["pix", { from: { name: "A" } }, /from\.city is required for payment\.qr pix/],
    ["pix", { currency: "USD" }, /currency must be BRL for payment\.qr pix/],
    ["zatca", { from: { name: "A", vatId: "SA1" } }, /from\.vatId must be SA and 15 digits/],
    ["zatca", { type: "quote" }, /payment\.qr must be none for type quote/],
    ["hub3", { currency: "USD" }, /currency must be EUR for payment\.qr hub3/],
    ["hub3", { payment: { iban: "DE89370400440532013000", qr: "hub3" } }, /must be an IBAN of HR/],
    ["upn", { payment: { iban: "DE89370400440532013000", qr: "upn" } }, /must be an IBAN of SI/],
  ];
  for (const [qr, members, message] of REFUSALS) {
    it(`${qr} is refused with ${message.source}`, () => {
      const entry = payments.find((payment) => payment.qr === qr);
      assert.throws(() => createInvoice({ ...entry?.request, ...members }), message);
    });
  }

  it("texts of any request follow the grammar of their standard and state its values", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 50 }).map((value) => {
      return value.replaceAll(/[\p{Cc}\p{Cs}]/gu, "");
    });
    const reference = fc.oneof(text, fc.stringMatching(/^[\d-]{1,22}$/), fc.constant("HR01 77-1"));
    const members = fc.record({ name: text, street: text, city: text, reference });
    const entries = fc.constantFrom(...payments);
    fc.assert(
      fc.property(
        entries,
        members,
        fc.integer({ min: 1, max: 999_999_999 }),
        (entry, own, cents) => {
          const { name, street, city } = own;
          const party = { name: `A${name}`, street, city: `B${city}` };
          const payment = entry.request["payment"] as Request;
          const invoice = createInvoice({
            ...entry.request,
            taxRate: 0,
            from: { ...(entry.request["from"] as Request), ...party },
            to: party,
            items: [{ description: "x", quantity: 1, rate: cents / 100 }],
            payment: { ...payment, reference: own.reference },
          });
          const read = GRAMMARS[entry.qr]?.(invoice.paymentCode?.text ?? "");
          assert.equal(read?.amount, invoice.amountDue.toFixed(2));
          const { iban, pixKey } = payment;
          const payee =
            iban ?? pixKey ?? String((entry.request["from"] as Request)["vatId"]).slice(2);
          assert.equal(read?.payee, payee);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("a Croatian reference keeps its model, and one of digits gets HR00", () => {
    const hub3 = payments.find(({ qr }) => qr === "hub3");
    for (const [reference, expected] of [
      ["HR01 7336-68949637625-00001", "HR01 7336-68949637625-00001"],
      ["2026-014", "HR00 2026-014"],
      ["Rechnung 14", "HR99"],
      ["123456789012345678901234", "HR99"],
    ]) {
      const payment = { ...(hub3?.request["payment"] as Request), reference };
      const { paymentCode } = createInvoice({ ...hub3?.request, payment });
      assert.equal(GRAMMARS["hub3"]?.(paymentCode?.text ?? "").reference, expected);
    }
  });

  it("a credit note and a receipt may carry the code of a Saudi invoice", () => {
    const entry = payments.find(({ qr }) => qr === "zatca");
    for (const type of ["credit-note", "receipt"]) {
      assert.equal(createInvoice({ ...entry?.request, type }).paymentCode?.kind, "zatca");
    }
  });
});
