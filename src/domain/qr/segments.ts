/**
 * Encoding modes (ISO/IEC 18004:2024, 7.3). Kanji mode and ECI are omitted because readers disagree
 * on them.
 */
export type Mode = "numeric" | "alphanumeric" | "byte";

/** A run of characters in one mode. */
export interface Segment {
  mode: Mode;
  text: string;
  /** Bytes that replace the text's UTF-8, in the encoding of this ECI assignment. */
  encoded?: { bytes: Uint8Array; eci: number } | undefined;
}

/** Bits of an ECI header: its mode indicator and an assignment number below 128 (7.4.2). */
const ECI_BITS = 4 + 8;

const MODES: readonly Mode[] = ["numeric", "alphanumeric", "byte"];

/** Bits of a segment's length, by mode, for versions 1–9, 10–26 and 27–40 (Table 3). */
const LENGTH_BITS: Record<Mode, readonly [number, number, number]> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
};

/** Returns the bits of a segment's length field, by mode and version. */
export function getLengthBits(mode: Mode, version: number): number {
  return LENGTH_BITS[mode][version < 10 ? 0 : version < 27 ? 1 : 2];
}

const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]*$/;

/** Returns the narrowest mode that can encode a whole text. */
export function chooseMode(text: string): Mode {
  if (!/[^0-9]/.test(text)) return "numeric";
  return ALPHANUMERIC.test(text) ? "alphanumeric" : "byte";
}

/** Returns the bits of a segment, including its mode indicator and length. */
export function countSegmentBits({ mode, text, encoded }: Segment, version: number): number {
  const head = 4 + getLengthBits(mode, version);
  if (encoded) return ECI_BITS + head + 8 * encoded.bytes.length;
  if (mode === "numeric") return head + Math.ceil((text.length * 10) / 3);
  if (mode === "alphanumeric") return head + Math.ceil((text.length * 11) / 2);
  return head + 8 * Buffer.byteLength(text);
}

/**
 * Costs are counted in sixths of a bit: a digit takes 10/3 bits, an alphanumeric character 11/2.
 */
const SIXTHS = 6;
const DIGIT = 20;
const PAIRED = 33;
const BYTE = 48;

/**
 * Returns the segmentation with the fewest bits for this version's size class. Dynamic programming
 * over code points: for each character and mode it keeps the lowest cost so far and the mode of the
 * character before.
 */
export function findBestSegments(text: string, version: number): Segment[] {
  const characters = Array.from(text);
  const heads = MODES.map((mode) => (4 + getLengthBits(mode, version)) * SIXTHS);
  const chosen = new Uint8Array(characters.length * 3);
  let costs = heads;
  characters.forEach((character, index) => {
    costs = advanceCosts(costs, heads, {
      characterCosts: getCharacterCosts(character),
      chosen,
      at: index * 3,
    });
  });
  return toSegments(characters, chosen, costs.indexOf(Math.min(...costs)));
}

function advanceCosts(
  before: number[],
  heads: number[],
  { characterCosts, chosen, at }: { characterCosts: number[]; chosen: Uint8Array; at: number },
): number[] {
  const continued = characterCosts.map((cost, mode) => (before[mode] ?? Infinity) + cost);
  return continued.map((stay, next) => {
    let lowest = stay;
    chosen[at + next] = next;
    continued.forEach((cost, mode) => {
      // A segment ends on a whole bit.
      const change = Math.ceil(cost / SIXTHS) * SIXTHS + (heads[next] ?? 0);
      if (change >= lowest) return;
      lowest = change;
      chosen[at + next] = mode;
    });
    return lowest;
  });
}

/** Returns the bits that a character costs in each mode, in sixths of a bit. */
function getCharacterCosts(character: string): number[] {
  return ASCII_COSTS[character.codePointAt(0) ?? 0] ?? BYTES_ALONE;
}

/**
 * Characters that only byte mode can encode. Their byte cost is the same in every segmentation, so
 * it can be 0.
 */
const BYTES_ALONE = [Infinity, Infinity, 0];

const ASCII_COSTS = Array.from({ length: 0x80 }, (_, code) => {
  const mode = chooseMode(String.fromCharCode(code));
  if (mode === "byte") return BYTES_ALONE;
  return [mode === "numeric" ? DIGIT : Infinity, PAIRED, BYTE];
});

function toSegments(characters: string[], chosen: Uint8Array, last: number): Segment[] {
  const modes = new Uint8Array(characters.length);
  for (let index = characters.length - 1, mode = last; index >= 0; index--) {
    mode = chosen[index * 3 + mode] ?? 2;
    modes[index] = mode;
  }
  const segments: Segment[] = [];
  let start = 0;
  for (let end = 1; end <= characters.length; end++) {
    if (end < characters.length && modes[end] === modes[start]) continue;
    const mode = MODES[modes[start] ?? 2] ?? "byte";
    segments.push({ mode, text: characters.slice(start, end).join("") });
    start = end;
  }
  return segments;
}
