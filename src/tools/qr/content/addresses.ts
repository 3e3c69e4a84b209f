import { createFieldError } from "./require-fields.ts";

/** Returns an email address without spaces around it. Throws ValidationError for anything else. */
export function parseEmail(text: string, path: readonly (string | number)[]): string {
  const email = text.trim();
  if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email)) return email;
  throw createFieldError(path, "must be an email address");
}

/**
 * Returns the normalized form of an http or https URL. Throws ValidationError for anything else.
 */
export function parseUrl(text: string): string {
  const url = text.trim();
  if (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url)) return new URL(url).href;
  throw createFieldError("url", "must be an http or https URL");
}

/**
 * Returns a phone number without spaces and separators. Throws ValidationError for anything else.
 */
export function parsePhoneNumber(text: string): string {
  const number = text.replaceAll(/[\s().\-/]/g, "");
  if (/^\+?[0-9*#]{2,}$/.test(number)) return number;
  throw createFieldError("number", "must be a phone number such as +1 555 0100");
}
