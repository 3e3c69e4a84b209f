import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { createContext } from "#src/context.js";
import { computeEntropy } from "#src/tools/password/entropy.js";
import { generatePasswords } from "#src/tools/password/password.js";
import { PasswordInput } from "#src/tools/password/schema.js";

const read = compileInput(PasswordInput);
const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
const draw = (settings: object) => generatePasswords(read(settings), context);

const CLASSES = {
  uppercase: /[A-Z]/,
  lowercase: /[a-z]/,
  numbers: /[0-9]/,
  symbols: /[!@#$%^&*()\-_=+[\]{}|;:,.<>?]/,
};
const names = Object.keys(CLASSES) as (keyof typeof CLASSES)[];

const anySettings = fc.record({
  length: fc.integer({ min: 4, max: 128 }),
  count: fc.integer({ min: 1, max: 50 }),
  uppercase: fc.boolean(),
  lowercase: fc.boolean(),
  numbers: fc.boolean(),
  symbols: fc.boolean(),
  excludeAmbiguous: fc.boolean(),
  requireEach: fc.boolean(),
});

test("passwords have the requested length and count, with each selected class at least once", () => {
  const some = anySettings.filter((settings) => names.some((name) => settings[name]));
  fc.assert(
    fc.property(some, (settings) => {
      const { passwords } = draw(settings);
      assert.equal(passwords.length, settings.count);
      for (const text of passwords) {
        assert.equal(text.length, settings.length);
        for (const name of names) {
          if (!settings[name]) assert.doesNotMatch(text, CLASSES[name]);
          else if (settings.requireEach) assert.match(text, CLASSES[name]);
        }
        if (settings.excludeAmbiguous) assert.doesNotMatch(text, /[IOlo01|]/);
      }
    }),
  );
});

/**
 * Returns Pearson's statistic of how often each text occurred, against equal frequencies of all of
 * `expected`.
 */
function computeChiSquare(counts: Map<string, number>, cells: number): number {
  const drawn = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const even = drawn / cells;
  const seen = [...counts.values()].reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
  return seen + (cells - counts.size) * even;
}

/**
 * Returns the value that chi-square exceeds once in a billion, by Wilson and Hilferty (1931), so
 * that a correct generator fails this test less often than the machine does.
 */
function computeChiSquareBound(freedom: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + 6 * Math.sqrt(part)) ** 3;
}

function countTexts(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

test("every character of the pool is drawn with equal probability", () => {
  const settings = { length: 128, count: 50, requireEach: false };
  const texts = Array.from({ length: 20 }, () => draw(settings).passwords.join(""));
  const counts = countTexts(texts.join(""));
  assert.equal(counts.size, 88);
  assert.ok(computeChiSquare(counts, 88) < computeChiSquareBound(87));
});

test("every conforming password is drawn with equal probability", () => {
  // Of five letters and digits, at least one of each: how many have a single digit? The place of
  // the digit, the digit, the letters; to place one of each and shuffle gives 0.38 instead of 0.47.
  const likely = (5 * 10 * 26 ** 4) / (36 ** 5 - 26 ** 5 - 10 ** 5);
  const settings = { length: 5, count: 50, uppercase: false, symbols: false };
  const texts = Array.from({ length: 400 }, () => draw(settings).passwords).flat();
  const single = texts.filter((text) => text.replace(/\D/g, "").length === 1).length;
  const spread = Math.sqrt(texts.length * likely * (1 - likely));
  assert.ok(Math.abs(single - texts.length * likely) < 6 * spread);
});

test("entropy is log2 of the number of possible passwords", () => {
  const small = fc.tuple(
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1, max: 5 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(small, ([sizes, length, requireEach]) => {
      fc.pre(!requireEach || length >= sizes.length);
      const { bits, poolSize } = computeEntropy(sizes, length, requireEach);
      const owners = sizes.flatMap((size, index) => Array<number>(size).fill(index));
      assert.equal(poolSize, owners.length);
      let strings = [new Set<number>()];
      for (let place = 0; place < length; place++) {
        strings = strings.flatMap((seen) => owners.map((owner) => new Set(seen).add(owner)));
      }
      const fit = strings.filter((seen) => !requireEach || seen.size === sizes.length);
      assert.equal(bits, Math.round(Math.log2(fit.length) * 100) / 100);
    }),
    { numRuns: 60 },
  );
});

test("entropy is finite for the largest settings", () => {
  const { entropy } = draw({ length: 128, includeEntropy: true });
  assert.deepEqual(entropy, { bits: 826.81, poolSize: 88, strength: "very strong" });
});

test("a request without any character class is rejected", () => {
  const none = { uppercase: false, lowercase: false, numbers: false, symbols: false };
  assert.throws(() => draw(none), {
    message: "uppercase or lowercase or numbers or symbols must be true",
  });
});

test("strength changes at exactly 40, 60, 80 and 112 bits", () => {
  // Drawn from two characters, a password has one bit per character.
  const strengths = [39, 40, 59, 60, 79, 80, 111, 112].map(
    (bits) => computeEntropy([2], bits, true).strength,
  );
  assert.deepEqual(strengths, [
    "very weak",
    "weak",
    "weak",
    "fair",
    "fair",
    "strong",
    "strong",
    "very strong",
  ]);
});
