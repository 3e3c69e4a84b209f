import { encodeLatin2 } from "../../../domain/payment/latin.ts";
import { SWISS_MIN_VERSION } from "../../../domain/payment/swiss.ts";
import { UPN_SYMBOL } from "../../../domain/payment/upn.ts";
import { encode, encodeInBytes, encodeWithEci, type QrSymbol } from "../../../domain/qr/symbol.ts";
import { getLabel, type Label } from "../display/label.ts";
import type { Invoice, PaymentCode } from "../types.ts";

/** Encodes a payment code as its standard prescribes. */
export function encodePaymentCode({ kind, text }: PaymentCode): QrSymbol {
  switch (kind) {
    case "epc":
    case "upi":
      return encode(text, "M");
    case "swiss":
      return encode(text, "M", SWISS_MIN_VERSION);
    case "upn":
      return encodeWithEci(encodeLatin2(text), { ...UPN_SYMBOL, level: "M" });
    default:
      return encodeInBytes(text, "M");
  }
}

/** Returns the words below a code. That of a Saudi invoice is not for payment. */
export function getCodeCaption({ kind }: PaymentCode, invoice: Invoice): Label {
  return kind === "zatca" ? { text: "ZATCA" } : getLabel("scanToPay", invoice);
}

/** Returns true for codes of release 0.2.0, whose documents keep their bytes. */
export function isFirstVersion({ kind }: Pick<PaymentCode, "kind">): boolean {
  return ["epc", "swiss", "upi"].includes(kind);
}

/** Describes a code for people who do not see it; the newer ones by their text, too. */
export function describeCode({ kind, text }: PaymentCode, caption: string): string {
  if (isFirstVersion({ kind })) return caption;
  return `${caption} (${kind.toUpperCase()}): ${text.trim()}`;
}
