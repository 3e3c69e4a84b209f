/**
 * Widths of the ten digits in number set A, space first (ISO/IEC 15420:2009, Table 1). Set C has
 * the same, bar first.
 */
const SET_A: readonly (readonly number[])[] = [
  [3, 2, 1, 1],
  [2, 2, 2, 1],
  [2, 1, 2, 2],
  [1, 4, 1, 1],
  [1, 1, 3, 2],
  [1, 2, 3, 1],
  [1, 1, 1, 4],
  [1, 3, 1, 2],
  [1, 2, 1, 3],
  [3, 1, 1, 2],
];
/** Number set B, which is set A in reverse. */
const SET_B = SET_A.map((pattern) => pattern.toReversed());

/** The sets of the left half, which encode the first digit of EAN-13. */
const FIRST_DIGIT = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split(
  " ",
);

/**
 * The sets of UPC-E for number system 0, by check digit. Number system 1 has A for B and B for A.
 */
const UPC_E_CHECK = "BBBAAA BBABAA BBAABA BBAAAB BABBAA BAABBA BAAABB BABABA BABAAB BAABAB".split(
  " ",
);

const GUARD = [1, 1, 1];
const CENTER = [1, 1, 1, 1, 1];
const UPC_E_END = [1, 1, 1, 1, 1, 1];

/** Returns the widths of EAN-13, bar first. `digits` has all 13. */
export function encodeEan13(digits: string): number[] {
  return encodeHalves(
    encodeSets(digits.slice(1, 7), FIRST_DIGIT[Number(digits[0])]),
    digits.slice(7),
  );
}

/** Returns the widths of EAN-8, bar first. `digits` has all 8. */
export function encodeEan8(digits: string): number[] {
  return encodeHalves(encodeSets(digits.slice(0, 4)), digits.slice(4));
}

/**
 * Returns the widths of UPC-E, bar first. `digits` has the number system, six digits and the check
 * digit.
 */
export function encodeUpcE(digits: string): number[] {
  const sets = UPC_E_CHECK[Number(digits[7])] ?? "";
  const swapped = sets.replace(/[AB]/g, (set) => (set === "A" ? "B" : "A"));
  const middle = encodeSets(digits.slice(1, 7), digits.startsWith("0") ? sets : swapped);
  return [...GUARD, ...middle, ...UPC_E_END];
}

/**
 * Expands UPC-E data (number system and six digits) to the 11 data digits of UPC-A (ISO/IEC 15420,
 * 4.4.2).
 */
export function expandUpcE(digits: string): string {
  const [system = "", a = "", b = "", c = "", d = "", e = "", last = ""] = digits;
  if (last <= "2") return `${system}${a}${b}${last}0000${c}${d}${e}`;
  if (last === "3") return `${system}${a}${b}${c}00000${d}${e}`;
  if (last === "4") return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${last}`;
}

/**
 * Compresses 11 data digits of UPC-A to UPC-E's number system and six digits, or undefined if they
 * lack the zeros.
 */
export function compressUpcA(digits: string): string | undefined {
  const six = [
    /^[01](\d\d)([012])0000(\d{3})$/,
    /^[01](\d{3})00000(\d\d)$/,
    /^[01](\d{4})00000(\d)$/,
    /^[01](\d{5})0000([5-9])$/,
  ].map((shape) => shape.exec(digits));
  const [first, second, third, fourth] = six;
  if (first) return `${digits[0]}${first[1]}${first[3]}${first[2]}`;
  if (second) return `${digits[0]}${second[1]}${second[2]}3`;
  if (third) return `${digits[0]}${third[1]}${third[2]}4`;
  return fourth ? `${digits[0]}${fourth[1]}${fourth[2]}` : undefined;
}

function encodeHalves(left: readonly number[], right: string): number[] {
  return [...GUARD, ...left, ...CENTER, ...encodeSets(right), ...GUARD];
}

function encodeSets(digits: string, sets = ""): number[] {
  const widths: number[] = [];
  for (let index = 0; index < digits.length; index++) {
    const set = sets[index] === "B" ? SET_B : SET_A;
    widths.push(...(set[Number(digits[index])] ?? []));
  }
  return widths;
}
