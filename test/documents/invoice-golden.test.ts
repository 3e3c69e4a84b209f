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
    hash: "445d752575db37670aba8d56d72510e3de1ae2e63f9a504f95a5445be4b98d3a",
  },
  "12 items": {
    request: withItems(12),
    hash: "af260c86af39767af6d8b9f72861073d527dfd3187acfd99d51c585686262482",
  },
  "100 items": {
    request: withItems(100),
    hash: "5304a419fceb1985012daf414823b1cf85101675b7c2c706fdb55d872a18100d",
  },
  "every script": {
    request: UNICODE,
    hash: "603ec3f394590c5ef7495c3a554886d76ac5ae3dd064fce77fcfae90bb3443d2",
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
