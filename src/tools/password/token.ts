import type { ToolContext } from "../tool-context.ts";

/**
 * The characters of the types that draw every character from one alphabet (base64url is RFC 4648,
 * table 2).
 */
export const ALPHABETS = {
  pin: "0123456789",
  hex: "0123456789abcdef",
  base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
} as const;

/** Draws a text of unbiased characters. */
export function drawToken(
  alphabet: string,
  length: number,
  { randomInt }: Pick<ToolContext, "randomInt">,
): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** Random bits of a UUID of version 4: the version takes four of its 128 bits, the variant two. */
export const UUID_BITS = 122;

/** Draws a random UUID, version 4 (RFC 9562, 5.4). */
export function drawUuid(context: Pick<ToolContext, "randomInt">): string {
  const drawHex = (length: number) => drawToken(ALPHABETS.hex, length, context);
  const variant = "89ab".charAt(context.randomInt(4));
  return `${drawHex(8)}-${drawHex(4)}-4${drawHex(3)}-${variant}${drawHex(3)}-${drawHex(12)}`;
}
