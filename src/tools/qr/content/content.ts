import { parseUrl } from "./addresses.ts";
import { formatContact } from "./contact.ts";
import { formatCalendarEvent } from "./event.ts";
import { formatGeo } from "./geo.ts";
import { formatEmail, formatPhone, formatSms } from "./messages.ts";
import { formatPayment } from "./payment.ts";
import { requireFields } from "./require-fields.ts";
import type { QrContentInput, ContentType } from "./schema.ts";
import { formatWifi } from "./wifi.ts";

const BUILDERS: Readonly<Record<ContentType, (content: QrContentInput) => string>> = {
  wifi: formatWifi,
  contact: formatContact,
  email: formatEmail,
  sms: formatSms,
  phone: formatPhone,
  event: formatCalendarEvent,
  geo: formatGeo,
  payment: formatPayment,
  url: (content) => parseUrl(requireFields(content, ["url"]).url),
};

/**
 * Returns the text of a content, with the escapes of its format. Ignores fields of other types.
 * Throws ValidationError for fields that are missing or wrong.
 */
export function formatContent(content: QrContentInput): string {
  return BUILDERS[content.type](content);
}
