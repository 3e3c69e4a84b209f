import type { Totals } from "../../../domain/invoice/figures.ts";
import type { TaxGroup } from "../../../domain/invoice/tax-groups.ts";
import { type Decimal, sum, ZERO } from "../../../lib/money/exact.ts";
import { parseDecimal } from "../terms/parse-decimal.ts";
import type { Terms } from "./ledger.ts";

/** Takes the sums of a document that its request comes to, so that only others are beyond it. */
export function acceptSums(document: Terms, totals: Totals): void {
  const [sums] = document.groups("BG-22");
  const expected: readonly (readonly [string, Decimal])[] = [
    ["BT-106", totals.subtotal],
    ["BT-107", sum([totals.discount, ...totals.allowances.map(({ amount }) => amount)])],
    ["BT-108", sum(totals.charges.map(({ amount }) => amount))],
    ["BT-109", totals.net],
    ["BT-110", totals.tax],
    ["BT-112", totals.total],
    ["BT-113", totals.prepaid],
    ["BT-114", totals.rounding],
    ["BT-115", totals.amountDue],
  ];
  for (const [id, amount] of expected) acceptAmount(sums, id, amount);
  for (const breakdown of document.groups("BG-23")) acceptGroup(breakdown, totals.taxes);
}

function acceptAmount(terms: Terms | undefined, id: string, amount: Decimal): void {
  const value = terms?.find(id)?.value;
  if (parseDecimal(value)?.eq(amount)) terms?.text(id);
}

function acceptGroup(breakdown: Terms, groups: readonly TaxGroup[]): void {
  const rate = parseDecimal(breakdown.find("BT-119")?.value ?? "0");
  const group = groups.find(
    ({ category, amounts: [tax] }) =>
      category === breakdown.find("BT-118")?.value && rate?.eq(tax?.rate ?? ZERO),
  );
  if (group === undefined) return;
  breakdown.text("BT-118");
  breakdown.text("BT-119");
  acceptAmount(breakdown, "BT-116", group.basis);
  acceptAmount(breakdown, "BT-117", group.tax);
}
