import { readContent } from "../../../domain/barcode/content/read-content.ts";
import { encodeSymbol, needsLibrary } from "../../../domain/barcode/encode.ts";
import { getRules } from "../../../domain/barcode/rules.ts";
import {
  type EncodedSymbol,
  type EncodeRequest,
  toSymbol,
} from "../../../domain/barcode/symbol.ts";
import { encode } from "../../../domain/qr/symbol.ts";
import { ValidationError } from "../../../lib/errors.ts";
import type { CodeDesign } from "../label-schema.ts";
import { atPath } from "./check-code.ts";

/** A code whose size is not chosen yet. */
export interface LabelCode {
  type: CodeDesign["type"];
  symbol: EncodedSymbol;
  /** The encoded text, for those who cannot see the code. */
  alt: string;
  /** The text below a linear code; undefined for none. */
  printed: string | undefined;
  /** Quiet zone in modules: left and right of linear codes, on all sides of others. */
  margin: readonly [left: number, right: number];
  isMarginSmall: boolean;
}

/** Encodes the code of a label. Throws ValidationError at `label.code.text`. */
type EncodeCode = (text: string) => LabelCode;

const QR_QUIET_ZONE = 4;

/** Creates the encoder of a design. Loads the library if the type needs it. */
export async function createCodeEncoder(design: CodeDesign): Promise<EncodeCode> {
  const { type } = design;
  const encoder = type !== "qr" && needsLibrary(type) ? await loadLibrary() : NO_LIBRARY;
  const encodeText = (text: string) =>
    type === "qr" ? encodeQr(text, design) : encodeBarcode(text, { ...design, type }, encoder);
  return (text) => {
    if (text === "") throw ValidationError.at(["label", "code", "text"], "is empty");
    return atPath(["label", "code"], () => encodeText(text));
  };
}

type Encoder = { encode(request: EncodeRequest): EncodedSymbol };

const NO_LIBRARY: Encoder = {
  encode({ type }) {
    throw new Error(`the library that encodes ${type} is not loaded`);
  },
};

async function loadLibrary(): Promise<Encoder> {
  const { encodeWithBwip } = await import("../../../domain/barcode/bwip.ts");
  return { encode: (request) => toSymbol(encodeWithBwip(request), request) };
}

function encodeQr(text: string, { errorCorrectionLevel = "M", margin }: CodeDesign): LabelCode {
  const { modules, dark } = encode(text, errorCorrectionLevel);
  return {
    type: "qr",
    symbol: { kind: "matrix", matrix: { columns: modules, rows: modules, dark } },
    alt: text,
    printed: undefined,
    ...chooseMargin(margin, [QR_QUIET_ZONE, QR_QUIET_ZONE]),
  };
}

type BarcodeDesign = CodeDesign & { type: Exclude<CodeDesign["type"], "qr"> };

function encodeBarcode(text: string, design: BarcodeDesign, encoder: Encoder): LabelCode {
  const { type, shape, columns, errorCorrection, showText, margin } = design;
  const content = readContent(type, text);
  const symbol = encodeSymbol(type, content, {
    encoder,
    shape,
    ...(columns !== undefined && { columns }),
    ...(errorCorrection !== undefined && { errorCorrection }),
  });
  return {
    type,
    symbol,
    alt: content.text,
    printed: showText ? (content.humanReadable ?? undefined) : undefined,
    ...chooseMargin(margin, getRules(type).quietZone),
  };
}

function chooseMargin(margin: number | undefined, specified: LabelCode["margin"]) {
  const [left, right] = specified;
  return margin === undefined
    ? { margin: specified, isMarginSmall: false }
    : { margin: [margin, margin] as const, isMarginSmall: margin < left || margin < right };
}
