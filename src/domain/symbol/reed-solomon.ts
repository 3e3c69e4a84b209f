/** A Reed-Solomon code over GF(256). */
interface ReedSolomonCode {
  /** The irreducible polynomial of the field, as bits (0x11d: x⁸ + x⁴ + x³ + x² + 1). */
  polynomial: number;
  /** Exponent of 2 in the first root of the generator polynomial. */
  firstRoot: number;
}

/**
 * Returns the `length` error correction codewords of a block: its remainder divided by the
 * generator polynomial.
 */
type ComputeErrorCorrection = (block: Uint8Array, length: number) => Uint8Array;

/** Creates the function that computes the error correction of a code's blocks. */
export function createErrorCorrection({
  polynomial,
  firstRoot,
}: ReedSolomonCode): ComputeErrorCorrection {
  const field = createField(polynomial);
  // Products of each byte and each coefficient of the generator, because a lookup is faster than
  // multiplying. Never evicted, because a symbology has at most 16 lengths.
  const productsByLength = new Map<number, Uint8Array>();
  const getProducts = (length: number): Uint8Array => {
    let products = productsByLength.get(length);
    if (products) return products;
    const coefficients = createGenerator(field, firstRoot, length);
    products = Uint8Array.from({ length: 256 * length }, (_, index) =>
      multiply(field, coefficients[index % length] ?? 0, Math.floor(index / length)),
    );
    productsByLength.set(length, products);
    return products;
  };
  return (block, length) => {
    const products = getProducts(length);
    const remainder = new Uint8Array(length + 1);
    for (const codeword of block) {
      const row = (codeword ^ (remainder[0] ?? 0)) * length;
      for (let index = 0; index < length; index++) {
        remainder[index] = (remainder[index + 1] ?? 0) ^ (products[row + index] ?? 0);
      }
    }
    return remainder.subarray(0, length);
  };
}

/**
 * Powers of 2 by exponent, twice in a row so that sums of exponents need no modulo, and exponents
 * by power.
 */
interface GaloisField {
  exp: Uint8Array;
  log: Uint8Array;
}

function createField(polynomial: number): GaloisField {
  const exp = new Uint8Array(510);
  const log = new Uint8Array(256);
  for (let exponent = 0, power = 1; exponent < 255; exponent++) {
    exp[exponent] = power;
    exp[exponent + 255] = power;
    log[power] = exponent;
    power <<= 1;
    if (power & 0x100) power ^= polynomial;
  }
  return { exp, log };
}

function multiply({ exp, log }: GaloisField, a: number, b: number): number {
  return a && b ? (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0) : 0;
}

/**
 * Returns the product of (x - 2^i) for the `length` exponents from `firstRoot` on, without its
 * leading 1.
 */
function createGenerator(field: GaloisField, firstRoot: number, length: number): number[] {
  let polynomial = [1];
  for (let index = 0; index < length; index++) {
    const root = field.exp[firstRoot + index] ?? 0;
    const previous = polynomial;
    polynomial = [...previous, 0].map(
      (coefficient, position) => coefficient ^ multiply(field, previous[position - 1] ?? 0, root),
    );
  }
  return polynomial.slice(1);
}
