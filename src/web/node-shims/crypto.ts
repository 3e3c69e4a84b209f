import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { Buffer } from "./buffer.ts";

/**
 * The functions of `node:crypto` that the signature verifier uses. WebCrypto is missing on
 * plain-HTTP origins.
 */

const HASHES = { sha1, sha256, sha512 };

class Digest {
  readonly #hash: { update(bytes: Uint8Array): unknown; digest(): Uint8Array };

  constructor(hash: { update(bytes: Uint8Array): unknown; digest(): Uint8Array }) {
    this.#hash = hash;
  }

  update(piece: string | Uint8Array): this {
    this.#hash.update(typeof piece === "string" ? Buffer.from(piece) : piece);
    return this;
  }

  digest(encoding: "hex" | "base64"): string {
    return Buffer.from(this.#hash.digest()).toString(encoding);
  }
}

export function createHmac(algorithm: keyof typeof HASHES, key: Uint8Array): Digest {
  return new Digest(hmac.create(HASHES[algorithm], key));
}

export function createHash(algorithm: keyof typeof HASHES): Digest {
  return new Digest(HASHES[algorithm].create());
}

export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

/**
 * Throws, because browsers verify Ed25519 asynchronously: the page sends public keys, which are not
 * secret, to the API.
 */
export function createPublicKey(): never {
  throw new Error("public keys are verified by the API");
}

/** Throws, because there are no public keys to verify with. */
export function verify(): never {
  throw new Error("signatures of public keys are verified by the API");
}
