import type {
  FilePart,
  FormBody,
  FormField,
  RecordFields,
} from "../../domain/record/inbox-record.ts";
import { parseMultipart } from "./multipart.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";

/** Maximum fields of a form that are returned. */
const MAX_FORM_FIELDS = 1_000;

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** Returns true when the value of a `Content-Type` header names a form. */
export function isFormType(contentType: string): boolean {
  return [URLENCODED, MULTIPART].includes(parseMediaType(contentType));
}

/** Returns true for a part that is a file, not a value. */
export function isFile(field: FormField | undefined): field is FilePart {
  return field !== undefined && "offset" in field;
}

/**
 * Returns the form in a record's body; undefined for other types, for truncated and shortened
 * bodies and for compressed ones that were not decoded. A compressed multipart body has none
 * either, because its offsets would not be those of the raw body. `readBytes` returns the received
 * bytes.
 */
export function parseFormBody(record: RecordFields, readBytes: () => Buffer): FormBody | undefined {
  const { contentType, truncated, bodyExcerpt, bodyDecoded, headers, body } = record;
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (truncated || bodyExcerpt || (encoding !== "identity" && !bodyDecoded)) return undefined;
  const type = parseMediaType(contentType);
  if (type === URLENCODED) return parseUrlEncoded(body);
  return type === MULTIPART && !bodyDecoded
    ? parseMultipart(readBytes(), parseBoundary(contentType), MAX_FORM_FIELDS)
    : undefined;
}

function parseUrlEncoded(text: string): [string, string][] {
  const fields: [string, string][] = [];
  for (let at = 0; at < text.length && fields.length < MAX_FORM_FIELDS;) {
    const ampersand = text.indexOf("&", at);
    const end = ampersand === -1 ? text.length : ampersand;
    // The ampersand keeps a question mark at the beginning, which would otherwise be skipped.
    fields.push(...new URLSearchParams(`&${text.slice(at, end)}`));
    at = end + 1;
  }
  return fields;
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** Returns the boundary that a multipart type names; empty without one. */
function parseBoundary(contentType: string): string {
  const [, quoted, plain = ""] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
}
