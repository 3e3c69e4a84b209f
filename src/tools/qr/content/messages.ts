import { encodeAddress } from "../../../lib/text/uri-text.ts";
import { parseEmail, parsePhoneNumber } from "./addresses.ts";
import { requireFields } from "./require-fields.ts";
import type { QrContentInput } from "./schema.ts";

/** Returns a mailto URI (RFC 6068). */
export function formatEmail(content: QrContentInput): string {
  const { to, subject, body } = requireFields(content, ["to"]);
  const addresses = to.split(",").map((address) => encodeAddress(parseEmail(address, ["to"])));
  const query = Object.entries({ subject, body })
    .filter(([, value]) => value !== undefined)
    .map(([name, value = ""]) => `${name}=${encodeURIComponent(value.replaceAll("\n", "\r\n"))}`);
  return `mailto:${addresses.join(",")}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/**
 * Returns an SMSTO text, which ZXing introduced: number and message. The message is last, so it
 * needs no escapes.
 */
export function formatSms(content: QrContentInput): string {
  const { number, message } = requireFields(content, ["number"]);
  const recipient = parsePhoneNumber(number);
  return message === undefined ? `SMSTO:${recipient}` : `SMSTO:${recipient}:${message}`;
}

/** Returns a tel URI (RFC 3966). */
export function formatPhone(content: QrContentInput): string {
  const { number } = requireFields(content, ["number"]);
  return `tel:${parsePhoneNumber(number).replaceAll("#", "%23")}`;
}
