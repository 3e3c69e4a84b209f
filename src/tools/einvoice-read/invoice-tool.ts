import type { Issue } from "../../lib/errors.ts";

/** A document with the headers of its response. */
interface WrittenInvoice {
  type: string;
  body: string | Uint8Array | object;
  headers?: Record<string, string>;
}

/** The rules that an input breaks, or its total. */
type InvoiceCheck = { issues: readonly Issue[] } | { total: number };

/** What the reader needs of the invoice tool, whose input its model is. */
export interface InvoiceTool {
  /** Returns the rules that an input breaks, or the total of a valid one. */
  check(input: object): Promise<InvoiceCheck>;
  /** Writes an invoice in a format of the invoice tool. Throws a ValidationError as it does. */
  write(input: object, format: string): Promise<WrittenInvoice>;
}
