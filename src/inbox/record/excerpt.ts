/** How a large record is shortened. */
export interface ExcerptLimits {
  /** Records of at most this many bytes are not shortened. */
  maxWholeBytes: number;
  /** Bytes of a shortened body, as they are in the record's text. */
  bodyBytes: number;
  /** The member that marks a shortened body. */
  mark: "bodyExcerpt" | "truncated";
}

const EXCERPT: ExcerptLimits = { maxWholeBytes: 16_384, bodyBytes: 4_096, mark: "bodyExcerpt" };

const ENCODING = '"bodyEncoding":"';
const BODY = '"body":"';
const HEADERS = ',"headers":{';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Returns a record's text with only the beginning of a large body, and the mark: without
 * `bodyJson` and `bodyBase64`. It takes the same time for every size, because it reads neither the
 * body nor its JSON.
 */
export function excerptRecord(text: Buffer, limits = EXCERPT): Buffer {
  const { maxWholeBytes, bodyBytes, mark } = limits;
  if (text.length <= maxWholeBytes) return text;
  const start = text.indexOf(BODY, text.indexOf(ENCODING) + ENCODING.length) + BODY.length;
  const end = findExcerptEnd(text, start, bodyBytes);
  // Searches from the end, because `bodyJson` may have such a member. After it come only strings,
  // whose quotes are escaped.
  const headers = text.lastIndexOf(HEADERS);
  // A short body may have long base64, because compressed data can be padded.
  if (text[end] === QUOTE && headers - end <= maxWholeBytes) return text;
  // `bodyJson` comes first, because readers expect it directly after the body.
  const markers = Buffer.from(`","bodyJson":null,"${mark}":true`);
  return Buffer.concat([text.subarray(0, end), markers, text.subarray(headers)]);
}

/**
 * Returns the index where the excerpt of a JSON string ends, which is never inside an escape or a
 * character.
 */
function findExcerptEnd(text: Buffer, start: number, bodyBytes: number): number {
  const limit = start + bodyBytes;
  for (let at = start; ;) {
    const next = at + getCharacterLength(text, at);
    if (text[at] === QUOTE || next > limit) return at;
    at = next;
  }
}

function getCharacterLength(text: Buffer, at: number): number {
  const byte = text[at] ?? 0;
  if (byte === BACKSLASH) return text[at + 1] === LETTER_U ? 6 : 2;
  if (byte < 0x80) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
