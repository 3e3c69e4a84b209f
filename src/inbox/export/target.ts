import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { CAPTURE_PREFIX } from "../address.ts";

/** The inbox, its server and its version, which every export names. */
export interface ExportContext {
  inbox: string;
  /**
   * The server's URL as the exporter reaches it, with the base path and without a slash at its end.
   */
  origin: string;
  version: string;
}

/**
 * Returns path and query at which this server captures the request again, as the sender wrote them.
 */
export function toRequestTarget(
  { path, query }: RecordFields,
  { inbox, origin }: ExportContext,
): string {
  const basePath = new URL(origin).pathname.replace(/\/$/, "");
  const search = query === "" ? "" : `?${query}`;
  return `${basePath}${CAPTURE_PREFIX}${encodeURIComponent(inbox)}${path}${search}`;
}

/** Returns the whole URL of a target, with escapes where a URL needs them. */
export function toUrl(target: string, { origin }: ExportContext): string {
  return new URL(origin).origin + escapeTarget(target);
}

/**
 * Characters that neither a path nor a query may contain (RFC 3986), and percent signs that begin
 * no escape.
 */
const NOT_IN_TARGET = /[^\w\-.~!$&'()*+,;=:@/?%]|%(?![0-9a-f]{2})/gi;

/**
 * Returns text of a URL with its other characters percent-encoded. They are bytes, as Node reads
 * them.
 */
export function escapeTarget(text: string): string {
  return text.replaceAll(NOT_IN_TARGET, (character) => {
    const byte = character.charCodeAt(0) & 0xff;
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
}
