import type { TaxCategory } from "../../../domain/invoice/figures-input.ts";
import type { LineTax } from "../../../domain/invoice/tax-groups.ts";

/**
 * Returns the category of a tax in EN 16931: a named tax is a standard rate. Null for a rate of 0
 * without a category.
 */
export function getEnCategory({ category, taxes }: LineTax): TaxCategory | null {
  return category ?? (getEnRate({ category, taxes }) > 0 ? "S" : null);
}

/** Returns the rate of a tax that EN 16931 can express: a plain one, or a single named one. */
export function getEnRate({ taxes: [tax] }: LineTax): number {
  return tax?.rate ?? 0;
}
