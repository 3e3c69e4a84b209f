import { selectEndToEndHeaders } from "../../domain/record/forwarding.ts";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { toBodyBytes } from "../../domain/record/record-text.ts";
import { type ExportContext, toRequestTarget } from "./target.ts";

const CR_LF = "\r\n";

/**
 * Returns a captured request as the bytes of an HTTP/1.1 message to this server. An empty line
 * follows the body, which servers skip (RFC 9112, 2.2), so that a file's messages can be sent over
 * one connection. A stored body that is only the beginning is marked by a header.
 */
export function formatRawHttp(record: RecordFields, context: ExportContext): Buffer {
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
