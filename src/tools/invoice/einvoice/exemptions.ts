import type { Labels } from "../locale/labels.ts";
import { EXEMPTION_CODES } from "../../../domain/einvoice/exemption-codes.ts";
import type { TaxCategory } from "../../../domain/invoice/figures-input.ts";
import { trimToUndefined } from "./parties.ts";

const PHRASES: Partial<Record<TaxCategory, keyof Labels>> = {
  E: "exempt",
  AE: "reverseCharge",
  K: "intraCommunity",
  G: "export",
  O: "outOfScope",
};

/**
 * Returns the reason for not taxing a category: the given one or the usual phrase, or undefined for
 * a taxed one (BR-S-10).
 */
export function getExemptionReason(
  category: TaxCategory | null,
  reason: string | undefined,
  labels: Labels,
): string | undefined {
  const phrase = category && PHRASES[category];
  return phrase ? (trimToUndefined(reason) ?? labels[phrase]) : undefined;
}

/** Returns the VATEX code of a category that is not taxed (BT-121). */
export function getExemptionCode(category: TaxCategory | null): string | undefined {
  return category === null ? undefined : EXEMPTION_CODES[category];
}
