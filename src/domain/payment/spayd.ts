import type { Decimal } from "../../lib/money/exact.ts";

/** A payment of the Czech and Slovak Short Payment Descriptor. */
interface SpaydPayment {
  iban: string;
  bic?: string | undefined;
  /** From 0.01 to {@link MAX_SPAYD_AMOUNT}. */
  amount: Decimal;
  currency: string;
  /** `YYYY-MM-DD`. */
  dueDate?: string | undefined;
  /** Up to 60 characters. */
  message: string;
  /** Variable symbol: 1 to 10 digits. */
  variableSymbol?: string | undefined;
}

export const MAX_SPAYD_AMOUNT = "9999999.99";

/** Returns the text of a payment's code (SPAYD 1.0, qr-platba.cz). */
export function formatSpayd(payment: SpaydPayment): string {
  const { iban, bic, amount, currency, dueDate, message, variableSymbol } = payment;
  const fields = [
    "SPD*1.0",
    `ACC:${iban}${bic === undefined ? "" : `+${bic}`}`,
    `AM:${amount.toFixed(2)}`,
    `CC:${currency}`,
    ...(dueDate === undefined ? [] : [`DT:${dueDate.replaceAll("-", "")}`]),
    `MSG:${escapeSpayd(message)}`,
    ...(variableSymbol === undefined ? [] : [`X-VS:${variableSymbol}`]),
  ];
  return fields.join("*");
}

/** Percent-encodes what is not printable ASCII, the separator and the percent sign. */
function escapeSpayd(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|[%*]/gu, (character) =>
    character === "*" ? "%2A" : encodeURIComponent(character),
  );
}
