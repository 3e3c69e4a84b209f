import { isIban, removeSpaces } from "../../../../domain/payment/iban.ts";
import { DAY_MS, formatDay } from "../../../../lib/dates/date.ts";
import { type FormModel, setText } from "../../../form/form-model.ts";
import type { Values } from "../../../form/values.ts";
import type { FormProps } from "../../kit.ts";

/** Currencies of the codes that the page chooses. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  epc: ["EUR"],
  swiss: ["CHF", "EUR"],
};

/**
 * Chooses the payment code for the account in the form, unless it has one that fits its currency.
 * It is a SEPA code for EUR, and a QR-bill for CHF if there is the address that it needs.
 */
export function choosePaymentCode(model: FormModel): void {
  const values = model.values.value;
  const { currency = "", "payment.qr": code = "" } = values;
  const isWrong = CURRENCIES[code]?.includes(currency) === false;
  if (!isWrong && !["", "none"].includes(code)) return;
  const chosen = findCode(values) ?? "none";
  if (chosen !== (code || "none")) setText(model, "payment.qr", chosen);
}

function findCode({ currency, "payment.iban": iban = "", "from.city": city }: Values) {
  const account = removeSpaces(iban);
  if (!isIban(account)) return undefined;
  if (currency === "EUR") return "epc";
  return currency === "CHF" && /^(CH|LI)/i.test(account) && city ? "swiss" : undefined;
}

/** Sets the due date this many days after the issue date. */
export function setDue({ model }: FormProps, days: number): void {
  const issued = Date.parse(model.values.value["issueDate"] ?? "") || Date.now();
  setText(model, "dueDate", formatDay(issued / DAY_MS + days));
}
