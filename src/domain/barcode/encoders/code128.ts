/**
 * The function character FNC1 among the characters of a Code 128 symbol; others are ASCII codes.
 */
export const FNC1 = -1;

/**
 * Widths of the 107 symbol characters, bar first (ISO/IEC 15417:2007, Table 1). The stop character
 * has a seventh element.
 */
const PATTERNS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
)
  .split(" ")
  .map((pattern) => Array.from(pattern, Number));

type CodeSet = 0 | 1 | 2;
const A = 0;
const B = 1;
const C = 2;

const SHIFT = 98;
const FNC1_VALUE = 102;
const STOP = 106;
/** Values that start a symbol in the sets A, B and C, and values that switch to them. */
const START = [103, 104, 105] as const;
const LATCH = [101, 100, 99] as const;

/**
 * Returns the widths of bars and spaces, bar first, for ASCII codes and FNC1, in as few symbol
 * characters as possible.
 */
export function encodeCode128(characters: readonly number[]): number[] {
  const values = findSymbolValues(characters);
  const sum = values.reduce((total, value, index) => total + value * Math.max(1, index), 0);
  values.push(sum % 103, STOP);
  const widths: number[] = [];
  for (const value of values) widths.push(...(PATTERNS[value] ?? []));
  return widths;
}

/**
 * Steps of an encoding: a character of the current set, a shifted character of the other set, or a
 * switch of sets.
 */
const OWN = 0;
const SHIFTED = 1;
/** This plus the number of the set to switch to. */
const LATCHED = 2;

/**
 * The cheapest encoding of the rest of the text, with three entries per position: one for each code
 * set.
 */
interface CodeSetPlan {
  steps: Uint8Array;
  /** Symbol characters from the position to the end. */
  costs: Int32Array;
}

/**
 * Returns the values of start character and data, in the shortest sequence of code sets and shifts.
 */
function findSymbolValues(characters: readonly number[]): number[] {
  const { steps, costs } = planSteps(characters);
  let set = findCheapestSet(costs, 0);
  const values: number[] = [START[set]];
  for (let at = 0; at < characters.length;) {
    const step = steps[at * 3 + set] ?? OWN;
    const code = characters[at] ?? 0;
    if (step >= LATCHED) {
      set = (step - LATCHED) as CodeSet;
      values.push(LATCH[set]);
      continue;
    }
    if (step === SHIFTED) values.push(SHIFT);
    values.push(getValue(characters, at, step === SHIFTED ? getOtherSet(set) : set));
    at += set === C && code !== FNC1 ? 2 : 1;
  }
  return values;
}

/** Plans from the end, because the cost of a step depends on what follows it. */
function planSteps(characters: readonly number[]): CodeSetPlan {
  const { length } = characters;
  const plan = { steps: new Uint8Array(length * 3), costs: new Int32Array((length + 1) * 3) };
  for (let at = length - 1; at >= 0; at--) {
    for (let set = 0; set < 3; set++) planStep(characters, at, { set: set as CodeSet, plan });
    addLatches(plan, at * 3);
  }
  return plan;
}

/** A cost above that of any symbol, for what a set cannot encode. */
const IMPOSSIBLE = 1_000_000;

function planStep(
  characters: readonly number[],
  at: number,
  { set, plan: { steps, costs } }: { set: CodeSet; plan: CodeSetPlan },
): void {
  const code = characters[at] ?? 0;
  const getCostAfter = (count: number) => costs[(at + count) * 3 + set] ?? IMPOSSIBLE;
  const entry = at * 3 + set;
  if (code === FNC1) {
    costs[entry] = 1 + getCostAfter(1);
  } else if (set === C) {
    costs[entry] = getValue(characters, at, C) < 0 ? IMPOSSIBLE : 1 + getCostAfter(2);
  } else if (getValue(characters, at, set) >= 0) {
    costs[entry] = 1 + getCostAfter(1);
  } else {
    costs[entry] = 2 + getCostAfter(1);
    steps[entry] = SHIFTED;
  }
}

/** Replaces steps by a switch to the cheapest set if that is shorter. */
function addLatches({ steps, costs }: CodeSetPlan, base: number): void {
  const best = findCheapestSet(costs, base);
  const cost = (costs[base + best] ?? 0) + 1;
  for (let set = 0; set < 3; set++) {
    if (cost >= (costs[base + set] ?? 0)) continue;
    costs[base + set] = cost;
    steps[base + set] = LATCHED + best;
  }
}

/**
 * Prefers B and then A among equal costs, so that texts without a gain from C use the common set.
 */
function findCheapestSet(costs: Int32Array, base: number): CodeSet {
  const a = costs[base + A] ?? 0;
  const b = costs[base + B] ?? 0;
  const c = costs[base + C] ?? 0;
  if (b <= a && b <= c) return B;
  return a <= c ? A : C;
}

function getOtherSet(set: CodeSet): CodeSet {
  return set === A ? B : A;
}

/**
 * Returns the value of the character (in C: the two digits) at a position, or -1 when the set does
 * not have it.
 */
function getValue(characters: readonly number[], at: number, set: CodeSet): number {
  const code = characters[at] ?? 0;
  if (code === FNC1) return FNC1_VALUE;
  if (set === B) return code >= 32 ? code - 32 : -1;
  if (set === A) return code < 32 ? code + 64 : code < 96 ? code - 32 : -1;
  const tens = code - 48;
  const ones = (characters[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
