import { type Issue, type Path, ValidationError } from "../../../lib/errors.ts";
import { countDecimals, type Decimal, toDecimal } from "../../../lib/money/exact.ts";
import { checkEpc, formatEpc } from "../../../domain/payment/epc.ts";
import { removeSpaces } from "../../../domain/payment/iban.ts";
import type { PaymentAddress } from "../../../domain/payment/payment.ts";
import { checkSwiss, getSwissReferenceType, formatSwissQr } from "../../../domain/payment/swiss.ts";
import { checkUpi, formatUpi } from "../../../domain/payment/upi.ts";
import { createFieldError, requireFields } from "./require-fields.ts";
import type { QrContentInput } from "./schema.ts";

/** Returns the text of a payment code: EPC069-12, Swiss QR-bill or UPI. */
export function formatPayment(content: QrContentInput): string {
  const { standard } = requireFields(content, ["standard"]);
  if (standard === "upi") return formatUpiPayment(content);
  return standard === "epc" ? formatEpcPayment(content) : formatSwissPayment(content);
}

function formatEpcPayment(content: QrContentInput): string {
  const { name, iban, bic, reference, text } = requireFields(content, ["name", "iban"]);
  const payment = {
    name: name.trim(),
    iban: removeSpaces(iban),
    bic: bic === undefined ? undefined : removeSpaces(bic),
    amount: parseAmount(content),
    currency: parseCurrency(content, "EUR"),
    reference,
    text,
  };
  if (reference !== undefined && text !== undefined) {
    throw createFieldError("text", "must not be combined with content.reference");
  }
  rejectIssues(checkEpc(payment));
  return formatEpc(payment);
}

function formatSwissPayment(content: QrContentInput): string {
  const { name, iban, reference, text, debtor } = requireFields(content, ["name", "iban"]);
  const compact = reference === undefined ? undefined : removeSpaces(reference);
  if (compact !== undefined && getSwissReferenceType(compact) === "NON") {
    throw createFieldError("reference", "must be a QR reference of 27 digits or an RF reference");
  }
  const payment = {
    creditor: toAddress(content, name),
    iban: removeSpaces(iban),
    amount: parseAmount(content),
    currency: parseCurrency(content, "CHF"),
    reference: compact,
    message: text,
    ...(debtor && { debtor: toAddress(debtor, debtor.name ?? "") }),
  };
  if (debtor && !debtor.name) throw createFieldError(["debtor", "name"], "is required");
  rejectIssues(checkSwiss(payment));
  return formatSwissQr(payment);
}

function formatUpiPayment(content: QrContentInput): string {
  const { name, upiId, reference, text } = requireFields(content, ["name", "upiId"]);
  const payment = {
    upiId: upiId.trim(),
    name: name.trim(),
    amount: parseAmount(content),
    currency: parseCurrency(content, "INR"),
    note: text,
    reference,
  };
  rejectIssues(checkUpi(payment));
  return formatUpi(payment);
}

function toAddress(
  party: Pick<QrContentInput, "street" | "postalCode" | "city" | "countryCode">,
  name: string,
): PaymentAddress {
  const { street, postalCode, city, countryCode } = party;
  return { name: name.trim(), street, postalCode, city, countryCode: countryCode?.toUpperCase() };
}

function parseAmount({ amount }: QrContentInput): Decimal | undefined {
  if (amount === undefined) return undefined;
  const exact = toDecimal(amount);
  if (countDecimals(exact) > 2) throw createFieldError("amount", "must have at most two decimals");
  return exact;
}

function parseCurrency({ currency }: QrContentInput, standard: string): string {
  return currency?.toUpperCase() ?? standard;
}

/**
 * Throws a ValidationError with the issues of a payment, if there are any. Replaces their paths by
 * those of the fields.
 */
function rejectIssues(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  throw new ValidationError(
    issues.map(({ path, message }) => ({ path: ["content", ...toFieldPath(path)], message })),
  );
}

function toFieldPath([member = "", ...rest]: Path): Path {
  if (member === "creditor") return rest;
  return [member === "note" || member === "message" ? "text" : member, ...rest];
}
