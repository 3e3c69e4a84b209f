import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { ALGORITHMS, type Algorithm } from "#src/tools/hash/algorithms.js";
import { hash, startHash } from "#src/tools/hash/hash.js";
import { HashInput, HashSettings } from "#src/tools/hash/schema.js";

const read = compileInput(HashInput);
const readSettings = compileInput(HashSettings);
const run = (input: object) => hash(read(input));

/** Hashes bytes in parts of these sizes, the rest as one part. */
function runInParts(settings: object, bytes: Buffer, sizes: readonly number[]) {
  const stream = startHash(readSettings(settings));
  let at = 0;
  for (const size of sizes) stream.write(bytes.subarray(at, (at += size)));
  stream.write(bytes.subarray(at));
  return stream.end();
}

/**
 * Published hashes of "abc": NIST FIPS 180-4 and 202, RFC 1321, RFC 7693; of CRC-32 the check value
 * of "123456789".
 */
const VECTORS: Record<Algorithm, [text: string, hash: string]> = {
  md5: ["abc", "900150983cd24fb0d6963f7d28e17f72"],
  sha1: ["abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  sha256: ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  sha384: [
    "abc",
    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  ],
  sha512: [
    "abc",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  ],
  "sha512-256": ["abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"],
  "sha3-256": ["abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
  "sha3-384": [
    "abc",
    "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
  ],
  "sha3-512": [
    "abc",
    "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
  ],
  blake2b512: [
    "abc",
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  ],
  blake2s256: ["abc", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"],
  crc32: ["123456789", "cbf43926"],
};

/** NIST's long vector: a million times the letter a. */
const MILLION = {
  sha1: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
  sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  sha384:
    "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985",
  sha512:
    "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
  "sha3-256": "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
};

describe("published hashes", () => {
  for (const algorithm of ALGORITHMS) {
    const [text, expected] = VECTORS[algorithm];
    it(`the ${algorithm} of a text, of base64 and of a stream is the published one`, () => {
      const base64 = Buffer.from(text).toString("base64");
      assert.deepEqual(run({ text, algorithm }), { hash: expected, algorithm, encoding: "hex" });
      assert.deepEqual(run({ base64, algorithm }), { hash: expected, algorithm, encoding: "hex" });
      const streamed = runInParts({ algorithm }, Buffer.from(text), [1, 1]);
      assert.deepEqual(streamed, { hash: expected, algorithm, encoding: "hex" });
      const encoded = run({ text, algorithm, encoding: "base64" }).hash;
      assert.equal(Buffer.from(encoded, "base64").toString("hex"), expected);
    });
  }

  it("the hash of a million letters is the published one, as a text and as a stream", () => {
    const text = "a".repeat(1_000_000);
    for (const [algorithm, expected] of Object.entries(MILLION)) {
      assert.equal(run({ text, algorithm }).hash, expected);
      const sizes = [1, 63, 64, 65, 4096, 100_000];
      assert.equal(runInParts({ algorithm }, Buffer.from(text), sizes).hash, expected);
    }
  });

  it("a stream in any parts has the hash of its whole", () => {
    const parts = fc.tuple(fc.uint8Array({ maxLength: 3000 }), fc.array(fc.nat(700)), fc.boolean());
    fc.assert(
      fc.property(parts, fc.constantFrom(...ALGORITHMS), ([bytes, sizes, all], algorithm) => {
        const base64 = Buffer.from(bytes).toString("base64");
        const streamed = runInParts({ algorithm, all }, Buffer.from(bytes), sizes);
        assert.deepEqual(streamed, run({ base64, algorithm, all }));
      }),
    );
  });

  it("a text of zero bytes is hashed", () => {
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert.equal(runInParts({}, Buffer.alloc(0), []).hash, empty);
    assert.equal(run({ base64: "" }).hash, empty);
    assert.equal(run({ text: "", algorithm: "crc32" }).hash, "00000000");
  });
});

/** RFC 4231, section 4: keys and data in hex; the fifth case is truncated to 128 bits. */
const HMAC_CASES = [
  {
    key: "0b".repeat(20),
    data: "4869205468657265",
    sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    sha384:
      "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
    sha512:
      "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
  },
  {
    key: "4a656665",
    data: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
    sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    sha384:
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
    sha512:
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
  },
  {
    key: "aa".repeat(20),
    data: "dd".repeat(50),
    sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    sha384:
      "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
    sha512:
      "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
  },
  {
    key: "0102030405060708090a0b0c0d0e0f10111213141516171819",
    data: "cd".repeat(50),
    sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    sha384:
      "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e6801dd23c4a7d679ccf8a386c674cffb",
    sha512:
      "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
  },
  {
    key: "0c".repeat(20),
    data: "546573742057697468205472756e636174696f6e",
    sha256: "a3b6167473100ee06e0c796c2955552b",
    sha384: "3abf34c3503b2a23a46efc619baef897",
    sha512: "415fad6271580a531d4179bc891d87a6",
  },
  {
    key: "aa".repeat(131),
    data: "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
    sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    sha384:
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
    sha512:
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
  },
  {
    key: "aa".repeat(131),
    data: "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
    sha256: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    sha384:
      "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5a678cc31e799176d3860e6110c46523e",
    sha512:
      "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58",
  },
];

describe("HMAC", () => {
  for (const [index, vector] of HMAC_CASES.entries()) {
    it(`an HMAC is that of RFC 4231, test case ${index + 1}`, () => {
      const bytes = Buffer.from(vector.data, "hex");
      const base64 = bytes.toString("base64");
      const keys = [
        { hmacKey: vector.key.toUpperCase(), hmacKeyEncoding: "hex" },
        { hmacKey: Buffer.from(vector.key, "hex").toString("base64"), hmacKeyEncoding: "base64" },
      ];
      for (const key of keys) {
        for (const algorithm of ["sha256", "sha384", "sha512"] as const) {
          const expected = vector[algorithm];
          const { hash: whole } = run({ base64, algorithm, ...key });
          assert.equal(whole.slice(0, expected.length), expected);
          assert.equal(runInParts({ algorithm, ...key }, bytes, [3]).hash, whole);
        }
      }
    });
  }

  it("an HMAC key is text by default, with all five algorithms", () => {
    const text = "what do ya want for nothing?";
    const result = run({ text, hmacKey: "Jefe", all: true });
    assert.equal(result.hash, HMAC_CASES[1]?.sha256);
    assert.equal(result.hashes?.sha512, HMAC_CASES[1]?.sha512);
    // RFC 2202, test case 2.
    assert.equal(result.hashes?.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
  });
});

describe("expected hashes", () => {
  it("an expected hash chooses the algorithm by its length, in any spelling", () => {
    for (const algorithm of ["md5", "sha1", "sha256", "sha384", "sha512"] as const) {
      const hex = VECTORS[algorithm][1];
      const bytes = Buffer.from(hex, "hex");
      const spellings = [
        hex,
        hex.toUpperCase(),
        ` ${hex}\n`,
        bytes.toString("base64"),
        bytes.toString("base64url"),
      ];
      for (const expected of spellings) {
        const result = run({ text: "abc", expected });
        assert.deepEqual(result, { hash: hex, algorithm, encoding: "hex", matches: true });
        assert.equal(run({ text: "abd", expected }).matches, false);
        assert.equal(runInParts({ expected }, Buffer.from("abc"), []).matches, true);
      }
    }
  });

  it("an expected hash is compared by the given algorithm", () => {
    for (const algorithm of ALGORITHMS) {
      const [text, expected] = VECTORS[algorithm];
      assert.equal(run({ text, algorithm, expected }).matches, true);
      assert.equal(run({ text: `${text}.`, algorithm, expected }).matches, false);
    }
  });

  it("a response has no result of a comparison when no expected hash was sent", () => {
    assert.deepEqual(Object.keys(run({ text: "" })), ["hash", "algorithm", "encoding"]);
  });
});

describe("invalid hash requests", () => {
  const sha256 = VECTORS.sha256[1];
  const anySize =
    "expected must have 32 hex digits for md5, 40 for sha1, 64 for sha256, 96 for sha384 or 128 for sha512, or be such a hash in base64";
  for (const [input, message] of [
    [{}, "text is required unless base64 is set"],
    [{ text: null }, "text is required unless base64 is set"],
    [{ text: "", base64: "" }, "text must not be combined with base64"],
    [{ base64: "a" }, "base64 must be base64"],
    [{ base64: "é" }, "base64 must be base64"],
    [{ text: "", expected: "abc" }, anySize],
    [{ text: "", expected: "cbf43926" }, anySize],
    [
      { text: "", algorithm: "md5", expected: sha256 },
      "expected must have 32 hex digits or 24 base64 characters for md5",
    ],
    [
      { text: "", algorithm: "crc32", hmacKey: "k" },
      "hmacKey must not be combined with algorithm crc32",
    ],
    [{ text: "", hmacKey: "" }, "hmacKey must not be empty"],
    [
      { text: "", hmacKey: "abc", hmacKeyEncoding: "hex" },
      "hmacKey must be hex with two digits for each byte",
    ],
    [{ text: "", hmacKey: "?", hmacKeyEncoding: "base64" }, "hmacKey must be base64"],
  ] as const) {
    it(`a hash request is rejected with "${message}": ${JSON.stringify(input).slice(0, 60)}`, () => {
      assert.throws(() => run(input), { message });
    });
  }

  it("base64 of more than 1 MiB is rejected", () => {
    const base64 = Buffer.alloc(1_048_577).toString("base64");
    assert.throws(() => run({ base64 }), { message: "base64 must contain at most 1048576 bytes" });
    assert.equal(run({ base64: Buffer.alloc(1_048_576).toString("base64") }).hash.length, 64);
  });
});
