import type { Labels } from "../locale/labels.ts";
import type { TaxCategory } from "../schema.ts";
import { filled } from "./parties.ts";

/** Codes of the CEF VATEX list; a plain exemption has no code, because there are dozens of them. */
const CODES: Partial<Record<TaxCategory, string>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
};

const PHRASES: Partial<Record<TaxCategory, keyof Labels>> = {
  E: "exempt",
  AE: "reverseCharge",
  K: "intraCommunity",
  G: "export",
  O: "outOfScope",
};

/** Returns why a category is not taxed: the given reason or the usual phrase; undefined for a taxed one (BR-S-10). */
export function exemptionReason(
  category: TaxCategory | null,
  reason: string | undefined,
  labels: Labels,
): string | undefined {
  const phrase = category && PHRASES[category];
  return phrase ? (filled(reason) ?? labels[phrase]) : undefined;
}

/** Returns the VATEX code of a category that is not taxed (BT-121). */
export function exemptionCode(category: TaxCategory | null): string | undefined {
  return category === null ? undefined : CODES[category];
}
