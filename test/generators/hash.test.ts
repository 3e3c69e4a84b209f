import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { hash } from "#src/tools/hash/hash.js";
import { ALGORITHMS, ALL_ALGORITHMS } from "#src/tools/hash/algorithms.js";
import { HashInput } from "#src/tools/hash/schema.js";

const read = compileInput(HashInput);
const text = fc.string({ unit: "binary" });

test("every algorithm and encoding agrees with a stream hash", () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...ALGORITHMS.filter((name) => name !== "crc32")),
      (value, algorithm) => {
        for (const encoding of ["hex", "base64"] as const) {
          const stream = createHash(algorithm);
          for (const byte of Buffer.from(value)) stream.update(Uint8Array.of(byte));
          const answer = hash(read({ text: value, algorithm, encoding }));
          assert.deepEqual(answer, { hash: stream.digest(encoding), algorithm, encoding });
        }
      },
    ),
  );
});

test('algorithm "all" returns the five single hashes', () => {
  fc.assert(
    fc.property(text, (value) => {
      const { hashes } = hash(read({ text: value, all: true }));
      for (const algorithm of ALL_ALGORITHMS) {
        assert.equal(hashes?.[algorithm], hash(read({ text: value, algorithm })).hash);
      }
    }),
  );
});

test("1 MiB of text is accepted, and one byte more is rejected", () => {
  const most = "é".repeat(524_288);
  assert.equal(hash(read({ text: most })).hash.length, 64);
  assert.throws(() => hash(read({ text: `${most}a` })), {
    message: "text must have at most 1048576 bytes as UTF-8",
  });
});

test("a byte order mark and white space are hashed as sent", () => {
  const [bare, marked, padded] = ["a", "\ufeffa", " a\r\n"].map(
    (value) => hash(read({ text: value })).hash,
  );
  assert.equal(new Set([bare, marked, padded]).size, 3);
});
