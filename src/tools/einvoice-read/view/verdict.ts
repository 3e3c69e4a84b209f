import type { Report } from "../task.ts";
import { fill, type ViewWords } from "./words.ts";

/** Names of profiles, which no language translates. */
const PROFILE_NAMES: Readonly<Record<Report["profile"], string>> = {
  xrechnung: "XRechnung",
  "xrechnung-extension": "XRechnung Extension",
  peppol: "Peppol BIS Billing",
  en16931: "EN 16931",
  "factur-x-minimum": "Factur-X MINIMUM",
  "factur-x-basicwl": "Factur-X BASIC WL",
  "factur-x-basic": "Factur-X BASIC",
  "factur-x-en16931": "Factur-X EN 16931",
  "factur-x-extended": "Factur-X EXTENDED",
  zugferd1: "ZUGFeRD 1",
  other: "?",
};

/** Returns the verdict in words: `Valid XRechnung 3.0`, `2 errors, 1 warning`. */
export function formatVerdict(
  { valid, counts, profile, version, specification }: Omit<Report, "invoice" | "beyond">,
  words: ViewWords,
): string {
  const known = [PROFILE_NAMES[profile], version].filter(Boolean).join(" ");
  const name = profile === "other" ? (specification ?? "?") : known;
  const warnings = counts.warning > 0 ? [formatCount(counts.warning, words.warnings)] : [];
  if (valid === false) return [formatCount(counts.fatal, words.errors), ...warnings].join(", ");
  return [fill(valid ? words.valid : words.notJudged, { name }), ...warnings].join(", ");
}

function formatCount(count: number, [one, several]: ViewWords["errors"]): string {
  return fill(count === 1 ? one : several, { count });
}
