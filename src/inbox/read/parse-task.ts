import { detachBuffer } from "../../lib/workers/transferable.ts";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { parseRecord } from "../../domain/record/record-text.ts";
import { readVerifiedBody } from "./verified-body.ts";

/** A record with the bytes that were received. */
export interface ParsedRecord {
  /** Of a large record without its body, which `bytes` contains. */
  record: RecordFields;
  bytes: Uint8Array;
}

/** Parses a large record in a worker. */
export default function parseInWorker(text: Uint8Array): ParsedRecord {
  const { bodyBase64, ...record } = parseRecord(
    Buffer.from(text.buffer, text.byteOffset, text.length),
  );
  const bytes = readVerifiedBody({ ...record, ...(bodyBase64 !== undefined && { bodyBase64 }) });
  detachBuffer(text);
  return { record: { ...record, body: "" }, bytes };
}
