import type { CurrencyResponse } from "../../../../tools/currency/schema.ts";
import type { Values } from "../../../form/values.ts";
import { fetchResult } from "../../submit.ts";
import type { ToolView } from "../../view.ts";
import { splitCodes } from "./codes.ts";

interface ProblemDetails {
  errors?: readonly { detail: string }[];
}

/**
 * Converts an amount. A further currency without a rate on the day is left out with a warning,
 * where the API rejects the whole request.
 */
export async function convertAvailable(view: ToolView, values: Values): Promise<Response> {
  const response = await fetchResult(view, values);
  if (response.status !== 422) return response;
  const { errors = [] } = (await response.clone().json()) as ProblemDetails;
  const codes = splitCodes(values["to"] ?? "");
  // "is ISK, which has no rate from 2008-12-10 to 2018-01-31"
  const reasons = errors.map(({ detail }) => detail.replace(/^is /, ""));
  const isAvailable = (code: string) => !reasons.some((reason) => reason.startsWith(`${code},`));
  const available = codes.filter(isAvailable);
  const isAlone = errors.length === codes.length - available.length;
  if (!isAlone || !isAvailable(codes[0] ?? "")) return response;
  const retry = await fetchResult(view, { ...values, to: available.join(", ") });
  if (!retry.ok) return retry;
  const output = (await retry.json()) as CurrencyResponse;
  const warnings = [
    ...(output.warnings ?? []),
    ...reasons.map((reason) => `${reason.replace(", which", "")}.`),
  ];
  return new Response(JSON.stringify({ ...output, warnings }), { headers: retry.headers });
}
