import { STATUS_CODES } from "node:http";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { type ExportContext, toRequestTarget, toUrl } from "./target.ts";

/**
 * Returns the beginning of a HAR 1.2 document; entries joined by commas and `HAR_SUFFIX` follow.
 */
export function formatHarPrefix({ version }: ExportContext): string {
  return `{"log":{"version":"1.2","creator":{"name":"Sundry","version":"${version}"},"entries":[`;
}

/** The end of a HAR document. */
export const HAR_SUFFIX = "]}}\n";

/** Marks a size that is unknown (HAR 1.2). */
const UNKNOWN = -1;

/** Returns a captured request and its response as an entry of a HAR 1.2 document. */
export function formatHarEntry(record: RecordFields, context: ExportContext): string {
  const wait = record.answered && "delayMs" in record.answered ? record.answered.delayMs : 0;
  return JSON.stringify({
    startedDateTime: record.receivedAt,
    time: wait,
    request: toRequest(record, context),
    response: toResponse(record),
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    _id: record.id,
    _seq: record.seq,
  });
}

function toRequest(record: RecordFields, context: ExportContext) {
  const { method, query, headers, rawHeaders, bodySize } = record;
  return {
    method,
    url: toUrl(toRequestTarget(record, context), context),
    httpVersion: "HTTP/1.1",
    cookies: parseCookies(headers["cookie"] ?? ""),
    headers: rawHeaders.map(([name, value]) => ({ name, value })),
    queryString: [...new URLSearchParams(`&${query}`)].map(([name, value]) => ({ name, value })),
    headersSize: UNKNOWN,
    bodySize,
    ...(bodySize > 0 && { postData: toPostData(record) }),
  };
}

/**
 * HAR has no encoding of request bodies; that of response bodies is used for bytes that are not
 * UTF-8.
 */
function toPostData({ contentType, bodyEncoding, body, bodyBase64 = "" }: RecordFields) {
  const mimeType = contentType;
  if (bodyEncoding === "utf8") return { mimeType, text: body };
  return { mimeType, text: bodyBase64, encoding: "base64" };
}

function parseCookies(header: string) {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      return at === -1
        ? { name: pair, value: "" }
        : { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });
}

/**
 * Of responses only the status is stored. A connection that was closed without one has status 0.
 */
function toResponse(record: RecordFields) {
  const status = getStatus(record);
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: "x-unknown" },
    redirectURL: "",
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  };
}

function getStatus({ answered, preflight, truncated }: RecordFields): number {
  if (answered) return "status" in answered ? answered.status : 0;
  if (truncated) return 413;
  return preflight ? 204 : 200;
}
