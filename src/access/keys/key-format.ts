import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const OWN_COOKIE = /((?:__Host-)?sundry_(?:session|sign_in)=)[^;,\s]*/g;

/** Replaces this server's own credentials in the headers of a captured request. */
export type MaskHeaders = (rawHeaders: readonly string[]) => string[];

/** `sndr_`, the id, the secret and the checksum of what precedes it. */
const KEY = /^sndr_[0-9a-z]{12}_[0-9A-Za-z]{38}$/;
const KEYS = /sndr_[0-9a-z]{12}_[0-9A-Za-z]{38}/g;
const KEY_ID = /^[0-9a-z]{12}$/;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIX = "sndr_";

export function createKey(id: string): string {
  const body = `${PREFIX}${id}_${createRandomText(DIGITS, SECRET_LENGTH)}`;
  return body + formatChecksum(body);
}

/** Returns a random id: a public name of a key. */
export function createKeyId(): string {
  return createRandomText(ID_DIGITS, ID_LENGTH);
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** Returns true for text in the form of a key, whose checksum may be wrong. */
export function hasKeyForm(text: string): boolean {
  return KEY.test(text);
}

/** Returns the id of a key, whose checksum may be wrong; undefined for text in another form. */
export function readKeyId(text: string): string | undefined {
  return KEY.test(text) ? text.slice(PREFIX.length, PREFIX.length + ID_LENGTH) : undefined;
}

/** Returns true for the right checksum: a typo needs no look-up. */
export function hasChecksum(key: string): boolean {
  return key.endsWith(formatChecksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Replaces every key with a right checksum in a text. */
function maskKeys(text: string): string {
  return text.replace(KEYS, (key) => (hasChecksum(key) ? "***" : key));
}

/** Returns the SHA-256 of a secret, as it is stored. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** Returns the hash of a secret as base64url text. */
export function hashToText(secret: string): string {
  return hashSecret(secret).toString("base64url");
}

/** Compares two hashes in constant time. */
export function isSameHash(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the CRC-32 in base62, most significant digit first. */
function formatChecksum(text: string): string {
  let value = crc32(text);
  let digits = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = DIGITS.charAt(value % DIGITS.length) + digits;
    value = Math.floor(value / DIGITS.length);
  }
  return digits;
}

function createRandomText(digits: string, length: number): string {
  return Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join("");
}

/**
 * Creates the function that masks issued keys, the admin token and own cookies, because every
 * reader of an inbox could use them. Foreign credentials stay.
 */
export function createMaskHeaders(adminToken: string | undefined): MaskHeaders {
  return (rawHeaders) =>
    rawHeaders.map((text, index) => {
      if (index % 2 === 0) return text;
      const masked = maskKeys(text).replace(OWN_COOKIE, "$1***");
      return adminToken === undefined ? masked : masked.replaceAll(adminToken, "***");
    });
}
