import { capitalize } from "../../lib/text/capitalize.ts";

/** Words whose spelling cannot be derived from a member's name. */
const WORDS: Record<string, string> = {
  id: "ID",
  url: "URL",
  ip: "IP",
  vat: "VAT",
  iban: "IBAN",
  bic: "BIC",
  upi: "UPI",
  qr: "QR",
  nda: "NDA",
  fba: "FBA",
  roi: "ROI",
  co2: "CO₂",
  html: "HTML",
  css: "CSS",
  kb: "KB",
  mb: "MB",
  md5: "MD5",
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
  svg: "SVG",
  png: "PNG",
  json: "JSON",
  pdf: "PDF",
  docx: "DOCX",
  xml: "XML",
  hmac: "HMAC",
  paypal: "PayPal",
  github: "GitHub",
};

/** Units at the end of members' names, as they are written beside a value. */
const UNITS: Record<string, string> = {
  minutes: "minutes",
  days: "days",
  percent: "%",
  pct: "%",
  grams: "g",
  kg: "kg",
  bytes: "bytes",
  kb: "KB",
  mb: "MB",
};

/** A member's name as people read it. */
export interface MemberName {
  label: string;
  /** The unit that the name ended with, if it is one. */
  unit?: string;
}

/** Returns the label and unit of a member: `durationMinutes` is "Duration" in "minutes". */
export function formatMemberName(member: string): MemberName {
  const words = member
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ""] : undefined;
  const spelled = unit === undefined ? words : words.slice(0, -1);
  const label = formatWords(spelled);
  return unit === undefined ? { label } : { label, unit };
}

/**
 * Returns the title of an enum value: `web-development` is "Web development"; codes such as USD
 * stay as they are.
 */
export function getOptionTitle(value: string): string {
  if (!/^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(value)) return value;
  return formatWords(value.split(/[-_]/));
}

function formatWords(words: readonly string[]): string {
  const text = words.map((word) => WORDS[word] ?? word).join(" ");
  return capitalize(text);
}
