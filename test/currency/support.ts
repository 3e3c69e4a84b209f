import { createRateBook } from "#src/rates/book.js";
import { compileInput } from "#src/lib/input/input.js";
import { convertCurrency } from "#src/tools/currency/currency.js";
import {
  type ConvertedAmount,
  CurrencyInput,
  type CurrencyResponse,
} from "#src/tools/currency/schema.js";

/** The rates that ship with the product. */
export const { rates } = createRateBook({});

/** A time at which every shipped day is in the past. */
export const NOW = Date.parse("2026-11-22T12:00:00Z");

const parse = compileInput(CurrencyInput);

/** Returns the response to a request body as the tool does. */
export function respond(body: object, nowMs = NOW): CurrencyResponse {
  return convertCurrency(parse(body), { rates, nowMs }).output;
}

/** Returns the only conversion of a request with one target. */
export function convertOne(body: object, nowMs = NOW): ConvertedAmount {
  const [conversion] = respond(body, nowMs).results ?? [];
  if (conversion === undefined) throw new Error("no conversion");
  return conversion;
}

/** Returns the error message of a rejected request. */
export function catchRefusal(body: object, nowMs = NOW): string {
  try {
    respond(body, nowMs);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}
