import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Handler } from "../../http/route.ts";
import { HttpError } from "../../lib/errors.ts";
import { formatContentDisposition } from "../../lib/net/http-headers.ts";
import { INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { isFile, parseFormBody } from "../record/form-body.ts";
import type { FindRecord } from "./find-record.ts";
import type { ParsedRecord } from "./parse-task.ts";
import { toReadClient } from "./read-queue.ts";

/** Creates the handler that replies with the received bytes of one record. */
export function createDownloadHandler(find: FindRecord): Handler {
  return async (context) => {
    const { bytes, record } = await findNamed(find, context);
    return toDownload(bytes, `attachment; filename="${record.id}.bin"`);
  };
}

/**
 * Creates the handler that replies with one file of a multipart body, by its index in `bodyForm`.
 */
export function createFileHandler(find: FindRecord): Handler {
  return async (context) => {
    const { file = "" } = context.params;
    const { bytes, record } = await findNamed(find, context);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const form = parseFormBody(record, () => buffer) ?? [];
    const part = /^\d{1,4}$/.test(file) ? form[Number(file)] : undefined;
    if (!isFile(part)) {
      throw new HttpError(404, "Not found: the record has no file with this index.");
    }
    const { offset, size, filename } = part;
    return toDownload(bytes.subarray(offset, offset + size), formatDisposition(filename ?? ""));
  };
}

/** Returns the record that the path names. Throws an HttpError of 404 when there is none. */
function findNamed(find: FindRecord, context: RequestContext): Promise<ParsedRecord> {
  const { target, params } = context;
  const { inbox } = parseInboxPath(target, INBOX_PREFIX);
  return find({ inbox, record: params["record"] ?? "" }, toReadClient(context));
}

function toDownload(body: Uint8Array, disposition: string): Reply {
  const headers = { "content-disposition": disposition, "cache-control": "no-store" };
  return { type: "application/octet-stream", headers, body };
}

/**
 * Maximum characters of a file's name without its extension, because senders choose it and proxies
 * limit headers.
 */
const MAX_NAME_LENGTH = 60;

/**
 * Returns the header for a sender's file name, of which only the beginning of the last segment is
 * kept.
 */
function formatDisposition(filename: string): string {
  const name = filename.split(/[\\/]/).at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, "bin"];
  const isPlain = /^\w{1,16}$/.test(extension);
  return formatContentDisposition({
    name: [...(isPlain ? stem : name)].slice(0, MAX_NAME_LENGTH).join(""),
    extension: isPlain ? extension : "bin",
    fallback: "file",
    type: "attachment",
  });
}
