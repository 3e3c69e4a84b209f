import { isBic, isIban, removeSpaces } from "../../../domain/payment/iban.ts";
import { parseUrl } from "./addresses.ts";
import { formatContact } from "./contact.ts";
import { formatCalendarEvent, formatTimes } from "./event.ts";
import { formatGeo } from "./geo.ts";
import { formatEmail, formatPhone, formatSms } from "./messages.ts";
import { formatPayment } from "./payment.ts";
import { createFieldError, requireFields } from "./require-fields.ts";
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

/** Checks when an event is, apart from its other fields. Throws ValidationError. */
export function checkTimes(content: QrContentInput | undefined): void {
  if (content?.type === "event") formatTimes(content);
}

/** Checks the IBAN of a SEPA transfer, apart from its other fields. Throws ValidationError. */
export function checkSepaIban(content: QrContentInput | undefined): void {
  const { iban } = getSepaTransfer(content);
  if (iban !== undefined && !isIban(removeSpaces(iban)))
    throw createFieldError("iban", "must be a valid IBAN");
}

/** Checks the BIC of a SEPA transfer, apart from its other fields. Throws ValidationError. */
export function checkSepaBic(content: QrContentInput | undefined): void {
  const { bic } = getSepaTransfer(content);
  if (bic !== undefined && !isBic(removeSpaces(bic)))
    throw createFieldError("bic", "must be a BIC of 8 or 11 characters");
}

function getSepaTransfer(content: QrContentInput | undefined): Partial<QrContentInput> {
  return content?.type === "payment" && content.standard === "epc" ? content : {};
}
