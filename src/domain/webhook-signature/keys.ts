import { createPublicKey, type KeyObject } from "node:crypto";
import { type Path, ValidationError } from "../../lib/errors.ts";
import { isBase64 } from "./digest.ts";

/** A parsed secret: the bytes of an HMAC key, or a public key of Ed25519. */
export type SigningKey =
  | { kind: "hmac"; bytes: Buffer }
  | { kind: "ed25519"; publicKey: KeyObject };

/** Returns the secret's text as the key, prefix included, as most providers do. */
export function parseTextKey(secret: string): SigningKey {
  return { kind: "hmac", bytes: Buffer.from(secret) };
}

/**
 * Reads a secret of Standard Webhooks: `whsec_` (which may be left out) and base64, or `whpk_` and
 * the base64 of an Ed25519 public key. Throws ValidationError at `path`.
 */
export function parseStandardKey(secret: string, path: Path): SigningKey {
  if (secret.startsWith("whpk_")) return parsePublicKey(secret.slice("whpk_".length), path);
  const base64 = secret.replace(/^whsec_/, "");
  if (!isBase64(base64) || base64 === "") {
    throw ValidationError.at(path, "must be base64 after whsec_ for scheme standard");
  }
  return { kind: "hmac", bytes: Buffer.from(base64, "base64") };
}

const PUBLIC_KEY_BYTES = 32;

function parsePublicKey(base64: string, path: Path): SigningKey {
  const bytes = isBase64(base64) ? Buffer.from(base64, "base64") : Buffer.alloc(0);
  if (bytes.length !== PUBLIC_KEY_BYTES) {
    throw ValidationError.at(path, `must be ${PUBLIC_KEY_BYTES} bytes in base64 after whpk_`);
  }
  const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  return { kind: "ed25519", publicKey: createPublicKey({ key: jwk, format: "jwk" }) };
}
