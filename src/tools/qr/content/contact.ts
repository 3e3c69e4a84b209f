import { parseEmail, parseUrl } from "./addresses.ts";
import { createFieldError } from "./require-fields.ts";
import type { QrContentInput } from "./schema.ts";
import { escapeText, joinProperties, type Property } from "./text-lines.ts";

/** Returns a vCard 3.0 (RFC 2426), which phones read more reliably than 4.0. */
export function formatContact(content: QrContentInput): string {
  const { name, firstName, lastName, organization, title, address, note, url } = content;
  const fullName = name ?? [firstName, lastName].filter((part) => part !== undefined).join(" ");
  if (fullName.trim() === "") {
    throw createFieldError(
      "name",
      "is required unless content.firstName or content.lastName is set",
    );
  }
  // Writes a name without its parts as the family name, because some phones show no other part of a
  // contact.
  const parts =
    firstName === undefined && lastName === undefined ? [fullName] : [lastName, firstName];
  const [family = "", given = ""] = parts.map(escapeText);
  const emails = (content.emails ?? []).map((email, index) => parseEmail(email, ["emails", index]));
  return joinProperties([
    ["BEGIN", "VCARD"],
    ["VERSION", "3.0"],
    ["N", `${family};${given};;;`],
    ["FN", escapeText(fullName)],
    ["ORG", escapeText(organization)],
    ["TITLE", escapeText(title)],
    ...(content.phones ?? []).map((phone): Property => ["TEL", escapeText(phone)]),
    ...emails.map((email): Property => ["EMAIL", escapeText(email)]),
    ["URL", url === undefined ? undefined : parseUrl(url)],
    // Writes the address as the street, the third of seven parts, because the request does not
    // divide it.
    ["ADR", address === undefined ? undefined : `;;${escapeText(address)};;;;`],
    ["NOTE", escapeText(note)],
    ["END", "VCARD"],
  ]);
}
