import { ValidationError } from "../../lib/errors.ts";
import type { SymbolMatrix } from "../symbol/matrix.ts";

/**
 * A text that fits the rules of its type, and the options of `EncodeOptions` that the encoder
 * knows.
 */
export interface EncodeRequest {
  type: string;
  text: string;
  columns?: number;
  errorCorrection?: number;
}

/** An encoded symbol: widths of bars and spaces (bar first), or modules. */
export type EncodedSymbol =
  | { kind: "linear"; widths: readonly number[] }
  | { kind: "matrix"; matrix: SymbolMatrix };

/** A symbol, or "too-long" for a text that fits into none. */
export type EncodeResult = EncodedSymbol | { kind: "too-long" };

/**
 * Encodes barcodes within a bounded time. Throws ValidationError for texts that do not fit and
 * UnavailableError when too many are queued.
 */
export interface SymbolEncoder {
  encode(request: EncodeRequest): Promise<EncodedSymbol>;
}

/** Returns the error for a text that is too long for every symbol of its type. */
export function createTooLongError(type: string): ValidationError {
  return ValidationError.at(["text"], `does not fit into ${type} with these options`);
}

/** Returns the symbol of a result. Throws ValidationError for a text that is too long. */
export function toSymbol(result: EncodeResult, { type }: EncodeRequest): EncodedSymbol {
  if (result.kind === "too-long") throw createTooLongError(type);
  return result;
}
