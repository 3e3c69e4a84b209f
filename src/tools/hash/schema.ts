import { Type } from "typebox";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";

/** The algorithms, weakest first. */
export const ALGORITHMS = ["md5", "sha1", "sha256", "sha384", "sha512"] as const;

/** The largest text, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 1_048_576;

const Digest = Type.String({ description: "The hash in the encoding asked for." });

/** A text to hash, and the algorithm and encoding of the hash. */
export const HashInput = Type.Object({
  text: Type.String({
    // Rejects early, because a character has at least one byte. The bytes are counted by `hash`.
    maxLength: MAX_TEXT_BYTES,
    "x-text": "bytes",
    description: "What to hash: its UTF-8 bytes exactly as sent, at most 1 MiB.",
  }),
  algorithm: optionalWithDefault(
    enumOf(ALGORITHMS, {
      "x-ignore-chars": "-_ ",
      description: "The hash function; SHA-256 may also be written sha-256 or sha_256.",
    }),
    "sha256",
  ),
  all: optionalWithDefault(
    Type.Boolean({
      title: "All algorithms",
      description: "Adds the hashes by all five algorithms.",
    }),
    false,
  ),
  encoding: optionalWithDefault(
    enumOf(["hex", "base64"], {
      description: "How a hash is written: in lower-case hex, or in base64 with padding.",
    }),
    "hex",
  ),
});

/** The hash; with `all` also those of every algorithm. */
export const HashOutput = Type.Object({
  hash: Digest,
  algorithm: Type.Enum(ALGORITHMS),
  encoding: Type.Enum(["hex", "base64"]),
  hashes: Type.Optional(
    Type.Object({ md5: Digest, sha1: Digest, sha256: Digest, sha384: Digest, sha512: Digest }),
  ),
});
