import { ValidationError } from "../errors.ts";
import { findJsonFault } from "./json-scanner.ts";

/** Shorter texts are parsed within a millisecond, whatever they hold. */
const MIN_SCANNED_LENGTH = 16_384;

/** Far above any tool's input; parsing this many values takes about 10 ms. */
const LIMITS = { maxDepth: 64, maxValues: 20_000, allowsLargeNumbers: true };

/**
 * Parses JSON. Throws a SyntaxError for other text, and a ValidationError for nesting or a number
 * of values that would block the event loop.
 */
export function parseModestJson(text: string, maxValues = LIMITS.maxValues): unknown {
  if (text.length > MIN_SCANNED_LENGTH) requireModestJson(text, maxValues);
  return JSON.parse(text) as unknown;
}

function requireModestJson(text: string, maxValues: number): void {
  const fault = findJsonFault(text, { ...LIMITS, maxValues });
  if (fault === "deep") {
    throw ValidationError.at([], `must nest at most ${LIMITS.maxDepth} levels deep`);
  }
  if (fault === "many-values") {
    throw ValidationError.at([], `must have at most ${maxValues} values`);
  }
}
