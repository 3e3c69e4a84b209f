import { cutText } from "./latin.ts";
import type { FormParty, FormPayment } from "./payment.ts";

/** The symbol that the form prescribes: columns of data, level of error correction. */
export const HUB3_SYMBOL = { type: "pdf417", columns: 9, errorCorrection: 4 } as const;

/**
 * Returns the text of a payment's code (2D code of HUB-3A, Croatian Banking Association, edition
 * for the euro), whose symbol is a PDF417 with UTF-8. The amount is at most 9,999,999,999,999.99.
 * Texts too long for their field are cut.
 */
export function formatHub3(payment: FormPayment): string {
  const { payer, payee, amount, iban, purpose } = payment;
  const lines = [
    "HRVHUB30",
    "EUR",
    amount.times(100).toFixed(0).padStart(15, "0"),
    ...formatParty(payer, [30, 27, 27]),
    ...formatParty(payee, [25, 25, 27]),
    iban,
    ...splitReference(payment.reference),
    purpose,
    cutText(payment.description, 35),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function formatParty({ name, street, place }: FormParty, lengths: readonly number[]): string[] {
  return [name, street, place].map((line, index) => cutText(line, lengths[index] ?? 0));
}

/**
 * Returns the model and the number of a reference: its own model, HR00 for digits and dashes, or
 * HR99, which means none.
 */
function splitReference(reference: string): [model: string, number: string] {
  const [, model = "HR00", number] =
    /^(?:(HR\d{2})\s*)?([\d-]{1,22})$/.exec(reference.trim().toUpperCase()) ?? [];
  return number === undefined ? ["HR99", ""] : [model, number];
}
