import type { Issue } from "../../lib/errors.ts";

/** A document with the headers of its response. */
interface WrittenInvoice {
  type: string;
  body: string | Uint8Array | object;
  headers?: Record<string, string>;
}

/** The rules that an input breaks, or its total. */
type InvoiceCheck = { issues: readonly Issue[] } | { total: number };

/** A language that invoices are printed in. */
interface InvoiceLanguage {
  /** Canonical tag, such as `de-CH`. */
  locale: string;
  /** Printed words by their names. */
  words: Readonly<Record<string, string>>;
}

/** The part of the invoice tool that the reader needs: its input is the model. */
export interface InvoiceTool {
  /** Returns the rules that an input breaks, or the total of a valid one. */
  check(input: object): Promise<InvoiceCheck>;
  /** Writes an invoice in a format of the invoice tool. Throws a ValidationError as it does. */
  write(input: object, format: string): Promise<WrittenInvoice>;
  /** Returns the language of a BCP 47 tag, or the rule that the tag breaks. */
  findLanguage(tag: string): Promise<InvoiceLanguage | { problem: string }>;
}
