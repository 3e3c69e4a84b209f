/**
 * Returns the check digit of GS1 keys, EAN and UPC numbers: weights 3 and 1 from the right, modulo
 * 10 (GS1 General Specifications, 7.9.1). `digits` must not contain anything else.
 */
export function computeMod10CheckDigit(digits: string): string {
  let sum = 0;
  for (let index = digits.length - 1, weight = 3; index >= 0; index--, weight = 4 - weight) {
    sum += weight * (digits.charCodeAt(index) - 48);
  }
  return String((10 - (sum % 10)) % 10);
}
