import { crc32, inflateRawSync } from "node:zlib";

/** Signatures and sizes of records: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const FILE_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const FILE_BYTES = 30;

const STORED = 0;
const DEFLATED = 8;

/** Maximum entries; archives of the ECB have far fewer. */
const MAX_ENTRIES = 16;

interface ZipEntry {
  name: string;
  method: number;
  checksum: number;
  compressedBytes: number;
  bytes: number;
  offset: number;
}

/**
 * Returns the content of one file in a ZIP archive. Throws an Error of one line when the archive is
 * damaged, does not have the file, or the file is longer than `maxBytes`.
 */
export function readZipEntry(zip: Buffer, name: string, maxBytes: number): Buffer {
  try {
    const entry = listEntries(zip).find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`has no ${name}`);
    if (entry.bytes > maxBytes) throw new Error(`has a ${name} of more than ${maxBytes} bytes`);
    return extract(zip, entry);
  } catch (error) {
    // Node throws errors with a code when reading past the end and inflating damaged data.
    const isOwnError = error instanceof Error && !("code" in error);
    throw isOwnError ? error : new Error("is a damaged archive", { cause: error });
  }
}

function listEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END_SIGNATURE || end + END_BYTES > zip.length) {
    throw new Error("is not a ZIP archive, or ends before its end");
  }
  const count = Math.min(zip.readUInt16LE(end + 10), MAX_ENTRIES);
  const entries: ZipEntry[] = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < count;) {
    if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error("is a damaged archive");
    const nameBytes = zip.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameBytes;
    entries.push({
      name: zip.toString("utf8", at + ENTRY_BYTES, next),
      method: zip.readUInt16LE(at + 10),
      checksum: zip.readUInt32LE(at + 16),
      compressedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at = next + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function extract(
  zip: Buffer,
  { method, checksum, compressedBytes, bytes, offset }: ZipEntry,
): Buffer {
  if (zip.readUInt32LE(offset) !== FILE_SIGNATURE) throw new Error("is a damaged archive");
  const start = offset + FILE_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const compressed = zip.subarray(start, start + compressedBytes);
  if (method !== STORED && method !== DEFLATED) {
    throw new Error(`is packed by method ${method}, which is not supported`);
  }
  // The declared size bounds the output, because a small archive can inflate to gigabytes.
  const content =
    method === STORED
      ? compressed
      : inflateRawSync(compressed, { maxOutputLength: Math.max(1, bytes) });
  if (content.length !== bytes || crc32(content) !== checksum) {
    throw new Error("is a damaged archive");
  }
  return content;
}
