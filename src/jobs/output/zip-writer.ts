import { promisify } from "node:util";
import { crc32, deflateRaw, deflateRawSync } from "node:zlib";

/** Larger files are compressed on a thread. */
const MAX_SYNC_BYTES = 65_536;

/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01, the first day of DOS, so that the same files make the same bytes. */
const DATE = 0x0021;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made by Unix, a regular file that its owner may write. */
const MADE_BY_UNIX = 3 << 8;
const ATTRIBUTES = 0o100644 * 2 ** 16;

const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;

interface Entry {
  name: Buffer;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
}

/** A file as it is stored in a ZIP. */
export interface PackedFile {
  isDeflated: boolean;
  crc: number;
  /** Bytes before they are deflated. */
  size: number;
  data: Uint8Array;
}

const deflateInThread = promisify(deflateRaw);

/** Packs a file: text is deflated, images and documents are stored. */
export async function packFile(content: Uint8Array, isText: boolean): Promise<PackedFile> {
  if (!isText || content.length <= MAX_SYNC_BYTES) return packFileSync(content, isText);
  return describeFile(content, await deflateInThread(content));
}

/** Packs a file on this thread, whatever its size. */
export function packFileSync(content: Uint8Array, isText: boolean): PackedFile {
  return describeFile(content, isText ? deflateRawSync(content) : undefined);
}

function describeFile(content: Uint8Array, deflated: Uint8Array | undefined): PackedFile {
  const { length: size } = content;
  const isDeflated = deflated !== undefined;
  return { isDeflated, crc: crc32(content), size, data: deflated ?? content };
}

/**
 * Writes a ZIP file (APPNOTE 6.3.10) part by part. Sizes are in the local headers, so that
 * streaming readers work. Zip64 is used only over 65,534 files or 4 GiB.
 */
export class ZipWriter {
  readonly #entries: Entry[] = [];
  #offset = 0;

  /** Returns the parts of one file. */
  add(name: string, { isDeflated, crc, size, data }: PackedFile): Uint8Array[] {
    const entry: Entry = {
      name: Buffer.from(name),
      method: isDeflated ? DEFLATED : STORED,
      crc,
      packedSize: data.length,
      size,
      offset: this.#offset,
    };
    this.#entries.push(entry);
    const header = createLocalHeader(entry);
    this.#offset += header.length + data.length;
    return [header, data];
  }

  /** Returns the directory, which ends the file. */
  end(): Uint8Array[] {
    const directory = Buffer.concat(this.#entries.map(createDirectoryHeader));
    return [directory, createEnd(this.#entries.length, directory.length, this.#offset)];
  }
}

function createLocalHeader({ name, method, crc, packedSize, size }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeCommon(header, 6, { method, crc, packedSize, size, name });
  return Buffer.concat([header, name]);
}

/** Writes the members that both kinds of headers have, from the flags to the name's length. */
function writeCommon(
  header: Buffer,
  at: number,
  { method, crc, packedSize, size, name }: Omit<Entry, "offset">,
): void {
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(method, at + 2);
  header.writeUInt16LE(DATE, at + 6);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packedSize, at + 12);
  header.writeUInt32LE(size, at + 16);
  header.writeUInt16LE(name.length, at + 20);
}

function createDirectoryHeader(entry: Entry): Buffer {
  const needsZip64 = entry.offset >= MAX_UINT32;
  const header = Buffer.alloc(46);
  const version = needsZip64 ? VERSION_ZIP64 : VERSION;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY_UNIX | version, 4);
  header.writeUInt16LE(version, 6);
  writeCommon(header, 8, entry);
  header.writeUInt16LE(needsZip64 ? 12 : 0, 30);
  header.writeUInt32LE(ATTRIBUTES, 38);
  header.writeUInt32LE(Math.min(entry.offset, MAX_UINT32), 42);
  if (!needsZip64) return Buffer.concat([header, entry.name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  return Buffer.concat([header, entry.name, extra]);
}

function createEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10);
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16);
  const fits = count < MAX_UINT16 && size < MAX_UINT32 && offset < MAX_UINT32;
  return fits ? end : Buffer.concat([createZip64End(count, size, offset), end]);
}

/** Returns the Zip64 end of the directory and its locator. */
function createZip64End(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}
