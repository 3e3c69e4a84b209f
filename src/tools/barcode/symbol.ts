import type { Matrix } from "../../lib/symbol/matrix.ts";

/** A text for a barcode symbology, with the options that concern it. */
export interface EncodeRequest {
  type: string;
  text: string;
  columns?: number;
  errorCorrection?: number;
  shape: "square" | "rectangle";
}

/** An encoded symbol: widths of bars and spaces (bar first), or modules. */
export type EncodedSymbol =
  | { kind: "linear"; widths: readonly number[] }
  | { kind: "matrix"; matrix: Matrix };

/** A symbol, or that the text fits into none. */
export type EncodeResult = EncodedSymbol | { kind: "too-long" };

/**
 * Encodes barcodes within a bounded time. Throws ValidationError for texts that do not fit and UnavailableError when too
 * many are queued.
 */
export interface SymbolEncoder {
  encode(request: EncodeRequest): Promise<EncodedSymbol>;
}
