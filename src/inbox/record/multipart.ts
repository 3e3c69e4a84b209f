import type { FormPart } from "../../domain/record/inbox-record.ts";
import { decodeText } from "./body-text.ts";
import { parseCharset } from "../../lib/net/http-headers.ts";
import { parsePartHeader } from "../../lib/net/part-header.ts";

const HEADER_END = "\r\n\r\n";
const CR_LF = "\r\n";

/** Maximum bytes of a part's header. A longer one ends the form. */
const MAX_HEADER_BYTES = 16_384;

/**
 * Returns the complete parts of a multipart body (RFC 7578), at most `maxParts`. It stops where the
 * body is malformed and never throws.
 */
export function parseMultipart(bytes: Buffer, boundary: string, maxParts: number): FormPart[] {
  const parts: FormPart[] = [];
  if (boundary === "") return parts;
  const delimiter = Buffer.from(`${CR_LF}--${boundary}`, "latin1");
  const opening = delimiter.subarray(CR_LF.length);
  const isFirst = bytes.subarray(0, opening.length).equals(opening);
  let at = isFirst ? -CR_LF.length : bytes.indexOf(delimiter);
  if (!isFirst && at === -1) return parts;
  while (parts.length < maxParts) {
    const part = readPart(bytes, at + delimiter.length, delimiter);
    if (!part) break;
    parts.push(part.field);
    at = part.end;
  }
  return parts;
}

/**
 * Returns the part after a delimiter and the index of the next delimiter; undefined after the last
 * complete part.
 */
function readPart(bytes: Buffer, at: number, delimiter: Buffer) {
  const lineEnd = bytes.indexOf(CR_LF, at);
  // Only padding may follow a delimiter on its line; two dashes end the form.
  if (lineEnd === -1 || !/^[ \t]*$/.test(bytes.toString("latin1", at, Math.min(lineEnd, at + 80))))
    return undefined;
  const headerEnd = bytes.subarray(0, lineEnd + MAX_HEADER_BYTES).indexOf(HEADER_END, lineEnd);
  if (headerEnd === -1) return undefined;
  const offset = headerEnd + HEADER_END.length;
  const end = bytes.indexOf(delimiter, offset);
  if (end === -1) return undefined;
  const header = parsePartHeader(bytes.toString("utf8", lineEnd + CR_LF.length, headerEnd));
  const size = end - offset;
  const content = bytes.subarray(offset, end);
  const field: FormPart =
    header.filename === null
      ? { ...header, size, value: decodeText(content, parseCharset(header.contentType ?? "")).text }
      : { ...header, size, offset };
  return { field, end };
}
