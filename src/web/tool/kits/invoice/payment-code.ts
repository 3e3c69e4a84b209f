import { isIban, removeSpaces } from "../../../../domain/payment/iban.ts";
import { type FormModel, setText } from "../../../form/form-model.ts";

/**
 * Chooses the payment code for the account in the form, unless it has one: a SEPA code for EUR, a
 * QR-bill for CHF if there is the address that it needs.
 */
export function choosePaymentCode(model: FormModel): void {
  const {
    currency,
    "payment.iban": iban = "",
    "payment.qr": code,
    "from.city": city,
  } = model.values.value;
  const account = removeSpaces(iban);
  if ((code ?? "none") !== "none" || !isIban(account)) return;
  if (currency === "EUR") setText(model, "payment.qr", "epc");
  if (currency === "CHF" && /^(CH|LI)/i.test(account) && city) {
    setText(model, "payment.qr", "swiss");
  }
}
