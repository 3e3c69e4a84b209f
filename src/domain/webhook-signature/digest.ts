import { createHmac, timingSafeEqual } from "node:crypto";

/** The hash functions of HMAC signatures. */
export const ALGORITHMS = ["sha1", "sha256", "sha512"] as const;
export const ENCODINGS = ["hex", "base64"] as const;

/** The hash function of an HMAC and how its digest is written. */
export interface DigestFormat {
  algorithm: (typeof ALGORITHMS)[number];
  encoding: (typeof ENCODINGS)[number];
}

/** Pieces of a signed text in order; kept apart so that a large body is never copied. */
export type Payload = readonly (string | Uint8Array)[];

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 };

/** Returns the HMAC (RFC 2104) of a payload as text. */
export function computeHmac(key: Uint8Array, payload: Payload, format: DigestFormat): string {
  const mac = createHmac(format.algorithm, key);
  for (const piece of payload) mac.update(piece);
  return mac.digest(format.encoding);
}

/** Returns true when a text is written like a digest of this format; hex digits may be capitals. */
export function isDigest(text: string, { algorithm, encoding }: DigestFormat): boolean {
  const bytes = DIGEST_BYTES[algorithm];
  if (encoding === "hex") return text.length === bytes * 2 && /^[0-9a-f]+$/i.test(text);
  return text.length === Math.ceil(bytes / 3) * 4 && isBase64(text);
}

/** Returns true for standard base64 with padding, as RFC 4648, section 4, writes it. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Compares two texts in a time that depends only on their lengths, which are not secret. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
