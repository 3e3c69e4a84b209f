import { HUB3_SYMBOL } from "../../../domain/payment/hub3.ts";
import { encodeLatin2 } from "../../../domain/payment/latin.ts";
import { SWISS_MIN_VERSION } from "../../../domain/payment/swiss.ts";
import { UPN_SYMBOL } from "../../../domain/payment/upn.ts";
import { encode, encodeInBytes, encodeWithEci, type QrSymbol } from "../../../domain/qr/symbol.ts";
import type { SymbolMatrix } from "../../../domain/symbol/matrix.ts";
import type { MaybePromise } from "../../../lib/concurrency/maybe-promise.ts";
import type { ToolContext } from "../../tool-context.ts";
import { getLabel, type Label } from "../display/label.ts";
import type { Invoice, PaymentCode } from "../invoice-model.ts";

/** A payment code with the width of its quiet zone, in modules. */
interface CodeSymbol extends SymbolMatrix {
  quietZone: number;
}

/** Quiet zones in modules (ISO/IEC 18004, 9.1 and ISO/IEC 15438, 5.13). */
const QR_QUIET_ZONE = 4;
const PDF417_QUIET_ZONE = 2;

/** Encodes a payment code as its standard prescribes. Throws for one that is not prepared. */
export function encodePaymentCode(code: PaymentCode): CodeSymbol {
  if (code.kind !== "hub3") {
    const { modules, dark } = encodeQr(code);
    return { columns: modules, rows: modules, dark, quietZone: QR_QUIET_ZONE };
  }
  if (!code.matrix) throw new Error("the payment code is not prepared");
  return { ...code.matrix, quietZone: PDF417_QUIET_ZONE };
}

function encodeQr({ kind, text }: PaymentCode): QrSymbol {
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

/** Encodes the code of an invoice that needs the encoder of barcodes. */
export function preparePaymentCode(
  invoice: Invoice,
  { symbolEncoder }: Pick<ToolContext, "symbolEncoder">,
): MaybePromise<Invoice> {
  const { paymentCode } = invoice;
  if (paymentCode?.kind !== "hub3") return invoice;
  return symbolEncoder.encode({ ...HUB3_SYMBOL, text: paymentCode.text }).then((symbol) => {
    if (symbol.kind !== "matrix") throw new Error("PDF417 is a symbol of modules");
    return { ...invoice, paymentCode: { ...paymentCode, matrix: symbol.matrix } };
  });
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
