/** The size of an image in pixels. */
export interface Size {
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the size of a PNG whose chunks are complete from IHDR to IEND (ISO/IEC 15948, 5), or undefined for any other. */
export function readPngSize(bytes: Buffer): Size | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString("latin1", 12, 16) !== "IHDR") {
    return undefined;
  }
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") hasData = true;
    at += 12 + bytes.readUInt32BE(at);
    if (type === "IEND") return hasData && at <= bytes.length ? readIhdrSize(bytes) : undefined;
  }
  return undefined;
}

function readIhdrSize(bytes: Buffer): Size | undefined {
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** Returns true for a start-of-frame marker (ISO/IEC 10918-1, table B.1). DHT, JPG and DAC are in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns the size of a JPEG that has a frame, a scan and an end, or undefined for any other. */
export function readJpegSize(bytes: Buffer): Size | undefined {
  if (
    bytes.toString("latin1", 0, 2) !== "\xff\xd8" ||
    !bytes.subarray(-64).includes("\xff\xd9", 0, "latin1")
  ) {
    return undefined;
  }
  let size: Size | undefined;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return size;
    if (isFrame(marker) && at + 9 <= bytes.length) {
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      if (size.width === 0 || size.height === 0) return undefined;
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
