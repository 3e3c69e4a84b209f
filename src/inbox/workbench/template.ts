/** A part of a template: literal text, or a placeholder for a value of the request. */
export type TemplatePart =
  | string
  | { source: "record.id" | "record.seq" | "receivedAt" }
  | { source: "json"; path: readonly string[] }
  | { source: "query"; name: string }
  | { source: "unknown"; text: string };

/** The text that replaces a placeholder; empty when the request has no such value. */
export type ReadValue = (part: Exclude<TemplatePart, string>) => string;

/** Media types of planned responses. */
export const RESPONSE_TYPES = [
  "application/json",
  "text/plain",
  "application/xml",
  "text/xml",
] as const;

/** A media type of planned responses. */
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** The longest expanded body in bytes. */
export const MAX_EXPANDED_BYTES = 262_144;

/** Escapes make a value at most six times as long: `&quot;` for a quotation mark. */
export const MAX_ESCAPE_GROWTH = 6;

/** Names under these prefixes are placeholders; other braces are literal, as in JSON. */
const PLACEHOLDER = /\{(receivedAt|(?:record|json|query|env|headers|config)\.[^{}"\s]*)\}/g;

/** Splits a text at its placeholders. */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  /** Repeats of a placeholder are one object, so that it is measured once. */
  const known = new Map<string, TemplatePart>();
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const name = match[1] ?? "";
    const part = known.get(name) ?? toPlaceholder(name);
    known.set(name, part);
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function toPlaceholder(text: string): TemplatePart {
  if (text === "receivedAt" || text === "record.id" || text === "record.seq") {
    return { source: text };
  }
  const dot = text.indexOf(".");
  const name = text.slice(dot + 1);
  if (text.startsWith("json.")) return { source: "json", path: name.split(".") };
  return text.startsWith("query.") ? { source: "query", name } : { source: "unknown", text };
}

/**
 * Returns the text of a template: values are escaped for the type and not expanded again. It ends after `maxBytes`, at the
 * end of a character.
 */
export function expandTemplate(
  parts: readonly TemplatePart[],
  { type, readValue, maxBytes }: { type: ResponseType; readValue: ReadValue; maxBytes: number },
): Buffer {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    const piece = Buffer.from(typeof part === "string" ? part : escapeFor(type, readValue(part)));
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) break;
  }
  const expanded = Buffer.concat(pieces);
  return bytes > maxBytes ? expanded.subarray(0, findCharacterEnd(expanded, maxBytes)) : expanded;
}

/** Options of a measurement. Measurements of one request share `sizes`, so that each value is escaped once. */
interface MeasureOptions {
  type: ResponseType;
  readValue: ReadValue;
  /** Defaults to unlimited. */
  maxBytes?: number;
  sizes?: Map<string, number>;
}

/**
 * Returns the length in bytes of the expanded template, without expanding it. It stops above `maxBytes`, because the values
 * of a hostile request take seconds to escape.
 */
export function measureTemplate(
  parts: readonly TemplatePart[],
  { type, readValue, maxBytes = Infinity, sizes = new Map<string, number>() }: MeasureOptions,
): number {
  const own = new Map<TemplatePart, number>();
  const measure = (part: Exclude<TemplatePart, string>) => {
    const repeated = own.get(part);
    if (repeated !== undefined) return repeated;
    const key = `${type} ${JSON.stringify(part)}`;
    const known = sizes.get(key) ?? Buffer.byteLength(escapeFor(type, readValue(part)));
    sizes.set(key, known);
    own.set(part, known);
    return known;
  };
  let bytes = 0;
  for (const part of parts) {
    bytes += typeof part === "string" ? Buffer.byteLength(part) : measure(part);
    if (bytes > maxBytes) break;
  }
  return bytes;
}

const XML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML 1.0 cannot contain in any form. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Escapes a text so that it is data inside a JSON string, an XML text or attribute, or plain text. Cuts a text that is too
 * long for any response after one character too many, because escaping megabytes takes seconds.
 */
function escapeFor(type: ResponseType, value: string): string {
  const text = value.slice(0, MAX_EXPANDED_BYTES + 1);
  if (type === "text/plain") return text;
  if (type === "application/json") return JSON.stringify(text).slice(1, -1);
  return text.replaceAll(NOT_XML, "\ufffd").replaceAll(/[&<>"']/g, (one) => XML_ESCAPES[one] ?? "");
}

/** Returns the last position up to `at` that is not inside a UTF-8 sequence. */
function findCharacterEnd(bytes: Buffer, at: number): number {
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
