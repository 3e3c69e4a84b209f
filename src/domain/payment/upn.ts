import type { Decimal } from "../../lib/money/exact.ts";
import { cutText, toLatin2Text } from "./latin.ts";
import { isCreditorReference } from "./references.ts";

/** A name with its address, each line up to 33 characters. */
interface UpnParty {
  name: string;
  street: string;
  /** Postal code and city. */
  place: string;
}

/** A payment of Slovenia's UPN form. */
interface UpnPayment {
  payer: UpnParty;
  payee: UpnParty;
  /** In euros, from 0.01 to 999,999,999.99. */
  amount: Decimal;
  /** ISO 20022 purpose: four capital letters. */
  purpose: string;
  /** Up to 42 characters. */
  description: string;
  /** `YYYY-MM-DD`. */
  dueDate?: string | undefined;
  iban: string;
  reference: string;
}

/** The symbol that the standard prescribes, level M with ISO 8859-2 (ECI 4). */
export const UPN_SYMBOL = { version: 15, eci: 4 } as const;

/**
 * Returns the text of a payment's code (UPN QR, Bank Association of Slovenia), in characters of ISO
 * 8859-2.
 */
export function formatUpn(payment: UpnPayment): string {
  const { payer, payee, amount, purpose, description, dueDate = "", iban, reference } = payment;
  const lines = [
    "UPNQR",
    "",
    "",
    "",
    "",
    ...formatParty(payer),
    amount.times(100).toFixed(0).padStart(11, "0"),
    "",
    "",
    purpose,
    formatLine(description, 42),
    dueDate.split("-").toReversed().join("."),
    iban,
    toUpnReference(reference),
    ...formatParty(payee),
  ];
  const text = lines.map((line) => `${line}\n`).join("");
  return `${text}${String(text.length).padStart(3, "0")}\n`;
}

function formatParty({ name, street, place }: UpnParty): string[] {
  return [name, street, place].map((line) => formatLine(line, 33));
}

function formatLine(text: string, maxLength: number): string {
  return cutText(toLatin2Text(text), maxLength);
}

/** Returns a Slovenian or international reference in compact form, or SI99, which means none. */
function toUpnReference(reference: string): string {
  const compact = reference.replaceAll(/\s/g, "").toUpperCase();
  const isValid = /^SI\d{2}[\d-]{1,22}$/.test(compact) || isCreditorReference(compact);
  return isValid ? compact : "SI99";
}
