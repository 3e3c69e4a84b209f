import { createErrorCorrection } from "../symbol/reed-solomon.ts";
import { getLengthBits, type Segment } from "./segments.ts";
import { BLOCKS, CORRECTION_PER_BLOCK, countCodewords, type Level } from "./tables.ts";

/** The code of QR symbols (ISO/IEC 18004:2024, annex A). */
const computeErrorCorrection = createErrorCorrection({ polynomial: 0x11d, firstRoot: 0 });

/** Returns the block structure of a symbol (ISO/IEC 18004:2024, Table 9). */
function getBlockLayout(version: number, level: Level) {
  const total = countCodewords(version);
  const blocks = BLOCKS[level][version - 1] ?? 1;
  const correction = CORRECTION_PER_BLOCK[level][version - 1] ?? 0;
  return { total, blocks, correction, data: total - blocks * correction };
}

/** Returns the bits available for segments in a symbol. */
export function getCapacityBits(version: number, level: Level): number {
  return getBlockLayout(version, level).data * 8;
}

/**
 * Returns the number of damaged codewords that a symbol can correct, in all blocks together
 * (ISO/IEC 18004:2024,
 * 7.5.1).
 */
export function countCorrectable(version: number, level: Level): number {
  const { blocks, correction } = getBlockLayout(version, level);
  return blocks * Math.floor(correction / 2);
}

/** Returns the codewords of a symbol, data and error correction, in drawing order. */
export function encodeCodewords(segments: Segment[], version: number, level: Level): Uint8Array {
  const { total, blocks, correction, data } = getBlockLayout(version, level);
  const words = encodeDataCodewords(segments, version, data);
  const shortLength = Math.floor(data / blocks);
  const longBlocks = data % blocks;
  const dataBlocks: Uint8Array[] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const length = shortLength + (block < blocks - longBlocks ? 0 : 1);
    dataBlocks.push(words.subarray(at, at + length));
    at += length;
  }
  const corrections = dataBlocks.map((block) => computeErrorCorrection(block, correction));
  return interleave([dataBlocks, corrections], total);
}

/** Takes the first codeword of each block, then the second ones, and so on. */
function interleave(groups: Uint8Array[][], total: number): Uint8Array {
  const result = new Uint8Array(total);
  let at = 0;
  for (const blocks of groups) {
    const maxLength = blocks.at(-1)?.length ?? 0;
    for (let index = 0; index < maxLength; index++) {
      for (const block of blocks) if (index < block.length) result[at++] = block[index] ?? 0;
    }
  }
  return result;
}

type Write = (value: number, bits: number) => void;

const MODE_BITS = { numeric: 1, alphanumeric: 2, byte: 4 } as const;

function encodeDataCodewords(segments: Segment[], version: number, length: number): Uint8Array {
  const words = new Uint8Array(length);
  let at = 0;
  const write: Write = (value, bits) => {
    for (let bit = bits - 1; bit >= 0; bit--, at++) {
      if ((value >>> bit) & 1) words[at >>> 3] = (words[at >>> 3] ?? 0) | (0x80 >>> (at & 7));
    }
  };
  for (const segment of segments) writeSegment(segment, version, write);
  // Four zero bits end the segments, or as many as fit; padding codewords follow.
  const used = Math.ceil(Math.min(at + 4, length * 8) / 8);
  for (let index = used; index < length; index++) words[index] = (index - used) % 2 ? 0x11 : 0xec;
  return words;
}

/** Mode indicator of an ECI header. */
const ECI_MODE = 7;

function writeSegment({ mode, text, encoded }: Segment, version: number, write: Write): void {
  const bytes = encoded?.bytes ?? Buffer.from(text);
  if (encoded) {
    write(ECI_MODE, 4);
    write(encoded.eci, 8);
  }
  write(MODE_BITS[mode], 4);
  write(bytes.length, getLengthBits(mode, version));
  if (mode === "numeric") writeDigits(text, write);
  else if (mode === "alphanumeric") writePairs(text, write);
  else for (const byte of bytes) write(byte, 8);
}

function writeDigits(text: string, write: Write): void {
  for (let index = 0; index < text.length; index += 3) {
    const group = text.slice(index, index + 3);
    write(Number(group), group.length * 3 + 1);
  }
}

/** The characters of alphanumeric mode, each at its value (Table 5). */
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

function writePairs(text: string, write: Write): void {
  const getValue = (index: number) => ALPHANUMERIC.indexOf(text.charAt(index));
  for (let index = 0; index + 1 < text.length; index += 2) {
    write(getValue(index) * 45 + getValue(index + 1), 11);
  }
  if (text.length % 2) write(getValue(text.length - 1), 6);
}
