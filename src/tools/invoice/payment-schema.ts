import { Type } from "typebox";
import { enumOf, multiLine } from "../../lib/schema.ts";
import { NO_CONTROLS, shortText } from "./text-schema.ts";

/** Payment details of an invoice. */
export const Payment = Type.Object(
  {
    iban: shortText(50, "Account to pay into; its check digits are verified."),
    bic: shortText(15, "BIC of the bank."),
    accountName: shortText(100, "Account holder; defaults to the seller's name."),
    reference: shortText(140, "Defaults to the invoice number."),
    terms: Type.Optional(
      multiLine(0, 1000, { ...NO_CONTROLS, description: "Such as: 30 days net." }),
    ),
    link: shortText(500, "Web address where the invoice can be paid."),
    upiId: shortText(320, "UPI address, such as studio@bank."),
    qr: Type.Optional(
      enumOf(["none", "epc", "swiss", "upi"], {
        description:
          "Payment code with the amount due: epc (SEPA, EUR), swiss (QR-bill, CHF or EUR) or upi (INR).",
      }),
    ),
  },
  { description: "How to pay it." },
);
