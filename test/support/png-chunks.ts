/** The data of a PNG file's chunks by type, in the file's order. For tests: it trusts the file. */
export function readChunks(file: Uint8Array): Map<string, Buffer> {
  const png = Buffer.from(file.buffer, file.byteOffset, file.length);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}
