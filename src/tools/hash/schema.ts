import { type Static, Type } from "typebox";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";
import { ALGORITHMS } from "./algorithms.ts";

/** Maximum bytes of a text in UTF-8, and of the content of `base64`. */
export const MAX_TEXT_BYTES = 1_048_576;

/** Allows base64 that is wrapped in lines, as programs print it. */
const MAX_BASE64_CHARACTERS = 2 * MAX_TEXT_BYTES;

const Digest = Type.String({ description: "The hash in the encoding asked for." });

const settings = {
  algorithm: Type.Optional(
    enumOf(ALGORITHMS, {
      "x-ignore-chars": "-_ /",
      "x-synonyms": { blake2b: "blake2b512", blake2s: "blake2s256" },
      "x-titles": {
        "": "Automatic (SHA-256)",
        "sha512-256": "SHA-512/256",
        "sha3-256": "SHA3-256",
        "sha3-384": "SHA3-384",
        "sha3-512": "SHA3-512",
        blake2b512: "BLAKE2b-512",
        blake2s256: "BLAKE2s-256",
        crc32: "CRC-32",
      },
      description:
        "The hash function; SHA-256 may also be written sha-256 or sha_256. Defaults to sha256, or to what `expected` looks like.",
    }),
  ),
  all: optionalWithDefault(
    Type.Boolean({
      title: "All algorithms",
      description: "Adds the hashes by md5, sha1, sha256, sha384 and sha512.",
    }),
    false,
  ),
  encoding: optionalWithDefault(
    enumOf(["hex", "base64"], {
      "x-titles": { hex: "Hexadecimal", base64: "Base64" },
      description: "How a hash is written: in lower-case hex, or in base64 with padding.",
    }),
    "hex",
  ),
  hmacKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 16_384,
      "x-text": "bytes",
      "x-advanced": true,
      "x-sensitive": true,
      title: "HMAC key",
      description: "Computes the HMAC with this key instead of a plain hash.",
    }),
  ),
  hmacKeyEncoding: optionalWithDefault(
    enumOf(["utf8", "hex", "base64"], {
      "x-ignore-chars": "-",
      "x-advanced": true,
      title: "HMAC key encoding",
      description: "How the key is written.",
    }),
    "utf8",
  ),
  expected: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      "x-text": "line",
      title: "Expected hash",
      description: "A hash to compare with, in hex or base64: adds `matches`.",
    }),
  ),
};

/** A text or bytes to hash, and the options. */
export const HashInput = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        // Rejects texts before `hash` counts their bytes, because a character has at least one.
        maxLength: MAX_TEXT_BYTES,
        "x-text": "bytes",
        "x-file": { as: "text" },
        description: "What to hash: its UTF-8 bytes exactly as sent, at most 1 MiB.",
      }),
    ),
    base64: Type.Optional(
      Type.String({
        maxLength: MAX_BASE64_CHARACTERS,
        contentEncoding: "base64",
        "x-advanced": true,
        description: "Bytes to hash instead of a text, in base64 or base64url, at most 1 MiB.",
      }),
    ),
    ...settings,
  },
  { "x-exactly-one": ["text", "base64"] },
);

/** Options of hashing a raw body, as members of the query. */
export const HashSettings = Type.Object(settings);

/** The hash, and with `all` those of five algorithms. */
export const HashOutput = Type.Object({
  hash: Digest,
  algorithm: Type.Enum(ALGORITHMS),
  encoding: Type.Enum(["hex", "base64"]),
  hashes: Type.Optional(
    Type.Object({ md5: Digest, sha1: Digest, sha256: Digest, sha384: Digest, sha512: Digest }),
  ),
  matches: Type.Optional(Type.Boolean({ description: "True when the hash is the expected one." })),
});

export type HashResponse = Static<typeof HashOutput>;
