import type { Issue } from "../../lib/errors.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import { isBic, isIban } from "./iban.ts";
import { checkAmount, checkCurrency, checkLength } from "./payment.ts";
import { isCreditorReference } from "./references.ts";

/**
 * A SEPA credit transfer. Identifiers are compact and in upper case; lengths are in code points.
 */
export interface EpcPayment {
  /** Beneficiary, 1 to 70. */
  name: string;
  iban: string;
  /** May be left out within the EEA. */
  bic?: string | undefined;
  /** From 0.01 to 999,999,999.99; the payer enters an absent one. */
  amount?: Decimal | undefined;
  currency: string;
  /**
   * An ISO 11649 reference goes into its own line; any other text becomes the remittance text, up
   * to 140.
   */
  reference?: string | undefined;
  /** Up to 140; it is not sent beside an ISO 11649 reference. */
  text?: string | undefined;
}

/** Maximum bytes of a code: the capacity of version 13 at level M (EPC069-12, 2.1). */
const MAX_BYTES = 331;

/**
 * Lists the issues that prevent an EPC code. Paths begin with the name of one of the payment's
 * members.
 */
export function checkEpc(payment: EpcPayment): Issue[] {
  const issues = [
    ...checkCurrency(payment.currency, ["EUR"]),
    ...checkAmount(payment.amount),
    ...checkLength(["name"], payment.name, 70),
    ...(isIban(payment.iban) ? [] : [{ path: ["iban"], message: "must be a valid IBAN" }]),
    ...(payment.bic === undefined || isBic(payment.bic)
      ? []
      : [{ path: ["bic"], message: "must be a BIC of 8 or 11 characters" }]),
    ...checkLength(["reference"], payment.reference, 140),
    ...checkLength(["text"], payment.text, 140),
  ];
  if (issues.length === 0 && Buffer.byteLength(formatEpc(payment)) > MAX_BYTES) {
    const longest = payment.text === undefined ? "reference" : "text";
    return [{ path: [longest], message: `makes the code longer than ${MAX_BYTES} bytes` }];
  }
  return issues;
}

/**
 * Returns the text of a payment's EPC code, version 002, UTF-8 (EPC069-12, version 2.1). The
 * payment is valid.
 */
export function formatEpc({ name, iban, bic = "", amount, reference, text }: EpcPayment): string {
  const compact = reference?.replace(/\s+/g, "").toUpperCase() ?? "";
  const structured = isCreditorReference(compact) ? compact : "";
  const unstructured = structured === "" ? (text ?? reference ?? "") : "";
  const purpose = "";
  const head = ["BCD", "002", "1", "SCT", bic, name, iban, amount ? `EUR${amount.toFixed(2)}` : ""];
  return [...head, purpose, structured, unstructured].join("\n").replace(/\n+$/, "");
}
