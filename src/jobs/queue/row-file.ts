import type { EncodedRow } from "../output/output.ts";
import type { PendingFile } from "./pending-file.ts";

/** Bytes of the lengths before a row: of its members as JSON, and of its bytes. */
const LENGTHS = 8;

/** Appends a row with its members to a file. */
export async function writeRow(
  file: PendingFile,
  { bytes, ...members }: EncodedRow,
): Promise<void> {
  const head = Buffer.from(JSON.stringify(members));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  await file.write(lengths);
  await file.write(head);
  await file.write(bytes);
}

/** Reads the rows of a file. Rejects where it ends within one. */
export async function* readEncodedRows(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<EncodedRow> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let needed = LENGTHS;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    let bytes = Buffer.concat(parts, length);
    for (needed = measureRow(bytes); bytes.length >= needed; needed = measureRow(bytes)) {
      yield parseRow(bytes.subarray(0, needed));
      bytes = bytes.subarray(needed);
    }
    parts = [bytes];
    length = bytes.length;
  }
  if (length > 0) throw new Error("a file of rows is incomplete");
}

/** Returns the bytes of the first row with its lengths, or those that are needed to know. */
function measureRow(bytes: Buffer): number {
  if (bytes.length < LENGTHS) return LENGTHS;
  return LENGTHS + bytes.readUInt32LE(0) + bytes.readUInt32LE(4);
}

function parseRow(bytes: Buffer): EncodedRow {
  const end = LENGTHS + bytes.readUInt32LE(0);
  const members = JSON.parse(bytes.toString("utf8", LENGTHS, end)) as Omit<EncodedRow, "bytes">;
  return { ...members, bytes: bytes.subarray(end) };
}
