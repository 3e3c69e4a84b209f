import type { Issue, Path } from "../../lib/errors.ts";
import { type Decimal, toDecimal } from "../../lib/money/exact.ts";

/** The largest amount that SEPA and Swiss payments take, in euros or francs. */
const MAX_AMOUNT = "999999999.99";

/** A postal address in parts, as the Swiss QR-bill requires. */
export interface PaymentAddress {
  name: string;
  street?: string | undefined;
  postalCode?: string | undefined;
  city?: string | undefined;
  /** ISO 3166 code in upper case. */
  countryCode?: string | undefined;
}

/** Payer or payee of a printed form. */
export interface FormParty {
  name: string;
  street: string;
  /** Postal code and city. */
  place: string;
}

/** A payment of a printed form, in euros. */
export interface FormPayment {
  payer: FormParty;
  payee: FormParty;
  amount: Decimal;
  iban: string;
  reference: string;
  /** ISO 20022 purpose: four capital letters. */
  purpose: string;
  description: string;
}

/** Returns the issues of an amount, which must be from 0.01 to 999,999,999.99, or absent. */
export function checkAmount(amount: Decimal | undefined): Issue[] {
  if (!amount || (amount.gte("0.01") && amount.lte(toDecimal(MAX_AMOUNT)))) return [];
  return [{ path: ["amount"], message: "must be from 0.01 to 999,999,999.99" }];
}

/** Returns an issue for a currency that is not supported. */
export function checkCurrency(currency: string, supported: readonly string[]): Issue[] {
  if (supported.includes(currency)) return [];
  return [{ path: ["currency"], message: `must be ${supported.join(" or ")}` }];
}

/** Returns an issue for a text of more than `max` code points. */
export function checkLength(path: Path, text: string | undefined, max: number): Issue[] {
  if (text === undefined || text.length <= max || [...text].length <= max) return [];
  return [{ path, message: `must have at most ${max} characters` }];
}
