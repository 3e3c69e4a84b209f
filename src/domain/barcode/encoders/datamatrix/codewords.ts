import { C40_VALUES, FNC1, isDigit, TEXT_VALUES, X12_VALUES } from "./characters.ts";
import type { EncodationPlan, EncodationRun } from "./plan.ts";

const LATCH = { c40: 230, base256: 231, x12: 238, text: 239, edifact: 240 } as const;
const RETURN_TO_ASCII = 254;
const FNC1_CODEWORD = 232;
const UPPER_SHIFT = 235;
const PAD = 129;

/** Returns the data codewords of a plan, without padding. */
export function planCodewords(
  codes: readonly number[],
  { segments, openSegment }: EncodationPlan,
): number[] {
  const codewords: number[] = [];
  segments.forEach((segment, index) => {
    const returns = index !== openSegment;
    writeSegment(codes.slice(segment.from, segment.to), { segment, returns, codewords });
  });
  return codewords;
}

interface SegmentOutput {
  segment: EncodationRun;
  /** True when a codeword after the segment returns to ASCII. */
  returns: boolean;
  codewords: number[];
}

function writeSegment(
  codes: readonly number[],
  { segment, returns, codewords }: SegmentOutput,
): void {
  const { encodation } = segment;
  if (encodation === "ascii") {
    writeAscii(codes, codewords);
    return;
  }
  codewords.push(LATCH[encodation]);
  if (encodation === "base256") writeBase256(codes, returns, codewords);
  else if (encodation === "edifact") writeEdifact(codes, returns, codewords);
  else {
    writePacked(codes, VALUES[encodation], codewords);
    if (returns) codewords.push(RETURN_TO_ASCII);
  }
}

function writeAscii(codes: readonly number[], codewords: number[]): void {
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    const next = codes[at + 1] ?? 0;
    if (isDigit(code) && isDigit(next)) {
      codewords.push((code - 48) * 10 + (next - 48) + 130);
      at++;
    } else if (code === FNC1) codewords.push(FNC1_CODEWORD);
    else if (code >= 128) codewords.push(UPPER_SHIFT, code - 127);
    else codewords.push(code + 1);
  }
}

const VALUES = { c40: C40_VALUES, text: TEXT_VALUES, x12: X12_VALUES } as const;

/**
 * Writes three values as two codewords. Adds a missing third value as the shift to set 1, which has
 * no effect at the end.
 */
function writePacked(
  codes: readonly number[],
  table: readonly (readonly number[])[],
  codewords: number[],
): void {
  const values = codes.flatMap((code) => table[code] ?? []);
  for (let at = 0; at < values.length; at += 3) {
    const [first = 0, second = 0, third = 0] = values.slice(at, at + 3);
    const sum = 1600 * first + 40 * second + third + 1;
    codewords.push(sum >> 8, sum & 0xff);
  }
}

const EDIFACT_RETURN = 31;

/**
 * Writes four characters of six bits as three codewords. Fills the codeword of the return to ASCII
 * with zeros.
 */
function writeEdifact(codes: readonly number[], returns: boolean, codewords: number[]): void {
  const values = codes.map((code) => code & 0x3f);
  if (returns) values.push(EDIFACT_RETURN);
  for (let at = 0; at < values.length; at += 4) {
    const group = values.slice(at, at + 4);
    const [a = 0, b = 0, c = 0, d = 0] = group;
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    const bytes = [bits >> 16, (bits >> 8) & 0xff, bits & 0xff];
    codewords.push(...bytes.slice(0, Math.min(3, group.length)));
  }
}

const MAX_SHORT_LENGTH = 249;

/** The length of bytes that end with the symbol. */
const TO_THE_END = 0;

/**
 * Writes length and bytes. Changes both by their position, so that long runs of a byte do not form
 * patterns.
 */
function writeBase256(codes: readonly number[], returns: boolean, codewords: number[]): void {
  for (const value of [...(returns ? encodeLength(codes.length) : [TO_THE_END]), ...codes]) {
    codewords.push((value + ((149 * (codewords.length + 1)) % 255) + 1) & 0xff);
  }
}

function encodeLength(length: number): number[] {
  return length <= MAX_SHORT_LENGTH ? [length] : [Math.floor(length / 250) + 249, length % 250];
}

/** Fills the codewords of a symbol up to its capacity. */
export function padCodewords(codewords: readonly number[], capacity: number): number[] {
  const padded = [...codewords];
  if (padded.length < capacity) padded.push(PAD);
  while (padded.length < capacity) {
    const value = PAD + ((149 * (padded.length + 1)) % 253) + 1;
    padded.push(value > 254 ? value - 254 : value);
  }
  return padded;
}
