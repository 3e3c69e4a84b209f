import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { createContext } from "#src/context.js";
import { compileInput } from "#src/lib/input/input.js";
import { listWords, type Wordlist } from "#src/tools/password/passphrase.js";
import { generatePasswords } from "#src/tools/password/password.js";
import { PasswordInput } from "#src/tools/password/schema.js";

const read = compileInput(PasswordInput);
const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
const generate = (settings: object) => generatePasswords(read(settings), context);

/**
 * The published files eff_large_wordlist.txt and eff_short_wordlist_1.txt of
 * https://www.eff.org/dice: SHA-256 and digits of their dice numbers. Each line is a dice number, a
 * tab and a word.
 */
const PUBLISHED = {
  "eff-large": {
    sha256: "addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e",
    dice: 5,
  },
  "eff-short": {
    sha256: "8f5ca830b8bffb6fe39c9736c024a00a6a6411adb3f83a9be8bfeeb6e067ae69",
    dice: 4,
  },
} as const;

const WORDLISTS = ["eff-large", "eff-short"] as const;

describe("EFF's word lists", () => {
  for (const wordlist of WORDLISTS) {
    it(`${wordlist} is the published file`, () => {
      const { sha256, dice } = PUBLISHED[wordlist];
      const lines = listWords(wordlist).map((word, index) => {
        const digits = [...index.toString(6).padStart(dice, "0")].map((digit) => Number(digit) + 1);
        return `${digits.join("")}\t${word}\n`;
      });
      assert.equal(lines.length, 6 ** dice);
      assert.equal(createHash("sha256").update(lines.join("")).digest("hex"), sha256);
    });

    it(`no word of ${wordlist} begins another one, so every draw is another passphrase`, () => {
      const words = [...listWords(wordlist)].sort();
      const prefixes = words.filter((word, index) => words[index + 1]?.startsWith(word));
      assert.deepEqual(prefixes, []);
    });
  }
});

interface PassphraseForm {
  wordlist: Wordlist;
  separator: string;
  capitalize: boolean;
}

/**
 * Splits a passphrase into words from the left; at most one way exists because the list is
 * prefix-free.
 */
function splitWords(text: string, settings: PassphraseForm): string[] {
  const { wordlist, separator, capitalize } = settings;
  const toForm = (word: string) =>
    capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  const word = listWords(wordlist).find((candidate) => text.startsWith(toForm(candidate)));
  if (word === undefined) return [];
  const rest = text.slice(word.length);
  return rest === "" ? [word] : [word, ...splitWords(rest.slice(separator.length), settings)];
}

describe("passphrases", () => {
  it("passphrases have the requested words, separator, capitals and digit", () => {
    const anySettings = fc.record({
      wordlist: fc.constantFrom(...WORDLISTS),
      words: fc.integer({ min: 3, max: 20 }),
      separator: fc.constantFrom("", "-", " ", ".", "😀", "_%_"),
      capitalize: fc.boolean(),
      addNumber: fc.boolean(),
    });
    fc.assert(
      fc.property(anySettings, (settings) => {
        const [text = ""] = generate({ type: "passphrase", ...settings }).passwords;
        if (settings.addNumber) assert.match(text, /[0-9]$/);
        const phrase = settings.addNumber ? text.slice(0, -1) : text;
        const words = splitWords(phrase, settings);
        assert.equal(words.length, settings.words, text);
      }),
      { numRuns: 50 },
    );
  });

  it("passphrases default to six words of 77.55 bits, and a digit adds log2(10)", () => {
    const { entropy, passwords } = generate({ type: "passphrase", includeEntropy: true });
    assert.deepEqual(entropy, { bits: 77.55, poolSize: 7776, strength: "fair" });
    assert.match(passwords[0] ?? "", /^[a-z-]+$/);
    const more = generate({ type: "passphrase", addNumber: true, includeEntropy: true });
    assert.equal(more.entropy?.bits, 80.87);
    const longest = generate({ type: "passphrase", words: 20, includeEntropy: true });
    assert.equal(longest.entropy?.bits, 258.5);
    const short = generate({ type: "passphrase", wordlist: "eff-short", includeEntropy: true });
    assert.deepEqual(short.entropy, { bits: 62.04, poolSize: 1296, strength: "fair" });
  });

  it("passphrases draw each word and the digit from the whole list", () => {
    const limits: number[] = [];
    const fixedContext = { randomInt: (limit: number) => limits.push(limit) && limit - 1 };
    const settings = read({ type: "passphrase", words: 3, addNumber: true });
    assert.deepEqual(generatePasswords(settings, fixedContext).passwords, ["zoom-zoom-zoom9"]);
    assert.deepEqual(limits, [7776, 7776, 7776, 10]);
  });

  it("the length of the longest passphrase is reported in characters", () => {
    const { passwords, length } = generate({ type: "passphrase", count: 50, separator: "😀" });
    assert.equal(length, Math.max(...passwords.map((text) => [...text].length)));
  });
});

describe("random tokens", () => {
  const cases = [
    { type: "pin", shape: /^[0-9]{6}$/, bits: 19.93, poolSize: 10 },
    { type: "hex", shape: /^[0-9a-f]{32}$/, bits: 128, poolSize: 16 },
    { type: "base64url", shape: /^[A-Za-z0-9_-]{32}$/, bits: 192, poolSize: 64 },
    {
      type: "uuid",
      shape: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      bits: 122,
      poolSize: 16,
    },
  ];
  for (const { type, shape, bits, poolSize } of cases) {
    it(`a ${type} has its shape and exact entropy`, () => {
      const { passwords, entropy } = generate({ type, count: 50, includeEntropy: true });
      for (const text of passwords) assert.match(text, shape);
      assert.equal(new Set(passwords).size > 40, true);
      assert.equal(entropy?.bits, bits);
      assert.equal(entropy?.poolSize, poolSize);
    });
  }

  it("tokens use every character of their alphabet evenly", () => {
    for (const { type, poolSize } of cases.slice(0, 3)) {
      const length = type === "pin" ? 32 : 128;
      const text = generate({ type, length, count: 50 }).passwords.join("");
      const counts = new Map<string, number>();
      for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
      assert.equal(counts.size, poolSize);
      const even = text.length / poolSize;
      // Eight standard deviations, because a correct generator fails this less often than the
      // machine does.
      const spread = 8 * Math.sqrt(even);
      for (const count of counts.values()) assert.ok(Math.abs(count - even) < spread);
    }
  });
});

function assertRejects(settings: object, message: string): void {
  assert.throws(() => generate(settings), { message });
}

describe("settings of password types", () => {
  it("settings that are invalid for their type are rejected in one sentence each", () => {
    assertRejects({ type: "pin", length: 33 }, "length must be at most 32 for a pin");
    assertRejects({ type: "pin", length: 3 }, "length must be at least 4");
    assertRejects({ type: "passphrase", words: 2 }, "words must be at least 3");
    assertRejects({ type: "passphrase", words: "six" }, "words must be a whole number");
    assertRejects(
      { type: "passphrase", wordlist: "klingon" },
      "wordlist must be one of eff-large, eff-short",
    );
    assertRejects(
      { type: "passphrase", separator: "\u0000" },
      "separator must not contain control characters",
    );
    assertRejects(
      { type: "word" },
      "type must be one of characters, passphrase, pin, hex, base64url, uuid",
    );
  });

  it("settings of one type are ignored for other types", () => {
    const none = { uppercase: false, lowercase: false, numbers: false, symbols: false };
    assert.equal(generate({ type: "pin", ...none }).length, 6);
    assert.equal(generate({ words: 20 }).length, 16);
  });
});
