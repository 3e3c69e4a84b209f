import { rateStrength } from "../../domain/password/strength.ts";
import type { PasswordResponse } from "./schema.ts";

type Entropy = NonNullable<PasswordResponse["entropy"]>;

/**
 * Computes the entropy of a password of `length` characters from classes of the given sizes. With
 * `requireEach` the password has at least one character of every class.
 */
export function computeEntropy(classes: number[], length: number, requireEach: boolean): Entropy {
  const poolSize = classes.reduce((sum, size) => sum + size, 0);
  const strings = requireEach ? countWithEach(classes, length) : BigInt(poolSize) ** BigInt(length);
  return toEntropy(strings, poolSize);
}

/**
 * Computes the entropy of one of `count` equally likely texts, whose parts come from a pool of
 * `poolSize`.
 */
export function toEntropy(count: bigint, poolSize: number): Entropy {
  // 88^128 needs 827 bits, which a double can represent (up to 1024).
  const bits = Math.round(Math.log2(Number(count)) * 100) / 100;
  return { bits, poolSize, strength: rateStrength(bits) };
}

/**
 * Counts the strings with at least one character of every class, by inclusion and exclusion. These
 * are all strings, minus those that lack a class, plus those that lack two (subtracted twice), and
 * so on.
 */
function countWithEach([first, ...rest]: number[], length: number, pool?: number): bigint {
  const size = pool ?? [first ?? 0, ...rest].reduce((sum, count) => sum + count, 0);
  if (first === undefined) return BigInt(size) ** BigInt(length);
  return countWithEach(rest, length, size) - countWithEach(rest, length, size - first);
}
