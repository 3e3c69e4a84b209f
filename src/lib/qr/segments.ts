/** How characters become bits (ISO/IEC 18004:2024, 7.3). Kanji mode and ECI are left out: readers disagree on them. */
export type Mode = "numeric" | "alphanumeric" | "byte";

/** A run of characters in one mode. */
export interface Segment {
  mode: Mode;
  text: string;
}

const MODES: readonly Mode[] = ["numeric", "alphanumeric", "byte"];

/** Bits of a segment's length, by mode, for versions 1–9, 10–26 and 27–40 (Table 3). */
const LENGTH_BITS: Record<Mode, readonly [number, number, number]> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
};

/** Bits that say how long a segment of this mode is, in a symbol of this version. */
export function lengthBits(mode: Mode, version: number): number {
  return LENGTH_BITS[mode][version < 10 ? 0 : version < 27 ? 1 : 2];
}

const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]*$/;

/** The narrowest mode that holds a whole text. */
export function modeOf(text: string): Mode {
  if (!/[^0-9]/.test(text)) return "numeric";
  return ALPHANUMERIC.test(text) ? "alphanumeric" : "byte";
}

/** What a segment takes, its head of mode and length included. */
export function segmentBits({ mode, text }: Segment, version: number): number {
  const head = 4 + lengthBits(mode, version);
  if (mode === "numeric") return head + Math.ceil((text.length * 10) / 3);
  if (mode === "alphanumeric") return head + Math.ceil((text.length * 11) / 2);
  return head + 8 * Buffer.byteLength(text);
}

/** Costs are counted in sixths of a bit: a digit takes 10/3 bits, an alphanumeric character 11/2. */
const SIXTHS = 6;
const DIGIT = 20;
const PAIRED = 33;
const BYTE = 48;

/**
 * The split into segments that takes the fewest bits in symbols of this version's size class. A dynamic
 * program over code points: for each and each mode, the least that everything up to it costs when the
 * next character is in that mode, and which mode the character itself then has.
 */
export function bestSegments(text: string, version: number): Segment[] {
  const characters = Array.from(text);
  const heads = MODES.map((mode) => (4 + lengthBits(mode, version)) * SIXTHS);
  const chosen = new Uint8Array(characters.length * 3);
  let costs = heads;
  characters.forEach((character, index) => {
    costs = step(costs, heads, { own: ownCosts(character), chosen, at: index * 3 });
  });
  return toSegments(characters, chosen, costs.indexOf(Math.min(...costs)));
}

function step(
  before: number[],
  heads: number[],
  { own, chosen, at }: { own: number[]; chosen: Uint8Array; at: number },
): number[] {
  const within = own.map((cost, mode) => (before[mode] ?? Infinity) + cost);
  return within.map((stay, next) => {
    let least = stay;
    chosen[at + next] = next;
    within.forEach((cost, mode) => {
      // A segment ends on a whole bit.
      const change = Math.ceil(cost / SIXTHS) * SIXTHS + (heads[next] ?? 0);
      if (change >= least) return;
      least = change;
      chosen[at + next] = mode;
    });
    return least;
  });
}

/** What a character costs in each mode. */
function ownCosts(character: string): number[] {
  return ASCII_COSTS[character.codePointAt(0) ?? 0] ?? BYTES_ALONE;
}

/** Whatever a character takes that only bytes can hold, it takes in every split: it decides nothing. */
const BYTES_ALONE = [Infinity, Infinity, 0];

const ASCII_COSTS = Array.from({ length: 0x80 }, (_, code) => {
  const mode = modeOf(String.fromCharCode(code));
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
