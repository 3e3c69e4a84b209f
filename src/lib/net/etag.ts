import { createHash } from "node:crypto";

/** Returns the entity tag of a body: a hash of its bytes, 162 bits long. */
export function createETag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}
