import type { Issue } from "../../lib/errors.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import { encodeAddress } from "../../lib/text/uri-text.ts";
import { checkAmount, checkCurrency, checkLength } from "./payment.ts";

/** A payment over India's Unified Payments Interface. */
export interface UpiPayment {
  /** Virtual payment address, `name@bank`. */
  upiId: string;
  name: string;
  /** In rupees, from 0.01; the payer enters an absent one. */
  amount?: Decimal | undefined;
  currency: string;
  /** Shown to the payer, up to 80. */
  note?: string | undefined;
  /** The payee's own number for the payment, up to 35. */
  reference?: string | undefined;
}

/** Returns true for a virtual payment address. */
export function isUpiId(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text);
}

/**
 * Lists the issues that prevent a UPI code. Paths begin with the name of one of the payment's
 * members.
 */
export function checkUpi(payment: UpiPayment): Issue[] {
  return [
    ...checkCurrency(payment.currency, ["INR"]),
    ...checkAmount(payment.amount),
    ...(isUpiId(payment.upiId) ? [] : [{ path: ["upiId"], message: "must be written name@bank" }]),
    ...checkLength(["note"], payment.note, 80),
    ...checkLength(["reference"], payment.reference, 35),
  ];
}

/** Returns the URI of a valid payment's code (NPCI, UPI linking specification 1.6). */
export function formatUpi({ upiId, name, amount, note, reference }: UpiPayment): string {
  const members = {
    pa: upiId,
    pn: name,
    am: amount?.toFixed(2) ?? "",
    cu: "INR",
    tn: note ?? "",
    tr: reference ?? "",
  };
  const query = Object.entries(members)
    .filter(([, value]) => value !== "")
    // Some apps look for the at sign of `pa`.
    .map(([key, value]) => `${key}=${encodeAddress(value)}`);
  return `upi://pay?${query.join("&")}`;
}
