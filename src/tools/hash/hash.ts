import * as crypto from "node:crypto";
import type { Static } from "typebox";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import { type HashInput, type HashOutput, MAX_TEXT_BYTES } from "./schema.ts";

/** Hashes the UTF-8 bytes of a text. Throws ValidationError above 1 MiB. */
export function hash(input: Input<typeof HashInput>): Static<typeof HashOutput> {
  const { text, algorithm, encoding } = input;
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) {
    throw ValidationError.at(["text"], `must have at most ${MAX_TEXT_BYTES} bytes as UTF-8`);
  }
  const digest = (name: typeof algorithm) => crypto.hash(name, text, encoding);
  const single = { hash: digest(algorithm), algorithm, encoding };
  if (!input.all) return single;
  const hashes = {
    md5: digest("md5"),
    sha1: digest("sha1"),
    sha256: digest("sha256"),
    sha384: digest("sha384"),
    sha512: digest("sha512"),
  };
  return { ...single, hashes };
}
