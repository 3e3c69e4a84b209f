import { parseRecord, toBodyBytes } from "../../domain/record/record-text.ts";
import { type PageRecords, splitRecords } from "../../store/store.ts";
import { CURL_PREFIX, formatCurl } from "./curl.ts";
import { formatHarEntry, HAR_SUFFIX, formatHarPrefix } from "./har.ts";
import { type ExportContext, toRequestTarget } from "./target.ts";
import { selectEndToEndHeaders } from "../../domain/record/forwarding.ts";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

const CR_LF = "\r\n";

/** The formats of an export, the default first. */
export const EXPORT_FORMATS = ["ndjson", "har", "curl", "http"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A format: what is before, between and after the records, and the form of each. */
interface FormatDefinition {
  type: string;
  /** The file's extension, without a dot. */
  extension: string;
  prefix(context: ExportContext): string;
  separator: string;
  suffix: string;
  /** Returns one record's part of the file from its stored text. */
  format(text: Buffer, context: ExportContext): string | Buffer;
}

export const FORMATS: Readonly<Record<ExportFormat, FormatDefinition>> = {
  ndjson: {
    type: "application/x-ndjson",
    extension: "ndjson",
    prefix: () => "",
    separator: "",
    suffix: "",
    format: formatLine,
  },
  har: {
    type: JSON_TYPE,
    extension: "har",
    prefix: formatHarPrefix,
    separator: ",\n",
    suffix: HAR_SUFFIX,
    format: (text, context) => formatHarEntry(parseRecord(text), context),
  },
  curl: {
    type: "application/x-sh",
    extension: "sh",
    prefix: () => CURL_PREFIX,
    separator: "",
    suffix: "",
    format: (text, context) => formatCurl(parseRecord(text), context),
  },
  http: {
    type: "application/octet-stream",
    extension: "http",
    prefix: () => "",
    separator: "",
    suffix: "",
    format: (text, context) => formatRawHttp(parseRecord(text), context),
  },
};

export interface FormatInput {
  records: PageRecords;
  format: ExportFormat;
  context: ExportContext;
}

/** Returns the records' part of a file, joined by the format's separator. */
export function formatRecords({ records, format, context }: FormatInput): Buffer {
  const { separator, format: formatRecord } = FORMATS[format];
  const between = Buffer.from(separator);
  const parts = splitRecords(records).flatMap(({ text }, index) => {
    const formatted = formatRecord(text, context);
    const part = typeof formatted === "string" ? Buffer.from(formatted) : formatted;
    return index === 0 ? [part] : [between, part];
  });
  return Buffer.concat(parts);
}

/** The sender's JSON may have line breaks between its tokens, where they are whitespace. */
function formatLine(text: Buffer): Buffer {
  const line = Buffer.concat([text, Buffer.from("\n")]);
  for (let at = 0; at < line.length - 1; at++) {
    if (line[at] === 0x0a || line[at] === 0x0d) line[at] = 0x20;
  }
  return line;
}

/**
 * Returns a captured request as the bytes of an HTTP/1.1 message to this server. An empty line
 * follows the body, which servers skip (RFC 9112, 2.2), so that a file's messages can be sent over
 * one connection. A stored body that is only the beginning is marked by a header.
 */
function formatRawHttp(record: RecordFields, context: ExportContext): Buffer {
  const body = toBodyBytes(record);
  const { method, truncated, declaredSize } = record;
  const headers = selectEndToEndHeaders(record.rawHeaders).filter(
    ([name]) => name.toLowerCase() !== "host",
  );
  const lines = [
    `${method} ${toRequestTarget(record, context)} HTTP/1.1`,
    `Host: ${new URL(context.origin).host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(truncated ? [`X-Sundry-Truncated: ${declaredSize ?? "unknown"}`] : []),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ];
  // Node reads header bytes as Latin-1, so writing them as Latin-1 restores them.
  const head = Buffer.from(lines.join(CR_LF) + CR_LF + CR_LF, "latin1");
  return Buffer.concat([head, body, Buffer.from(body.length > 0 ? CR_LF : "")]);
}
