/** Powers of 2 in GF(256) with the polynomial 0x11d, twice in a row, and their exponents (ISO/IEC 18004:2024, annex A). */
const exp = new Uint8Array(510);
const log = new Uint8Array(256);
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  exp[exponent] = power;
  exp[exponent + 255] = power;
  log[power] = exponent;
  power <<= 1;
  if (power & 0x100) power ^= 0x11d;
}

/**
 * Returns a block's error correction codewords: the remainder of its division by the generator polynomial (ISO/IEC
 * 18004:2024, Annex A).
 */
export function computeErrorCorrection(block: Uint8Array, length: number): Uint8Array {
  const products = getProducts(length);
  const rest = new Uint8Array(length + 1);
  for (const word of block) {
    const row = (word ^ (rest[0] ?? 0)) * length;
    for (let index = 0; index < length; index++) {
      rest[index] = (rest[index + 1] ?? 0) ^ (products[row + index] ?? 0);
    }
  }
  return rest.subarray(0, length);
}

/** By length: each of the 256 factors times the generator's coefficients. The standard has 13 lengths. */
const known = new Map<number, Uint8Array>();

function getProducts(length: number): Uint8Array {
  let products = known.get(length);
  if (products) return products;
  const coefficients = createGenerator(length);
  products = Uint8Array.from({ length: 256 * length }, (_, index) =>
    multiply(coefficients[index % length] ?? 0, Math.floor(index / length)),
  );
  known.set(length, products);
  return products;
}

/** Returns the product of (x - 2^i) for i below `length`, without its leading 1. */
function createGenerator(length: number): number[] {
  let polynomial = [1];
  for (let index = 0; index < length; index++) {
    const root = exp[index] ?? 0;
    const shorter = polynomial;
    polynomial = [...shorter, 0].map(
      (coefficient, at) => coefficient ^ multiply(shorter[at - 1] ?? 0, root),
    );
  }
  return polynomial.slice(1);
}

function multiply(a: number, b: number): number {
  return a && b ? (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0) : 0;
}
