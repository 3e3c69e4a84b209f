import { Type } from "typebox";
import { enumOf, multiLine } from "../../lib/schema.ts";
import { isBic, isIban, removeSpaces } from "../../domain/payment/iban.ts";
import { isUpiId } from "../../domain/payment/upi.ts";
import { toPixKey } from "../../domain/payment/pix.ts";
import { toWebLink } from "./links.ts";
import { checkedText, NO_CONTROLS, shortText } from "./text-schema.ts";

/** Payment details of an invoice. */
export const Payment = Type.Object(
  {
    iban: checkedText(
      [50, "Account to pay into; its check digits are verified."],
      (text) => isIban(removeSpaces(text)),
      "must be a valid IBAN",
    ),
    bic: checkedText(
      [15, "BIC of the bank."],
      (text) => isBic(removeSpaces(text)),
      "must be a BIC of 8 or 11 characters",
    ),
    accountName: shortText(100, "Account holder; defaults to the seller's name."),
    reference: shortText(140, "Defaults to the invoice number."),
    terms: Type.Optional(
      multiLine(0, 1000, { ...NO_CONTROLS, description: "Such as: 30 days net." }),
    ),
    link: checkedText(
      [500, "Web address where the invoice can be paid."],
      (text) => toWebLink(text.trim()) !== undefined,
      "must be a web address",
    ),
    upiId: checkedText(
      [320, "UPI address, such as studio@bank."],
      (text) => isUpiId(text.trim()),
      "must be written name@bank",
    ),
    pixKey: checkedText(
      [100, "PIX key: CPF, CNPJ, e-mail, phone number with +55, or UUID."],
      (text) => toPixKey(text) !== undefined,
      "must be a CPF, CNPJ, e-mail, phone number with +55, or UUID",
    ),
    purpose: checkedText(
      [10, "ISO 20022 purpose of upn and hub3; defaults to OTHR."],
      (text) => /^\s*[A-Z]{4}\s*$/.test(text),
      "must be four capital letters",
    ),
    qr: Type.Optional(
      enumOf(["none", "epc", "swiss", "upi", "spayd", "pix", "zatca", "upn", "hub3"], {
        title: "Payment QR",
        "x-help": "none",
        "x-default": "none",
        "x-titles": {
          epc: "EPC (SEPA, EUR)",
          swiss: "Swiss QR-bill",
          upi: "UPI (INR)",
          spayd: "SPAYD (Czechia, Slovakia)",
          pix: "PIX (BRL)",
          zatca: "ZATCA (SAR)",
          upn: "UPN (Slovenia)",
          hub3: "HUB-3A (Croatia)",
        },
        description:
          "Payment code with the amount due: epc (SEPA, EUR), swiss (QR-bill, CHF or EUR), upi (INR), spayd (Czechia, Slovakia), pix (BRL), upn (Slovenia, EUR) or hub3 (Croatia, EUR); or zatca, the code of Saudi invoices.",
      }),
    ),
  },
  { title: "How to get paid", "x-help": "none", description: "How to pay it." },
);
