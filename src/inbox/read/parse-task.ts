import { detachBuffer } from "../../lib/workers/transferable.ts";
import { parseRecord, type RecordFields, toBodyBytes } from "../../lib/record/record-text.ts";

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
  const bytes = toBodyBytes({ ...record, ...(bodyBase64 !== undefined && { bodyBase64 }) });
  detachBuffer(text);
  return { record: { ...record, body: "" }, bytes };
}
