export interface Verdict {
  /** Null: not judged. */
  valid: boolean | null;
  counts: { fatal: number; warning: number };
  profile: string;
  version: string | null;
  /** BT-24. */
  specification: string | null;
}

/** Words of a verdict, with placeholders in braces. */
export interface VerdictWords {
  valid: string;
  notJudged: string;
  errors: readonly [one: string, several: string];
  warnings: readonly [one: string, several: string];
}

export const ENGLISH_VERDICT: VerdictWords = {
  valid: "Valid {name}",
  notJudged: "Not judged: {name}",
  errors: ["{count} error", "{count} errors"],
  warnings: ["{count} warning", "{count} warnings"],
};

/** Names of profiles, which no language translates. */
const PROFILE_NAMES: Readonly<Record<string, string>> = {
  xrechnung: "XRechnung",
  "xrechnung-extension": "XRechnung Extension",
  peppol: "Peppol BIS Billing",
  en16931: "EN 16931",
  "factur-x-minimum": "Factur-X MINIMUM",
  "factur-x-basicwl": "Factur-X BASIC WL",
  "factur-x-basic": "Factur-X BASIC",
  "factur-x-en16931": "Factur-X EN 16931",
  "factur-x-extended": "Factur-X EXTENDED",
  zugferd1: "ZUGFeRD",
};

/** Returns a verdict as a sentence: `Valid XRechnung 3.0`, `2 errors, 1 warning`. */
export function formatVerdict(
  { valid, counts, profile, version, specification }: Verdict,
  words: VerdictWords = ENGLISH_VERDICT,
): string {
  const parts = [PROFILE_NAMES[profile] ?? specification ?? "?", version];
  const name = parts.filter((part) => part !== null).join(" ");
  const warnings = counts.warning > 0 ? [formatCount(counts.warning, words.warnings)] : [];
  if (valid === false) return [formatCount(counts.fatal, words.errors), ...warnings].join(", ");
  return [fill(valid ? words.valid : words.notJudged, { name }), ...warnings].join(", ");
}

function formatCount(count: number, [one, several]: VerdictWords["errors"]): string {
  return fill(count === 1 ? one : several, { count });
}

/** Replaces the placeholders of a word. */
export function fill(word: string, values: Readonly<Record<string, string | number>>): string {
  return word.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
