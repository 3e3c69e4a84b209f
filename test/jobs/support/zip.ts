import { inflateRawSync } from "node:zlib";

export interface ZipFile {
  name: string;
  content: Buffer;
}

/** Reads a ZIP from its local headers, as a streaming reader does. */
export function listZip(zip: Buffer): ZipFile[] {
  const files: ZipFile[] = [];
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const packedSize = zip.readUInt32LE(at + 18);
    const nameEnd = at + 30 + zip.readUInt16LE(at + 26);
    const start = nameEnd + zip.readUInt16LE(at + 28);
    const packed = zip.subarray(start, start + packedSize);
    const isDeflated = zip.readUInt16LE(at + 8) === 8;
    const content = isDeflated ? inflateRawSync(packed) : packed;
    files.push({ name: zip.toString("utf8", at + 30, nameEnd), content });
    at = start + packedSize;
  }
  return files;
}
