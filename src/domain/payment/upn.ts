import { cutText, toLatin2Text } from "./latin.ts";
import type { FormParty, FormPayment } from "./payment.ts";
import { isCreditorReference } from "./references.ts";

/**
 * A payment of Slovenia's UPN form, from 0.01 to 999,999,999.99 euros. Lines of names and addresses
 * have up to 33 characters, the description up to 42.
 */
interface UpnPayment extends FormPayment {
  /** `YYYY-MM-DD`. */
  dueDate?: string | undefined;
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

function formatParty({ name, street, place }: FormParty): string[] {
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
