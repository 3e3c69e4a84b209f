import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderPdf } from "#src/pdf/render.js";
import { toPdfDocument } from "#src/tools/invoice/pdf/invoice-document.js";
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
 * Hashes of the content of reviewed documents. After an intended change, render the document,
 * review every page, and replace its hash.
 */
const GOLDEN: Record<string, { request: Request; hash: string }> = {
  "1 item": {
    request: withItems(1),
    hash: "379a317a237ceb0723076cb002be7106614fa940d4924b9244e883a21784f7c8",
  },
  "12 items": {
    request: withItems(12),
    hash: "15f49f614224100c89b8d0355b022753042367d4b0ade030c0c745b6bd86933b",
  },
  "100 items": {
    request: withItems(100),
    hash: "1bf28cf5adf6168ef93de10c35f0f9bc7fa1aba5f10b01440ea483b1191ec5ee",
  },
  "every script": {
    request: UNICODE,
    hash: "b1e87cddfa89ffdcc86ae2daac589837404c5815e1292fe10a30c626e8ff10fc",
  },
};

describe(
  "the PDF of an invoice equals the reviewed one",
  { skip: findSkipReason("qpdf --version") },
  () => {
    for (const [name, { request, hash }] of Object.entries(GOLDEN)) {
      it(`the PDF of the invoice "${name}" equals the reviewed one`, () => {
        const { bytes } = renderPdf(toPdfDocument(createInvoice(request)));
        assert.deepEqual(checkConformance(bytes), []);
        assert.equal(hashContent(bytes), hash);
      });
    }
  },
);
