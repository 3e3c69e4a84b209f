import { ValidationError } from "../../lib/errors.ts";
import { type Algorithm, findAlgorithmBySize, DIGEST_BYTES } from "./algorithms.ts";

/** A hash that a caller expects, and its algorithm. */
export interface ExpectedHash {
  algorithm: Algorithm;
  digest: Buffer;
}

/**
 * Parses an expected hash in hex (any case) or base64. Without an algorithm its size determines it.
 * Throws ValidationError for a text that is not a hash of the algorithm, or of any.
 */
export function parseExpected(text: string, algorithm: Algorithm | undefined): ExpectedHash {
  const candidates = [parseHex(text.trim()), parseBase64(text.trim())];
  for (const digest of candidates) {
    if (!digest) continue;
    const inferred = algorithm ?? findAlgorithmBySize(digest.length);
    if (inferred && DIGEST_BYTES[inferred] === digest.length)
      return { algorithm: inferred, digest };
  }
  throw ValidationError.at(["expected"], algorithm ? describeSize(algorithm) : ANY_SIZE);
}

const ANY_SIZE =
  "must have 32 hex digits for md5, 40 for sha1, 64 for sha256, 96 for sha384 or 128 for sha512, or be such a hash in base64";

function describeSize(algorithm: Algorithm): string {
  const bytes = DIGEST_BYTES[algorithm];
  const base64 = Math.ceil(bytes / 3) * 4;
  return `must have ${bytes * 2} hex digits or ${base64} base64 characters for ${algorithm}`;
}

function parseHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

function parseBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
