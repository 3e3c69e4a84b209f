import type { InboxRecord, PlannedResponse } from "../../domain/record/inbox-record.ts";

/** Formats a planned response: `500 after 200 ms`. */
export function formatPlannedResponse(answered: PlannedResponse): string {
  if ("closed" in answered) return "Connection closed";
  const { status, delayMs } = answered;
  return delayMs === 0 ? String(status) : `${status} after ${delayMs} ms`;
}

/** Formats a planned response in one word: `500`, `Closed`. */
export function formatStatus(answered: PlannedResponse): string {
  return "closed" in answered ? "Closed" : String(answered.status);
}

/** Returns true for a planned response after which most senders try again. */
export function isFailure(answered: PlannedResponse): boolean {
  return "closed" in answered || answered.status >= 400;
}

/** Formats a content type without the boundary of a form. */
export function formatType(contentType: string): string {
  return contentType.replace(/;\s*boundary=[^;]*/i, "");
}

/** Matches headers whose values are masked until they are revealed, because they are secrets. */
const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|secret).*)$/i;

/** Returns true for a header whose value is masked until it is revealed. */
export function isSecret(header: string): boolean {
  return SECRET.test(header);
}

/** Maximum bytes that the hex view shows. */
const MAX_HEX_BYTES = 4096;

/** Formats the body as rows of 16 bytes: offset, hex, characters. */
export function formatHexRows({ body, bodyBase64, bodySize }: InboxRecord): string {
  const bytes =
    bodyBase64 === undefined ? new TextEncoder().encode(body) : decodeBase64(bodyBase64);
  const more = Math.max(bodySize, bytes.length) - MAX_HEX_BYTES;
  const rows: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, MAX_HEX_BYTES); offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·"));
    rows.push(`${offset.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text.join("")}`);
  }
  if (more > 0) rows.push(`… ${more} bytes more`);
  return rows.join("\n");
}

/** Decodes only the beginning that is shown, because a body may have megabytes. */
function decodeBase64(text: string): Uint8Array {
  // Four characters are three bytes.
  const beginning = text.slice(0, Math.ceil(MAX_HEX_BYTES / 3) * 4);
  return Uint8Array.from(atob(beginning), (character) => character.charCodeAt(0));
}

/** A number as its sender wrote it, for numbers that a double would change. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parses JSON without changing a digit in browsers that pass the source text of numbers; undefined
 * for other text.
 */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, keepNumber) as unknown;
  } catch {
    return undefined;
  }
}

/** Characters of a body for which {@link explainJsonError} parses it again. */
const MAX_EXPLAINED = 100_000;

/** The API's error for a syntax error, which does not say where it is. */
const SYNTAX_ERROR = "the body is not valid JSON";

/**
 * Returns why the body is not JSON: a syntax error in the words of the browser's parser. Undefined
 * for other bodies.
 */
export function explainJsonError({ body, jsonError, ...record }: InboxRecord): string | undefined {
  const isWhole = !record.bodyExcerpt && !record.truncated && body.length <= MAX_EXPLAINED;
  if (jsonError !== SYNTAX_ERROR || !isWhole) return jsonError;
  try {
    JSON.parse(body);
    return jsonError;
  } catch (error) {
    return error instanceof Error ? error.message : jsonError;
  }
}

function keepNumber(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const changed = typeof value === "number" && source !== undefined && String(value) !== source;
  return changed ? new ExactNumber(source) : value;
}

/** Characters of a body that a search reads. */
const MAX_SEARCHED = 20_000;

/**
 * Returns a filter for requests that contain all words of a text in their method, path, headers or
 * body.
 */
export function createFilter(text: string): (record: InboxRecord) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  // Remembered, because a record never changes and the list is filtered with every new one.
  const cache = new WeakMap<InboxRecord, boolean>();
  return (record) => {
    const isMatch = cache.get(record) ?? contains(record, words);
    cache.set(record, isMatch);
    return isMatch;
  };
}

function contains(record: InboxRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { method, path, query, headers, body } = record;
  const text = `${method} ${path}?${query} ${Object.values(headers).join(" ")} ${body.slice(0, MAX_SEARCHED)}`;
  const folded = text.toLowerCase();
  return words.every((word) => folded.includes(word));
}
