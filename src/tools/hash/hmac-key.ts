import { ValidationError } from "../../lib/errors.ts";

/** Encodings of a key. */
export type KeyEncoding = "utf8" | "hex" | "base64";

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
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;
}
