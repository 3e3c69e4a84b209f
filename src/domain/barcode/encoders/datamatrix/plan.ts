import { C40_VALUES, FNC1, isDigit, isEdifact, TEXT_VALUES, X12_VALUES } from "./characters.ts";

/** The encodations (ISO/IEC 16022, 5.2). */
type Encodation = "ascii" | "c40" | "text" | "x12" | "edifact" | "base256";

/** A range of characters (`to` exclusive) in one encodation. */
export interface EncodationRun {
  encodation: Encodation;
  from: number;
  to: number;
}

/** A division of a text into segments, and its number of codewords. */
export interface EncodationPlan {
  segments: EncodationRun[];
  codewords: number;
  /**
   * The segment after which no codeword returns to ASCII, or whose length is not written (Base
   * 256). Allowed only in a symbol without free codewords, with at most one ASCII codeword after
   * C40, Text and X12 and two after EDIFACT.
   */
  openSegment?: number;
}

/**
 * States of the encoder: an encodation and the number of buffered values (C40, Text, X12) or
 * characters (EDIFACT) of an incomplete group.
 */
const ASCII = 0;
const C40 = 1;
const TEXT = 4;
const X12 = 7;
const EDIFACT = 10;
const BASE_256 = 14;
const STATE_COUNT = 15;

const PACKED: readonly (readonly [first: number, values: readonly (readonly number[])[]])[] = [
  [C40, C40_VALUES],
  [TEXT, TEXT_VALUES],
  [X12, X12_VALUES],
];

/**
 * Codewords from the start of an incomplete EDIFACT group to the return to ASCII, by the characters
 * in it.
 */
const EDIFACT_RETURN = [1, 2, 3, 3];

/** A cost above that of any text, for states that no encoding has reached. */
const UNREACHED = 1_000_000;

/** The fewest codewords up to each position and state, and its predecessor. */
interface CostTable {
  costs: Int32Array;
  /** The previous state, and in `steps` the number of characters since then. */
  states: Uint8Array;
  steps: Uint8Array;
}

/**
 * Returns the plans with the fewest codewords: one for any symbol, and those that may be shorter
 * and must fill their symbol exactly.
 */
export function planEncodation(codes: readonly number[]): EncodationPlan[] {
  const size = (codes.length + 1) * STATE_COUNT;
  const table: CostTable = {
    costs: new Int32Array(size).fill(UNREACHED),
    states: new Uint8Array(size),
    steps: new Uint8Array(size),
  };
  table.costs[ASCII] = 0;
  for (let at = 0; at <= codes.length; at++) {
    switchEncodation(table, at);
    if (at < codes.length) consume(table, codes, at);
  }
  const closed = toPlan(table, codes.length, ASCII);
  const open = listOpenEnds(table, codes).reduce((best, end) =>
    end.codewords < best.codewords ? end : best,
  );
  const last = closed.segments.length - 1;
  const unbounded =
    closed.segments[last]?.encodation === "base256" ? [{ ...closed, openSegment: last }] : [];
  if (open.codewords >= closed.codewords) return [closed, ...unbounded];
  return [toOpenPlan(table, codes.length, open), closed, ...unbounded];
}

/** An end in an encodation after which the last `rest` characters follow in ASCII. */
interface OpenEnd {
  state: number;
  asciiLength: number;
  codewords: number;
}

const OPEN_STATES = [C40, TEXT, X12, EDIFACT];

/** Returns the ends without a return to ASCII (ISO/IEC 16022, 5.2.5.2, 5.2.7.2 and 5.2.8.2). */
function listOpenEnds({ costs }: CostTable, codes: readonly number[]): OpenEnd[] {
  const { length } = codes;
  const end = (state: number, asciiLength: number, extra: number): OpenEnd => {
    const cost =
      asciiLength < length ? costs[(length - asciiLength) * STATE_COUNT + state] : undefined;
    return { state, asciiLength, codewords: (cost ?? UNREACHED) + extra };
  };
  const last = getAsciiCost(codes.slice(-1));
  const lastTwo = getAsciiCost(codes.slice(-2));
  return [
    // A third value that has no effect completes two of C40 or Text. X12 has no such value.
    end(C40 + 2, 0, 2),
    end(TEXT + 2, 0, 2),
    ...OPEN_STATES.map((state) => end(state, 0, 0)),
    ...(last === 1 ? OPEN_STATES.map((state) => end(state, 1, 1)) : []),
    ...(lastTwo === 1 ? OPEN_STATES.map((state) => end(state, 2, 1)) : []),
    ...(last === 2 ? [end(EDIFACT, 1, 2)] : []),
    ...(lastTwo === 2 ? [end(EDIFACT, 2, 2)] : []),
  ];
}

