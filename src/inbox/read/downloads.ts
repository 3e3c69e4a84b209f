import type { RequestContext } from "../../http/request-context.ts";
import type { Handler, Reply } from "../../http/types.ts";
import { HttpError } from "../../lib/errors.ts";
import { formatContentDisposition } from "../../lib/net/http-headers.ts";
import { parseRecord, readRawBody } from "../../lib/record/record-text.ts";
import type { InboxStore } from "../../store/store.ts";
import { INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { parseFormBody } from "../record/form-body.ts";
import { findRecord } from "./find-record.ts";
import { type ReadQueue, toReadClient } from "./read-queue.ts";

/** Creates the handler that replies with the received bytes of one record. */
export function createDownloadHandler(store: InboxStore, queue: ReadQueue): Handler {
  return async (context) => {
    const { record = "" } = context.params;
    const disposition = `attachment; filename="${record}.bin"`;
    return toDownload(readRawBody(await findNamed(store, queue, context)), disposition);
  };
}

/** Creates the handler that replies with one file of a multipart body, by its index in `bodyForm`. */
export function createFileHandler(store: InboxStore, queue: ReadQueue): Handler {
  return async (context) => {
    const { file = "" } = context.params;
    const text = await findNamed(store, queue, context);
    const bytes = readRawBody(text);
    const form = parseFormBody(parseRecord(text), () => bytes) ?? [];
    const part = /^\d{1,4}$/.test(file) ? form[Number(file)] : undefined;
    if (!part || !("offset" in part)) {
      throw new HttpError(404, "Not found: the record has no file with this index.");
    }
    const { offset, size, filename } = part;
    return toDownload(bytes.subarray(offset, offset + size), formatDisposition(filename ?? ""));
  };
}

/** Returns the text of the record that the path names. Throws an HttpError of 404 when there is none. */
function findNamed(store: InboxStore, queue: ReadQueue, context: RequestContext): Promise<Buffer> {
  const { target, params } = context;
  const { inbox } = parseInboxPath(target, INBOX_PREFIX);
  const caller = toReadClient(context);
  const queued: Pick<InboxStore, "read"> = {
    read: (name, query) => queue.run(caller, name, () => store.read(name, query)),
  };
  return findRecord(queued, { inbox, record: params["record"] ?? "" });
}

function toDownload(body: Buffer, disposition: string): Reply {
  const headers = { "content-disposition": disposition, "cache-control": "no-store" };
  return { type: "application/octet-stream", headers, body };
}

/** Returns the header for a sender's file name, of which only the last segment is kept. */
function formatDisposition(filename: string): string {
  const name = filename.split(/[\\/]/).at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, "bin"];
  const isPlain = /^\w{1,16}$/.test(extension);
  return formatContentDisposition({
    name: isPlain ? stem : name,
    extension: isPlain ? extension : "bin",
    fallback: "file",
    type: "attachment",
  });
}
