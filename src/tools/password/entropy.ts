import type { Static } from "typebox";
import type { PasswordOutput } from "./schema.ts";

type Entropy = NonNullable<Static<typeof PasswordOutput>["entropy"]>;

/**
 * How hard a password is to guess: `length` characters drawn from `classes` (their sizes), with
 * `requireEach` at least one from every class.
 */
export function entropyOf(classes: number[], length: number, requireEach: boolean): Entropy {
  const poolSize = classes.reduce((sum, size) => sum + size, 0);
  const strings = requireEach ? countWithEach(classes, length) : BigInt(poolSize) ** BigInt(length);
  // 88 characters to the power of 128 are 827 bits: still within what a double reaches (1024).
  const bits = Math.round(Math.log2(Number(strings)) * 100) / 100;
  return { bits, poolSize, strength: strengthOf(bits) };
}

/**
 * How many strings hold every class at least once, by inclusion and exclusion: all strings, less those
 * that miss a class, plus those that miss two (they were taken off twice), and so on.
 */
function countWithEach([first, ...rest]: number[], length: number, pool?: number): bigint {
  const size = pool ?? [first ?? 0, ...rest].reduce((sum, one) => sum + one, 0);
  if (first === undefined) return BigInt(size) ** BigInt(length);
  return countWithEach(rest, length, size) - countWithEach(rest, length, size - first);
}

function strengthOf(bits: number): Entropy["strength"] {
  if (bits < 40) return "very weak";
  if (bits < 60) return "weak";
  if (bits < 80) return "fair";
  return bits < 112 ? "strong" : "very strong";
}
