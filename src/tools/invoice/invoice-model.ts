import type { Formatter } from "../../lib/money/localized.ts";
import type { SwissPayment } from "../../domain/payment/swiss.ts";
import type { SymbolMatrix } from "../../domain/symbol/matrix.ts";
import type { Labels } from "./locale/labels.ts";
import type { Logo } from "../../lib/graphics/logo.ts";
import type { LineAmounts, Totals } from "../../domain/invoice/figures.ts";
import type { Currency } from "../../lib/money/currency.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import type { Input } from "../../lib/schema.ts";
import type { DOCUMENT_TYPES, InvoiceInput } from "./schema.ts";

/** A payment code of a single country. */
export type NationalKind = "spayd" | "pix" | "zatca" | "upn" | "hub3";

/** The text of a payment code for the amount due. */
export type PaymentCode =
  | { kind: "epc" | "upi" | Exclude<NationalKind, "hub3">; text: string }
  | { kind: "hub3"; text: string; /** Set before a document is drawn. */ matrix?: SymbolMatrix }
  | { kind: "swiss"; text: string; payment: SwissPayment };

/** A valid request with its defaults. */
export type InvoiceRequest = Input<typeof InvoiceInput>;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** An item of the request with its figures. */
export interface InvoiceLine extends LineAmounts {
  description: string;
  /** The request's unit: a UN/ECE code, or a word such as `hour`. */
  unit?: string | undefined;
  /** The seller's number of the item. */
  id?: string | undefined;
  /** The number of units that `rate` is the price of; absent for 1. */
  per?: Decimal | undefined;
  period?: { start: string; end: string } | undefined;
}

/** A computed invoice: the request, every figure, and the labels and formats of its document. */
export interface Invoice extends Totals {
  request: InvoiceRequest;
  currency: Currency;
  invoiceNumber: string;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  type: DocumentType;
  isCreditNote: boolean;
  lines: InvoiceLine[];
  /**
   * False for a request with members of the first version only. The responses to such requests
   * never change.
   */
  isExtended: boolean;
  /** True for a request with members or types of release 0.2.1, whose JSON has more figures. */
  hasNewerFigures: boolean;
  /** Canonical BCP 47 tag. */
  locale: string;
  direction: "ltr" | "rtl";
  labels: Labels;
  /** The second language of a bilingual document. */
  second?: SecondLanguage | undefined;
  format: Formatter;
  logo?: Logo | undefined;
  paymentCode?: PaymentCode | undefined;
}

/** A language whose words are printed beside those of the first one. */
interface SecondLanguage {
  /** Canonical BCP 47 tag. */
  locale: string;
  direction: "ltr" | "rtl";
  labels: Labels;
}

/** An invoice before its logo and its payment code are set. */
export type InvoiceDraft = Omit<Invoice, "paymentCode" | "logo">;
