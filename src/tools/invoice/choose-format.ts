import { acceptsExplicitly, negotiate } from "../../lib/net/http-headers.ts";
import type { ReplyOptions } from "../define.ts";
import type { InvoiceFormat } from "./format-schema.ts";

export const HTML = "text/html";
export const PDF = "application/pdf";

/** Options that choose the response's format. */
export type InvoiceReplyOptions = ReplyOptions<{ format?: InvoiceFormat }>;

/** Returns true for a reply that a worker renders. */
export function makesPdf(options: InvoiceReplyOptions): boolean {
  const format = chooseFormat(options);
  return format === "pdf" || format === "factur-x";
}

/**
 * Chooses the format. JSON that a command's flag or MCP requests takes precedence over the query.
 */
export function chooseFormat({ format, accept, query }: InvoiceReplyOptions): InvoiceFormat {
  if (format === "json") return "json";
  if (query.format !== undefined) return query.format;
  return acceptsExplicitly(accept, PDF) && negotiate(accept, [PDF, HTML]) === PDF ? "pdf" : "html";
}
