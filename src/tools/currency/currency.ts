import { convert } from "./convert.ts";
import type { CurrencyContext, CurrencyRequest, CurrencyResult } from "./schema.ts";
import { listRates } from "./series.ts";

/** Converts an amount, or lists the rates of a period. Throws ValidationError. */
export function convertCurrency(
  request: CurrencyRequest,
  context: CurrencyContext,
): CurrencyResult {
  const isSeries = request.start !== undefined || request.end !== undefined;
  return isSeries ? listRates(request, context) : convert(request, context);
}
