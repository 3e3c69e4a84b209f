/** Words that are not written as the camel case of a member's name makes them. */
const WORDS: Record<string, string> = {
  id: "ID",
  url: "URL",
  ip: "IP",
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
};

/** Units that members' names end with, as they stand beside a value. */
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

/** A member's name for people. */
export interface Name {
  label: string;
  /** The unit that the name ended with, if it is one. */
  unit?: string;
}

/** What `durationMinutes` is called on a page: "Duration", in "minutes". */
export function nameOf(member: string): Name {
  const words = member
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ""] : undefined;
  const shown = unit === undefined ? words : words.slice(0, -1);
  const label = shown.map((word) => WORDS[word] ?? word).join(" ");
  const capital = label.slice(0, 1).toUpperCase() + label.slice(1);
  return unit === undefined ? { label: capital } : { label: capital, unit };
}
