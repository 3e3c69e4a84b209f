import type { Static } from "typebox";
import { formatCurrency, minorUnits } from "../../lib/currency.ts";
import { type Decimal, toNumber } from "../../lib/money.ts";
import { defineTool, type ToolReply } from "../define.ts";
import { type Invoice, toInvoice } from "./invoice.ts";
import { invoicePage } from "./page.ts";
import { InvoiceInput, InvoiceOutput, InvoiceQuery } from "./schema.ts";

export default defineTool({
  name: "invoice",
  title: "Invoice",
  summary: "A printable invoice with exact figures, from two parties and a list of items.",
  group: "documents",
  keywords: ["bill", "billing", "pdf", "tax", "vat", "receipt"],
  path: "/api/invoice",
  aliases: ["/api/v1/invoice"],
  input: InvoiceInput,
  output: InvoiceOutput,
  query: InvoiceQuery,
  media: ["text/html", "application/json"],
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
  run: toInvoice,
  reply: (invoice, { format, query }): ToolReply =>
    format === "json" || query.format === "json"
      ? { type: "application/json", body: toEnvelope(invoice) }
      : { type: "text/html; charset=utf-8", body: invoicePage(invoice) },
});

function toEnvelope(invoice: Invoice): Static<typeof InvoiceOutput> {
  const { asked, subtotal, discount, tax, total } = invoice;
  const text = (amount: Decimal) => formatCurrency(asked.currency, amount);
  const number = (amount: Decimal) => toNumber(amount, minorUnits(asked.currency));
  return {
    invoiceNumber: invoice.invoiceNumber,
    currency: asked.currency,
    subtotal: number(subtotal),
    discount: number(discount),
    tax: number(tax),
    total: number(total),
    formatted: {
      subtotal: text(subtotal),
      discount: text(discount),
      tax: text(tax),
      total: text(total),
    },
    html: invoicePage(invoice),
  };
}
