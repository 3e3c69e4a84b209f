/** Pads data to a multiple of four bytes, as ICC.1:2010 requires. */
function padToWord(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/**
 * Encodes signed numbers with 16 bits before and 16 bits after the binary point (s15Fixed16Number).
 */
function encodeFixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65_536), index * 4));
  return bytes;
}

function encodeElement(type: string, ...parts: Buffer[]): Buffer {
  return padToWord(Buffer.concat([Buffer.from(type, "latin1"), Buffer.alloc(4), ...parts]));
}

function encodeWords(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

/** Encodes a text in American English. */
function encodeUnicode(value: string): Buffer {
  const text = Buffer.from(value, "utf16le").swap16();
  const record = Buffer.concat([Buffer.from("enUS", "latin1"), encodeWords(text.length, 28)]);
  return encodeElement("mluc", encodeWords(1, 12), record, text);
}

/**
 * Bradford-adapted to the D50 white of the connection space; from the sRGB primaries (IEC
 * 61966-2-1).
 */
const PRIMARIES = {
  rXYZ: [0.436_07, 0.222_49, 0.013_92],
  gXYZ: [0.385_15, 0.716_87, 0.097_08],
  bXYZ: [0.143_07, 0.060_61, 0.7141],
};
const D50 = [0.9642, 1, 0.8249];
const ADAPTATION = [
  1.047_88, 0.022_92, -0.050_22, 0.029_59, 0.990_48, -0.017_07, -0.009_25, 0.015_08, 0.751_68,
];

/** Exponent, slope, offset, slope and end of the straight part of the sRGB curve. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];
const CURVE_TYPE = 3 << 16;

/**
 * Returns the sRGB color space as an ICC profile of version 4.2: PDF/A needs one for device colors
 * to mean anything.
 */
export function createSrgbProfile(): Buffer {
  const curve = encodeElement("para", encodeWords(CURVE_TYPE), encodeFixed(CURVE));
  const elements: [string, Buffer][] = [
    ["desc", encodeUnicode("sRGB")],
    ["cprt", encodeUnicode("No copyright, use freely")],
    ["wtpt", encodeElement("XYZ ", encodeFixed(D50))],
    ["chad", encodeElement("sf32", encodeFixed(ADAPTATION))],
    ...Object.entries(PRIMARIES).map(([tag, xyz]): [string, Buffer] => [
      tag,
      encodeElement("XYZ ", encodeFixed(xyz)),
    ]),
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const tableLength = 4 + elements.length * 12;
  const table = [encodeWords(elements.length)];
  const bodies: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let end = 128 + tableLength;
  for (const [tag, body] of elements) {
    const offset = offsets.get(body) ?? end;
    if (offset === end) {
      bodies.push(body);
      end += body.length;
      offsets.set(body, offset);
    }
    table.push(Buffer.from(tag, "latin1"), encodeWords(offset, body.length));
  }
  return Buffer.concat([encodeHeader(end), ...table, ...bodies]);
}

function encodeHeader(length: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(0x04_20_00_00, 8);
  bytes.write("mntrRGB XYZ ", 12, "latin1");
  // 1 January 2026: a fixed day, so that the profile is always the same.
  bytes.writeUInt16BE(2026, 24);
  bytes.writeUInt16BE(1, 26);
  bytes.writeUInt16BE(1, 28);
  bytes.write("acsp", 36, "latin1");
  encodeFixed(D50).copy(bytes, 68);
  return bytes;
}
