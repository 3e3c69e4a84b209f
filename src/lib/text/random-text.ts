import { randomBytes } from "node:crypto";

/**
 * Returns random bytes as base64url. It never begins with a dash, because command lines take such a
 * word for a flag.
 */
export function createRandomText(bytes: number): string {
  for (;;) {
    const text = randomBytes(bytes).toString("base64url");
    if (!text.startsWith("-")) return text;
  }
}
