/** A captured request, as the API tells it. */
export interface Captured {
  id: string;
  seq: number;
  receivedAt: string;
  method: string;
  path: string;
  query: string;
  contentType: string;
  ip: string;
  bodySize: number;
  body: string;
  bodyBase64?: string;
  bodyJson: unknown;
  jsonError?: string;
  truncated?: boolean;
  answered?: PlannedAnswer;
  headers: Record<string, string>;
}

/** How a response plan answered a request. */
type PlannedAnswer = { status: number; step: number; delayMs: number } | { closed: true };

/** Formats a planned answer: `500 after 200 ms`. */
export function formatAnswer(answered: PlannedAnswer): string {
  if ("closed" in answered) return "Connection closed";
  const { status, delayMs } = answered;
  return delayMs === 0 ? String(status) : `${status} after ${delayMs} ms`;
}

/** Headers that hold secrets: covered until somebody asks to see them. */
const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|secret).*)$/i;

/** Whether a header's value is to be covered. */
export function isSecret(header: string): boolean {
  return SECRET.test(header);
}

/** Bytes that a hex view shows. */
const MAX_HEX_BYTES = 4096;

/** The body as rows of 16 bytes: offset, hex, characters. */
export function hexRows({ body, bodyBase64, bodySize }: Captured): string {
  const bytes = bodyBase64 === undefined ? new TextEncoder().encode(body) : fromBase64(bodyBase64);
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

/** The beginning that is shown, of as many megabytes as there may be. */
function fromBase64(text: string): Uint8Array {
  // Four characters are three bytes.
  const beginning = text.slice(0, Math.ceil(MAX_HEX_BYTES / 3) * 4);
  return Uint8Array.from(atob(beginning), (character) => character.charCodeAt(0));
}

/** A number as its sender wrote it, where a double would not say the same. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON without changing a digit, where the browser tells what stood there. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, keepNumber) as unknown;
  } catch {
    return undefined;
  }
}

function keepNumber(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const changed = typeof value === "number" && source !== undefined && String(value) !== source;
  return changed ? new ExactNumber(source) : value;
}

/** Text of a record that a search looks at. */
const MAX_SEARCHED = 20_000;

/** Finds the requests that hold all words of a text, in their method, path, headers or body. */
export function finder(text: string): (record: Captured) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  // A record never changes: each is read once, however often the list is asked for.
  const known = new WeakMap<Captured, boolean>();
  return (record) => {
    const answer = known.get(record) ?? holds(record, words);
    known.set(record, answer);
    return answer;
  };
}

function holds(record: Captured, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { method, path, query, headers, body } = record;
  const text = `${method} ${path}?${query} ${Object.values(headers).join(" ")} ${body.slice(0, MAX_SEARCHED)}`;
  const folded = text.toLowerCase();
  return words.every((word) => folded.includes(word));
}