function toOpenPlan(
  table: CostTable,
  length: number,
  { state, asciiLength, codewords }: OpenEnd,
): EncodationPlan {
  const { segments } = toPlan(table, length - asciiLength, state);
  const openSegment = segments.length - 1;
  if (asciiLength > 0)
    segments.push({ encodation: "ascii", from: length - asciiLength, to: length });
  return { segments, codewords, openSegment };
}

/** Returns the number of codewords of one or two characters in ASCII. */
function getAsciiCost(codes: readonly number[]): number {
  if (codes.length === 2 && codes.every(isDigit)) return 1;
  return codes.reduce((sum, code) => sum + (code < 128 || code === FNC1 ? 1 : 2), 0);
}

interface Origin {
  at: number;
  state: number;
}

function relax(table: CostTable, to: Origin, { at, state, cost }: Origin & { cost: number }): void {
  const target = to.at * STATE_COUNT + to.state;
  const total = (table.costs[at * STATE_COUNT + state] ?? UNREACHED) + cost;
  if (total >= (table.costs[target] ?? UNREACHED)) return;
  table.costs[target] = total;
  table.states[target] = state;
  table.steps[target] = to.at - at;
}

/**
 * Adds the switches to ASCII before those from ASCII, because every switch between encodations goes
 * through it.
 */
function switchEncodation(table: CostTable, at: number): void {
  const ascii = { at, state: ASCII };
  for (const [first] of PACKED) relax(table, ascii, { at, state: first, cost: 1 });
  for (const first of [C40, TEXT]) {
    // Two buffered values are completed only at the end of a text, because the rest is planned as a
    // separate group.
    relax(table, ascii, { at, state: first + 2, cost: 3 });
  }
  EDIFACT_RETURN.forEach((cost, buffered) => {
    relax(table, ascii, { at, state: EDIFACT + buffered, cost });
  });
  relax(table, ascii, { at, state: BASE_256, cost: 0 });
  for (const state of [C40, TEXT, X12, EDIFACT]) {
    relax(table, { at, state }, { at, state: ASCII, cost: 1 });
  }
  // Costs the latch and one codeword for the length.
  relax(table, { at, state: BASE_256 }, { at, state: ASCII, cost: 2 });
}

function consume(table: CostTable, codes: readonly number[], at: number): void {
  const code = codes[at] ?? 0;
  const isPair = isDigit(code) && isDigit(codes[at + 1] ?? 0);
  relax(table, { at: at + 1, state: ASCII }, { at, state: ASCII, cost: getAsciiCost([code]) });
  if (isPair) relax(table, { at: at + 2, state: ASCII }, { at, state: ASCII, cost: 1 });
  for (const [first, values] of PACKED) {
    const count = values[code]?.length ?? 0;
    if (count === 0) continue;
    for (let buffered = 0; buffered < 3; buffered++) {
      const total = buffered + count;
      const to = { at: at + 1, state: first + (total % 3) };
      relax(table, to, { at, state: first + buffered, cost: 2 * Math.floor(total / 3) });
    }
  }
  for (let buffered = 0; buffered < 4 && isEdifact(code); buffered++) {
    const to = { at: at + 1, state: EDIFACT + ((buffered + 1) % 4) };
    relax(table, to, { at, state: EDIFACT + buffered, cost: buffered === 3 ? 3 : 0 });
  }
  if (code !== FNC1)
    relax(table, { at: at + 1, state: BASE_256 }, { at, state: BASE_256, cost: 1 });
}

const NAMES: readonly (readonly [first: number, name: Encodation])[] = [
  [BASE_256, "base256"],
  [EDIFACT, "edifact"],
  [X12, "x12"],
  [TEXT, "text"],
  [C40, "c40"],
  [ASCII, "ascii"],
];

function getName(state: number): Encodation {
  return NAMES.find(([first]) => state >= first)?.[1] ?? "ascii";
}

/** Collects the segments by following the predecessors from the end. */
function toPlan({ costs, states, steps }: CostTable, length: number, last: number): EncodationPlan {
  const segments: EncodationRun[] = [];
  let state = last;
  for (let at = length; at > 0 || state !== ASCII;) {
    const entry = at * STATE_COUNT + state;
    const step = steps[entry] ?? 0;
    const encodation = getName(state);
    const [segment] = segments;
    if (step > 0) {
      if (segment?.encodation === encodation && segment.from === at) segment.from -= step;
      else segments.unshift({ encodation, from: at - step, to: at });
    }
    at -= step;
    state = states[entry] ?? ASCII;
  }
  return { segments, codewords: costs[length * STATE_COUNT + last] ?? UNREACHED };
}
