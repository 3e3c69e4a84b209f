import { parseUrl } from "./addresses.ts";
import { contactText } from "./contact.ts";
import { eventText } from "./event.ts";
import { geoText } from "./geo.ts";
import { emailText, phoneText, smsText } from "./messages.ts";
import { paymentText } from "./payment.ts";
import { requireFields } from "./require-fields.ts";
import type { Content, ContentType } from "./schema.ts";
import { wifiText } from "./wifi.ts";

const BUILDERS: Readonly<Record<ContentType, (content: Content) => string>> = {
  wifi: wifiText,
  contact: contactText,
  email: emailText,
  sms: smsText,
  phone: phoneText,
  event: eventText,
  geo: geoText,
  payment: paymentText,
  url: (content) => parseUrl(requireFields(content, ["url"]).url),
};

/**
 * Returns the text of a content, escaped as its format asks. Fields of other types are ignored. Throws ValidationError for
 * fields that are missing or wrong.
 */
export function contentText(content: Content): string {
  return BUILDERS[content.type](content);
}
