import { createHash, timingSafeEqual } from "node:crypto";
import { createRandomText } from "../../lib/text/random-text.ts";

/** Characters of the token's hash in an id: 132 bits. */
const HASH_LENGTH = 22;

const TOKEN_BYTES = 20;

/**
 * Creates a random read token and an id that contains its hash, so that nothing needs to be stored.
 */
export function createPrivateId(): { id: string; readToken: string } {
  const readToken = createRandomText(TOKEN_BYTES);
  return { id: `~${hashToken(readToken)}`, readToken };
}

/**
 * Returns true when the token certifies the private id. Takes the same time for every token of a
 * length.
 */
export function isReadToken(token: string, id: string): boolean {
  const [expected, actual] = [Buffer.from(id.slice(1)), Buffer.from(hashToken(token))];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url").slice(0, HASH_LENGTH);
}
