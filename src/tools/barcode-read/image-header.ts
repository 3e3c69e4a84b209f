/** Size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Reads the size from the header of a PNG, GIF, BMP or JPEG file. Returns undefined for anything else. */
export function readImageSize(file: Uint8Array): ImageSize | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (const read of [readPng, readGif, readBmp, readJpeg]) {
    const size = read(view);
    if (size) return size.width > 0 && size.height > 0 ? size : undefined;
  }
  return undefined;
}

type SizeReader = (view: DataView) => ImageSize | undefined;

const PNG_SIGNATURE = 0x89504e47;
const PNG_IHDR = 0x49484452;

const readPng: SizeReader = (view) => {
  if (view.byteLength < 33 || view.getUint32(0) !== PNG_SIGNATURE) return undefined;
  if (view.getUint32(12) !== PNG_IHDR) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
};

/** "GIF8", followed by 7a or 9a. */
const GIF_SIGNATURE = 0x47494638;

const readGif: SizeReader = (view) => {
  if (view.byteLength < 13 || view.getUint32(0) !== GIF_SIGNATURE) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
};

/** "BM". */
const BMP_SIGNATURE = 0x424d;
/** Size of the OS/2 header, whose width and height have two bytes. */
const BMP_CORE_HEADER = 12;

const readBmp: SizeReader = (view) => {
  if (view.byteLength < 26 || view.getUint16(0) !== BMP_SIGNATURE) return undefined;
  if (view.getUint32(14, true) === BMP_CORE_HEADER) {
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  }
  // A negative height means that the rows go from top to bottom.
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
};

/** Start of image, and the markers before a frame's size. */
const JPEG_SIGNATURE = 0xffd8;

/** Returns true for C0 to CF, except the markers of tables (C4 and CC) and the reserved C8. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const readJpeg: SizeReader = (view) => {
  if (view.byteLength < 4 || view.getUint16(0) !== JPEG_SIGNATURE) return undefined;
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes can precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrameHeader(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + (hasNoLength(marker) ? 0 : view.getUint16(at + 2));
  }
  return undefined;
};

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}
