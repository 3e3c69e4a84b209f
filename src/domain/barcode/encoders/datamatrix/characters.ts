/** The function character FNC1 among the bytes of a text. */
export const FNC1 = 256;

/** The first value after a shift to the sets 1 to 3 of C40 and Text. */
const SHIFT_1 = 0;
const SHIFT_2 = 1;
const SHIFT_3 = 2;
const UPPER_SHIFT = 30;
const FNC1_VALUE = 27;

/**
 * Returns the values of a character in C40 or Text encodation, one to four (ISO/IEC 16022, Table
 * C.1).
 */
function getPackedValues(code: number, isText: boolean): number[] {
  if (code === FNC1) return [SHIFT_2, FNC1_VALUE];
  if (code >= 128) return [SHIFT_2, UPPER_SHIFT, ...getPackedValues(code - 128, isText)];
  if (code === 32) return [3];
  if (code >= 48 && code <= 57) return [code - 44];
  const [basic, shifted] = isText ? [97, 65] : [65, 97];
  if (code >= basic && code < basic + 26) return [code - basic + 14];
  if (code >= shifted && code < shifted + 26) return [SHIFT_3, code - shifted + 1];
  if (code < 32) return [SHIFT_1, code];
  if (code < 48) return [SHIFT_2, code - 33];
  if (code < 65) return [SHIFT_2, code - 43];
  if (code < 96) return [SHIFT_2, code - 69];
  return [SHIFT_3, code === 96 ? 0 : code - 96];
}

/** Values of all bytes and FNC1 in C40. */
export const C40_VALUES = Array.from({ length: 257 }, (_, code) => getPackedValues(code, false));

/** Values of all bytes and FNC1 in Text. */
export const TEXT_VALUES = Array.from({ length: 257 }, (_, code) => getPackedValues(code, true));

/** Values of the characters of X12; others have none. */
export const X12_VALUES: readonly (readonly number[])[] = Array.from({ length: 257 }, (_, code) => {
  const special = [13, 42, 62, 32].indexOf(code);
  if (special >= 0) return [special];
  if (code >= 48 && code <= 57) return [code - 44];
  return code >= 65 && code <= 90 ? [code - 51] : [];
});

/** Returns true for the characters of EDIFACT encodation. */
export function isEdifact(code: number): boolean {
  return code >= 32 && code <= 94;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
