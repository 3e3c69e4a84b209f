import type { Formatter } from "../../lib/money/localized.ts";
import type { SwissPayment } from "../../lib/payment/swiss.ts";
import type { Labels } from "./locale/labels.ts";
import type { Logo } from "../../pdf/logo/logo.ts";
import type { InvoiceRequest, InvoiceLine, Totals } from "./totals.ts";

/** The text of a payment code for the amount due. */
export type PaymentCode =
  | { kind: "epc" | "upi"; text: string }
  | { kind: "swiss"; text: string; payment: SwissPayment };

/** A computed invoice: the request, every figure, and the labels and formats of its document. */
export interface Invoice extends Totals {
  request: InvoiceRequest;
  invoiceNumber: string;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  isCreditNote: boolean;
  lines: InvoiceLine[];
  /** False for a request with members of the first version only. The responses to such requests never change. */
  isExtended: boolean;
  /** Canonical BCP 47 tag. */
  locale: string;
  labels: Labels;
  format: Formatter;
  logo?: Logo | undefined;
  paymentCode?: PaymentCode | undefined;
}
