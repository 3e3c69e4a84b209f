import type { ResponseType } from "../../domain/record/plan-step.ts";
import { NOT_XML, XML_ENTITIES } from "../../lib/text/xml.ts";

/** A part of a template: literal text, or a placeholder for a value of the request. */
export type ResponsePart =
  | string
  | { source: "record.id" | "record.seq" | "receivedAt" }
  | { source: "json"; path: string }
  | { source: "query"; name: string }
  | { source: "unknown"; text: string };

/** The text that replaces a placeholder; empty when the request has no such value. */
export type ReadValue = (part: Exclude<ResponsePart, string>) => string;

/** The longest expanded body in bytes. */
export const MAX_EXPANDED_BYTES = 262_144;

/** Escapes make a value at most six times as long: `&quot;` for a quotation mark. */
export const MAX_ESCAPE_GROWTH = 6;

/** Names under these prefixes are placeholders; other braces are literal, as in JSON. */
const PLACEHOLDER = /\{(receivedAt|(?:record|json|query|env|headers|config)\.[^{}"\s]*)\}/g;

/** Splits a text at its placeholders. */
export function parseTemplate(text: string): ResponsePart[] {
  const parts: ResponsePart[] = [];
  /** Repeats of a placeholder are one object, so that it is measured once. */
  const placeholders = new Map<string, ResponsePart>();
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const name = match[1] ?? "";
    const part = placeholders.get(name) ?? toPlaceholder(name);
    placeholders.set(name, part);
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function toPlaceholder(text: string): ResponsePart {
  if (text === "receivedAt" || text === "record.id" || text === "record.seq") {
    return { source: text };
  }
  const dot = text.indexOf(".");
  const name = text.slice(dot + 1);
  if (text.startsWith("json.")) return { source: "json", path: name };
  return text.startsWith("query.") ? { source: "query", name } : { source: "unknown", text };
}

/**
 * Returns the text of a template: values are escaped for the type and not expanded again. It ends
 * after `maxBytes`, at the end of a character.
 */
export function expandTemplate(
  parts: readonly ResponsePart[],
  { type, readValue, maxBytes }: { type: ResponseType; readValue: ReadValue; maxBytes: number },
): Buffer {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    const text =
      typeof part === "string" ? part : escapeFor(type, readValue(part), maxBytes - bytes);
    const piece = Buffer.from(text);
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) break;
  }
  const expanded = Buffer.concat(pieces);
  return bytes > maxBytes ? expanded.subarray(0, findCharacterEnd(expanded, maxBytes)) : expanded;
}

/**
 * Options of a measurement. Measurements of one request share `sizes`, so that each value is
 * escaped once.
 */
interface MeasureOptions {
  type: ResponseType;
  readValue: ReadValue;
  /** Default: unlimited. */
  maxBytes?: number;
  sizes?: Map<string, number>;
}

/**
 * Returns the length in bytes of the expanded template, without expanding it. It stops above
 * `maxBytes`, because the values of a hostile request take seconds to escape.
 */
export function measureTemplate(
  parts: readonly ResponsePart[],
  { type, readValue, maxBytes = Infinity, sizes = new Map<string, number>() }: MeasureOptions,
): number {
  const measured = new Map<ResponsePart, number>();
  const measure = (part: Exclude<ResponsePart, string>) => {
    const repeated = measured.get(part);
    if (repeated !== undefined) return repeated;
    const key = `${type} ${JSON.stringify(part)}`;
    const size = sizes.get(key) ?? measureEscaped(type, readValue(part));
    sizes.set(key, size);
    measured.set(part, size);
    return size;
  };
  let bytes = 0;
  for (const part of parts) {
    bytes += typeof part === "string" ? Buffer.byteLength(part) : measure(part);
    if (bytes > maxBytes) break;
  }
  return bytes;
}

const XML_ESCAPES: Readonly<Record<string, string>> = { ...XML_ENTITIES, "'": "&apos;" };

/**
 * Escapes a text so that it is data inside a JSON string, an XML text or attribute, or plain text.
 * Cuts a text that is too long for `maxBytes` after one character too many, because escaping
 * megabytes takes seconds.
 */
function escapeFor(type: ResponseType, value: string, maxBytes: number): string {
  // No character becomes shorter, so that a byte is the least that each takes.
  const text = value.slice(0, maxBytes + 1);
  if (type === "text/plain") return text;
  if (type === "application/json") return JSON.stringify(text).slice(1, -1);
  return text
    .slice(0, scanXml(text, maxBytes).end)
    .replaceAll(NOT_XML, "\ufffd")
    .replaceAll(/[&<>"']/g, (character) => XML_ESCAPES[character] ?? "");
}

/**
 * Returns the length in bytes of an escaped text, of which at most one character more than fits a
 * response is read.
 */
function measureEscaped(type: ResponseType, value: string): number {
  const text = value.slice(0, MAX_EXPANDED_BYTES + 1);
  if (type === "text/plain") return Buffer.byteLength(text);
  if (type === "application/json") return Buffer.byteLength(JSON.stringify(text)) - 2;
  return scanXml(text, Infinity).bytes;
}

/**
 * Returns the escaped length of a text for XML, up to the character that exceeds `maxBytes`, and
 * the index after it.
 */
function scanXml(text: string, maxBytes: number): { bytes: number; end: number } {
  let bytes = 0;
  let end = 0;
  while (end < text.length && bytes <= maxBytes) {
    const unit = text.codePointAt(end) ?? 0;
    bytes += getXmlLength(unit);
    end += unit > 0xffff ? 2 : 1;
  }
  return { bytes, end };
}

/** Returns the number of bytes of a character in XML: of its escape, of U+FFFD or of its own. */
function getXmlLength(codePoint: number): number {
  if (codePoint > 0x7f) return codePoint > 0xffff ? 4 : codePoint > 0x7ff ? 3 : 2;
  return XML_LENGTHS[codePoint] ?? 1;
}

/** The bytes of each ASCII character in XML. */
const XML_LENGTHS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  const escaped = XML_ESCAPES[character] ?? character.replace(NOT_XML, "\ufffd");
  return Buffer.byteLength(escaped);
});

/** Returns the last position up to `at` that is not inside a UTF-8 sequence. */
function findCharacterEnd(bytes: Buffer, at: number): number {
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
