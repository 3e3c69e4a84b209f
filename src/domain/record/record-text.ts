import type { RecordFields } from "./inbox-record.ts";
import {
  type ValueRange,
  findClosingQuote,
  findValueEnd,
  skipJsonWhitespace,
} from "./json-bytes.ts";

/** Byte ranges of the body's members in a record's JSON text. */
interface BodyRanges {
  body: ValueRange;
  json: ValueRange;
}

const ENCODING = '"bodyEncoding":"';
const BODY = '"body":';
const JSON_NAME = ',"bodyJson":';

/**
 * Locates `body` and `bodyJson` in a record's text without parsing it. The searched names cannot
 * match inside a JSON string, where quotes are escaped, and only strings precede them.
 */
export function locateBody(text: Buffer): BodyRanges {
  const encoding = text.indexOf(ENCODING);
  const start = text.indexOf(BODY, encoding + ENCODING.length) + BODY.length;
  const end = findClosingQuote(text, start) + 1;
  const jsonStart = skipJsonWhitespace(text, end + JSON_NAME.length);
  return { body: { start, end }, json: { start: jsonStart, end: findValueEnd(text, jsonStart) } };
}

/**
 * Parses a record's text without `bodyJson`, because the values of a hostile one take fifty times
 * its memory.
 */
export function parseRecord(text: Buffer): RecordFields {
  const { json } = locateBody(text);
  const parts = [text.subarray(0, json.start), "null", text.subarray(json.end)];
  return JSON.parse(parts.map((part) => part.toString()).join("")) as RecordFields;
}

/** Returns the received bytes of a record. */
export function toBodyBytes({ bodyEncoding, body, bodyBase64 }: RecordFields): Buffer {
  return bodyEncoding === "utf8" ? Buffer.from(body) : Buffer.from(bodyBase64 ?? "", "base64");
}

/**
 * Returns the value of a string member that is before the body, such as `path`; `name` must not be
 * repeated there.
 */
export function readTextMember(text: Buffer, name: string): string {
  const member = `"${name}":"`;
  const start = text.indexOf(member) + member.length - 1;
  return parseString(text, start);
}

/**
 * Returns the received bytes of a record's text. It parses only the member that contains them,
 * because parsing a large record would block the event loop. `bodyBase64` is searched from the end,
 * because `bodyJson` may have such a member.
 */
export function readRawBody(text: Buffer): Buffer {
  const encoding = text.indexOf(ENCODING) + ENCODING.length;
  if (text.toString("latin1", encoding, encoding + 4) === "utf8") {
    const start = text.indexOf(BODY, encoding) + BODY.length;
    return Buffer.from(parseString(text, start));
  }
  const start = text.lastIndexOf(BASE64) + BASE64.length;
  return Buffer.from(text.toString("latin1", start, text.indexOf(QUOTE, start)), "base64");
}

const BASE64 = '"bodyBase64":"';
const QUOTE = 0x22;

/** Parses the JSON string whose opening quote is at `start`. */
function parseString(text: Buffer, start: number): string {
  return JSON.parse(text.toString("utf8", start, findClosingQuote(text, start) + 1)) as string;
}
