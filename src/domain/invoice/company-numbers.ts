/** Checks of numbers that Peppol verifies (PEPPOL-COMMON-R040 to R050), by scheme (ISO 6523). */
const CHECKS: Readonly<Record<string, (id: string) => boolean>> = {
  "0007": isSwedishNumber,
  "0088": isGln,
  "0151": isAustralianNumber,
  "0184": (id) => /^(DK)?\d{8}$/.test(id),
  "0192": isNorwegianNumber,
  "0208": isBelgianNumber,
};

/**
 * Returns false for a number that is invalid in its scheme, and true for any number of a scheme
 * without a check.
 */
export function isIdentifier(scheme: string, id: string): boolean {
  const check = Object.hasOwn(CHECKS, scheme) ? CHECKS[scheme] : undefined;
  return check?.(id) ?? true;
}

/** Returns true for a Global Location Number (GS1 check digit). */
export function isGln(id: string): boolean {
  return /^\d+$/.test(id) && hasWeightedCheckDigit(id, (index) => (index % 2 === 0 ? 3 : 1), 10);
}

/** Returns true for a Norwegian organization number (modulo 11). */
export function isNorwegianNumber(id: string): boolean {
  return (
    /^\d{9}$/.test(id) &&
    Number(id) > 0 &&
    hasWeightedCheckDigit(id, (index) => (index % 6) + 2, 11)
  );
}

/**
 * Returns true if a number's last digit complements the sum of the others, weighted from the right,
 * to the modulus.
 */
function hasWeightedCheckDigit(
  id: string,
  weight: (index: number) => number,
  modulus: number,
): boolean {
  const digits = [...id].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.toReversed().reduce((total, digit, index) => total + digit * weight(index), 0);
  return (modulus - (sum % modulus)) % modulus === check;
}

/** Returns true for a Belgian enterprise number (modulo 97). */
export function isBelgianNumber(id: string): boolean {
  return /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8));
}

/** Returns true for a Swedish organization number (Luhn). */
export function isSwedishNumber(id: string): boolean {
  if (!/^\d{10}$/.test(id)) return false;
  const digits = [...id].map((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return value > 9 ? value - 9 : value;
  });
  return digits.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** Returns true for an Australian Business Number (modulo 89). */
export function isAustralianNumber(id: string): boolean {
  if (!/^\d{11}$/.test(id)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = weights.reduce((total, weight, index) => {
    return total + weight * (Number(id[index]) - (index === 0 ? 1 : 0));
  }, 0);
  return sum % 89 === 0;
}
