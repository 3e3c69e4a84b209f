import type { Formatter } from "../../lib/localized.ts";
import type { SwissPayment } from "../../lib/payment/swiss.ts";
import type { Labels } from "./locale/labels.ts";
import type { Logo } from "../../pdf/logo/logo.ts";
import type { InvoiceRequest, Line, Totals } from "./totals.ts";

/** A code that pays the amount due, as its text. */
export type PaymentCode =
  | { kind: "epc" | "upi"; text: string }
  | { kind: "swiss"; text: string; payment: SwissPayment };

/** An invoice: what was asked for, every figure on it, and what its document is written with. */
export interface Invoice extends Totals {
  request: InvoiceRequest;
  invoiceNumber: string;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  isCreditNote: boolean;
  lines: Line[];
  /** False for a request that only has members of the first version; its responses never change. */
  isExtended: boolean;
  /** Canonical BCP 47 tag. */
  locale: string;
  labels: Labels;
  format: Formatter;
  logo?: Logo | undefined;
  paymentCode?: PaymentCode | undefined;
}
