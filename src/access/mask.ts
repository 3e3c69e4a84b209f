import { maskKeys } from "./keys/key-format.ts";

const OWN_COOKIE = /((?:__Host-)?sundry_(?:session|sign_in)=)[^;,\s]*/g;

/** Replaces this server's own credentials in the headers of a captured request. */
export type MaskHeaders = (rawHeaders: readonly string[]) => string[];

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
