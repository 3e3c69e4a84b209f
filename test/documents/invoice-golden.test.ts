import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderPdf } from "#src/pdf/render.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/document.js";
import { findSkipReason } from "../support/needs.ts";
import { checkConformance, hashContent } from "../support/pdf-conformance/check.ts";
import type { Request } from "./support/invoices.ts";
import { createInvoice } from "./support/write.ts";

const BASE: Request = {
  invoiceNumber: "2026-014",
  issueDate: "2026-03-02",
  dueDate: "2026-04-01",
  currency: "EUR",
  from: { name: "Studio Lindqvist", street: "Torstraße 48", city: "Berlin", countryCode: "DE" },
  to: { name: "Harbour & Pine Ltd", street: "12 Quay Street", city: "Bristol", countryCode: "GB" },
  payment: { iban: "DE89370400440532013000", accountName: "Studio Lindqvist", qr: "epc" },
  taxRate: 19,
  discount: 5,
};

function withItems(count: number): Request {
  const items = Array.from({ length: count }, (_, index) => ({
    description: `Item ${index + 1}\nDesign and development`,
    quantity: 1 + (index % 7) / 2,
    rate: 95 + index,
  }));
  return { ...BASE, items };
}

/** Every script that the product draws, emoji and a character that no font has. */
const UNICODE: Request = {
  ...BASE,
  from: { name: "سارة الأحمد للتصميم", address: "شارع الملك فهد ١٢\nالرياض" },
  to: { name: "חברת הדוגמה בע״מ", address: "רחוב הרצל 5, תל אביב" },
  items: [
    { description: "Ærøskøbing, Łódź, Tiếng Việt, Ελληνικά, Кириллица", quantity: 1, rate: 1 },
    { description: "हिन्दी क्षत्रिय", quantity: 2, rate: 2 },
    { description: "ภาษาไทยที่ไม่มีช่องว่าง", quantity: 3, rate: 3 },
    { description: "日本語の説明、한국어 설명，简体中文", quantity: 4, rate: 4 },
    { description: "party 🎉 family 👨‍👩‍👧 flag 🇩🇪", quantity: 5, rate: 5 },
    { description: "missing \u0b95", quantity: 6, rate: 6 },
  ],
  notes: "شكراً لكم (thank you)",
};

/**
 * Hashes of the content of reviewed documents. After an intended change, render the document, review every page, and
 * replace its hash.
 */
const GOLDEN: Record<string, { request: Request; hash: string }> = {
  "1 item": {
    request: withItems(1),
    hash: "b4004abee59e1dbafb8738a9cbc4375f48478dec39b93fa24b37b62744f9d32f",
  },
  "12 items": {
    request: withItems(12),
    hash: "d1fd85e286e651d498b758606baa41d57fd213258589030d5c6022c716afc7ea",
  },
  "100 items": {
    request: withItems(100),
    hash: "e75222ac06d598084ed8051cd8bb0ee2290a367ed6812753a3a736a266f25149",
  },
  "every script": {
    request: UNICODE,
    hash: "bec405d854a5192a25d06b9ab2a49be10584282eee87a7dda5cbd8a54137b344",
  },
};

describe(
  "the PDF of an invoice equals the reviewed one",
  { skip: findSkipReason("qpdf --version") },
  () => {
    for (const [name, { request, hash }] of Object.entries(GOLDEN)) {
      it(name, () => {
        const { bytes } = renderPdf(toPdfDocument(createInvoice(request)));
        assert.deepEqual(checkConformance(bytes), []);
        assert.equal(hashContent(bytes), hash);
      });
    }
  },
);
