import { negotiate } from "../../lib/net/http-headers.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { CurrencyResponse, CurrencyResult, SeriesDay } from "./schema.ts";

const JSON_TYPE = "application/json";

/** Media types of a series, in the server's order of preference. */
export const SERIES_TYPES = [JSON_TYPE, "application/x-ndjson", "text/csv"] as const;

/** Returns the response in the negotiated media type. A conversion on one day is always JSON. */
export function createCurrencyReply(
  { output, isFinal }: CurrencyResult,
  { format, accept }: Pick<ReplyOptions, "format" | "accept">,
): ToolReply {
  const isSeries = output.days !== undefined;
  const type = isSeries && format !== "json" ? negotiate(accept, SERIES_TYPES) : JSON_TYPE;
  return {
    type,
    body: type === JSON_TYPE ? output : writeSeries(type, output),
    headers: { "X-Rates-As-Of": output.asOf, "X-Rates-Stale": String(output.stale) },
    cacheControl: isFinal ? "public, max-age=3600, immutable" : "public, max-age=3600",
    isNegotiated: isSeries,
  };
}

function writeSeries(type: string, { days = [] }: CurrencyResponse): string {
  const lines = type === "text/csv" ? formatCsvLines(days) : days.map((day) => JSON.stringify(day));
  return lines.map((line) => `${line}\n`).join("");
}

/** Formats the lines of a table with a column for each currency that has a rate on some day. */
function formatCsvLines(days: readonly SeriesDay[]): string[] {
  const codes = [...new Set(days.flatMap(({ rates }) => Object.keys(rates)))];
  return [
    ["date", ...codes].join(","),
    ...days.map(({ date, rates }) => [date, ...codes.map((code) => rates[code] ?? "")].join(",")),
  ];
}
