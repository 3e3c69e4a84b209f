import { throwIssues } from "../../lib/errors.ts";
import { readLogo } from "../../lib/graphics/logo.ts";
import { defineTool } from "../define.ts";
import { checkDueDate, checkPaid, checkServicePeriod, checkValidUntil } from "./checks.ts";
import {
  checkAdjustments,
  checkDocumentTaxes,
  checkItem,
  checkPrepaidType,
  checkRounding,
} from "./figure-checks.ts";
import { makesPdf } from "./choose-format.ts";
import { checkCodeType } from "./payment/code.ts";
import { toInvoice } from "./invoice.ts";
import { preparePaymentCode } from "./payment/symbol.ts";
import type { createInvoiceReply } from "./reply.ts";
import { InvoiceQuery } from "./format-schema.ts";
import { InvoiceInput, InvoiceOutput } from "./schema.ts";

/** Imported on first use, because no start waits for them, and once: an import takes 7 µs. */
let formats: Promise<typeof import("./reply.ts")> | undefined;

const createReply: typeof createInvoiceReply = async (...args) =>
  (await (formats ??= import("./reply.ts"))).createInvoiceReply(...args);

export default defineTool({
  name: "invoice",
  title: "Invoice",
  kit: "invoice",
  summary: "A printable invoice with exact figures, from two parties and a list of items.",
  group: "documents",
  keywords: ["bill", "billing", "pdf", "tax", "vat", "receipt"],
  path: "/api/invoice",
  aliases: ["/api/v1/invoice"],
  input: InvoiceInput,
  output: InvoiceOutput,
  query: InvoiceQuery,
  costlyReply: {
    name: "invoice-pdf",
    perMinute: 60,
    description: "as PDF",
    includes: (_, options) => makesPdf(options),
    includesAll: makesPdf,
  },
  // Exceeds the default, because a logo alone may have 256 KiB.
  bodyLimitBytes: 512 * 1024,
  media: ["text/html", "application/json", "application/pdf", "application/xml"],
  example: {
    invoiceNumber: "2026-014",
    issueDate: "2026-03-02",
    dueDate: "2026-04-01",
    currency: "EUR",
    accentColor: "#0f766e",
    from: {
      name: "Studio Lindqvist",
      address: "Torstraße 48\n10119 Berlin\nGermany",
      email: "hello@lindqvist.example",
      website: "lindqvist.example",
    },
    to: {
      name: "Harbour & Pine Ltd",
      address: "12 Quay Street\nBristol BS1 4DB\nUnited Kingdom",
      email: "accounts@harbourpine.example",
    },
    items: [
      { description: "Brand identity: research and concept", quantity: 24, rate: 95 },
      { description: "Logo and type system", quantity: 1, rate: 2400 },
      { description: "Website design, five templates", quantity: 38.5, rate: 95 },
      { description: "Credit for the unused workshop day", quantity: 1, rate: -380 },
    ],
    discount: 5,
    taxRate: 19,
    notes: "Please transfer the amount within 30 days and quote the invoice number.\nThank you!",
  },
  briefExample: {
    from: { name: "Ada Doe" },
    to: { name: "Acme Ltd" },
    items: [{ description: "Design", quantity: 2, rate: 700 }],
    taxRate: 19,
  },
  headers: {
    "X-PDF-Warnings": "missing-glyph: characters that no font has are drawn as frames.",
  },
  warnings: {
    "missing-glyph": "Some characters are not in any font and are drawn as frames.",
  },
  resources: ["tasks", "symbolEncoder"],
  rules: [
    { members: ["logo"], check: ({ logo }) => void readLogo(logo) },
    { members: ["issueDate", "dueDate"], check: (input) => throwIssues(checkDueDate(input)) },
    { members: ["servicePeriod"], check: (input) => throwIssues(checkServicePeriod(input)) },
    {
      members: ["type", "validUntil", "issueDate"],
      check: (input) => throwIssues(checkValidUntil(input)),
    },
    { members: ["type", "paid"], check: (input) => throwIssues(checkPaid(input)) },
    {
      members: ["items", "type"],
      check: (input) => throwIssues(input.items.flatMap((_, index) => checkItem(input, index))),
    },
    {
      members: ["allowances"],
      check: (input) => throwIssues(checkAdjustments("allowances", input)),
    },
    {
      members: ["taxes", "taxRate", "taxCategory"],
      check: (input) => throwIssues(checkDocumentTaxes(input)),
    },
    { members: ["type", "prepaid"], check: (input) => throwIssues(checkPrepaidType(input)) },
    { members: ["rounding", "currency"], check: (input) => throwIssues(checkRounding(input)) },
    { members: ["type", "payment.qr"], check: (input) => throwIssues(checkCodeType(input)) },
    { members: ["charges"], check: (input) => throwIssues(checkAdjustments("charges", input)) },
  ],
  run: (input, context) => preparePaymentCode(toInvoice(input, context), context),
  reply: createReply,
});
