import { randomBytes } from "node:crypto";

/** Random bytes as base64url, never with a leading dash, which command lines take for a flag. */
export function createRandomText(bytes: number): string {
  for (;;) {
    const text = randomBytes(bytes).toString("base64url");
    if (!text.startsWith("-")) return text;
  }
}
