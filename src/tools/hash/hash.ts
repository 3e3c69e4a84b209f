import * as crypto from "node:crypto";
import { crc32 } from "node:zlib";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { StreamRun } from "../define.ts";
import { type Algorithm, ALL_ALGORITHMS } from "./algorithms.ts";
import { type ExpectedHash, parseExpected } from "./expected.ts";
import { type HashInput, type HashResponse, type HashSettings, MAX_TEXT_BYTES } from "./schema.ts";

type StreamedHashInput = Input<typeof HashSettings>;

/** Validated settings with their defaults. */
interface HashPlan {
  algorithm: Algorithm;
  encoding: "hex" | "base64";
  isAll: boolean;
  key: Buffer | undefined;
  expected: ExpectedHash | undefined;
}

/**
 * Hashes the UTF-8 bytes of a text, or the bytes in base64. Throws ValidationError above 1 MiB and
 * for invalid keys and expected hashes.
 */
export function hash(input: Input<typeof HashInput>): HashResponse {
  const plan = toPlan(input);
  const data = input.text === undefined ? parseBase64(input.base64 ?? "") : checkText(input.text);
  return toResult(plan, (algorithm) => computeDigest(algorithm, data, plan));
}

/** Hashes bytes as they arrive. Throws ValidationError as {@link hash} does. */
export function startHash(settings: StreamedHashInput): StreamRun<HashResponse> {
  const plan = toPlan(settings);
  const names = new Set<Algorithm>([plan.algorithm, ...(plan.isAll ? ALL_ALGORITHMS : [])]);
  const digests = new Map([...names].map((name) => [name, createDigest(name, plan.key)]));
  return {
    write(bytes) {
      for (const digest of digests.values()) digest.update(bytes);
    },
    end: () => toResult(plan, (name) => digests.get(name)?.digest(plan.encoding) ?? ""),
  };
}

function toPlan(settings: StreamedHashInput): HashPlan {
  const { encoding, all: isAll, hmacKey, hmacKeyEncoding } = settings;
  const expected =
    settings.expected === undefined
      ? undefined
      : parseExpected(settings.expected, settings.algorithm);
  const algorithm = settings.algorithm ?? expected?.algorithm ?? "sha256";
  const key = hmacKey === undefined ? undefined : parseHmacKey(hmacKey, hmacKeyEncoding);
  checkKeyedAlgorithm({ hmacKey, algorithm });
  return { algorithm, encoding, isAll, key, expected };
}

/** Throws ValidationError for a key of an algorithm without HMAC. */
export function checkKeyedAlgorithm({
  hmacKey,
  algorithm,
}: {
  hmacKey?: string | undefined;
  algorithm?: Algorithm | undefined;
}): void {
  if (hmacKey === undefined || algorithm !== "crc32") return;
  throw ValidationError.at(["hmacKey"], "must not be combined with algorithm crc32");
}

/**
 * Creates the response. Calls `digest` once for each algorithm, because a finished hash cannot be
 * read again.
 */
function toResult(plan: HashPlan, digest: (algorithm: Algorithm) => string): HashResponse {
  const { algorithm, encoding, isAll, expected } = plan;
  const encoded = digest(algorithm);
  const result: HashResponse = { hash: encoded, algorithm, encoding };
  if (isAll) {
    const write = (name: Algorithm) => (name === algorithm ? encoded : digest(name));
    result.hashes = {
      md5: write("md5"),
      sha1: write("sha1"),
      sha256: write("sha256"),
      sha384: write("sha384"),
      sha512: write("sha512"),
    };
  }
  if (expected) {
    result.matches = crypto.timingSafeEqual(Buffer.from(encoded, encoding), expected.digest);
  }
  return result;
}

/**
 * Computes a hash. Returns text instead of bytes, because creating a Buffer takes longer than
 * hashing a short text.
 */
function computeDigest(
  algorithm: Algorithm,
  data: string | Buffer,
  { key, encoding }: HashPlan,
): string {
  // Avoids an object, whose creation takes longer than hashing a short text.
  if (!key && algorithm !== "crc32") return crypto.hash(algorithm, data, encoding);
  return createDigest(algorithm, key)
    .update(typeof data === "string" ? Buffer.from(data) : data)
    .digest(encoding);
}

interface IncrementalHash {
  update(bytes: Uint8Array): IncrementalHash;
  digest(encoding: "hex" | "base64"): string;
}

function createDigest(algorithm: Algorithm, key: Buffer | undefined): IncrementalHash {
  if (algorithm === "crc32") return new Crc32();
  return key ? crypto.createHmac(algorithm, key) : crypto.createHash(algorithm);
}

/** The CRC-32 of zlib, gzip and PNG, with its bytes in the order of its hex digits. */
class Crc32 implements IncrementalHash {
  #value = 0;

  update(bytes: Uint8Array): this {
    this.#value = crc32(bytes, this.#value);
    return this;
  }

  digest(encoding: "hex" | "base64"): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return bytes.toString(encoding);
  }
}

/** Returns the text. Throws ValidationError above 1 MiB. */
export function checkText(text: string): string {
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  throw ValidationError.at(["text"], `must have at most ${MAX_TEXT_BYTES} bytes as UTF-8`);
}

/** Decodes base64 or base64url with spaces. Throws ValidationError above 1 MiB. */
export function parseBase64(text: string): Buffer {
  const base64 = text.replace(/\s+/g, "");
  if (!isBase64(base64)) throw ValidationError.at(["base64"], "must be base64");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length <= MAX_TEXT_BYTES) return bytes;
  throw ValidationError.at(["base64"], `must contain at most ${MAX_TEXT_BYTES} bytes`);
}

type KeyEncoding = "utf8" | "hex" | "base64";

/** Decodes an HMAC key. Throws ValidationError for text that is invalid in its encoding. */
export function parseHmacKey(text: string, encoding: KeyEncoding): Buffer {
  if (encoding === "hex" && !/^(?:[0-9a-f]{2})+$/i.test(text)) {
    throw ValidationError.at(["hmacKey"], "must be hex with two digits for each byte");
  }
  if (encoding === "base64" && !isBase64(text)) {
    throw ValidationError.at(["hmacKey"], "must be base64");
  }
  return Buffer.from(text, encoding);
}

/** Returns true for base64 or base64url, padded or not. */
function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;
}
