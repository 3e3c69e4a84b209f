import { toLineAmounts, toTotals } from "../../../domain/invoice/figures.ts";
import type { FiguresRequest } from "../../../domain/invoice/figures-input.ts";
import type { TaxGroup } from "../../../domain/invoice/tax-groups.ts";
import type { Currency } from "../../../lib/money/currency.ts";
import { type Decimal, toDecimal } from "../../../lib/money/exact.ts";
import { parseNumber } from "../terms/parse-decimal.ts";
import type { Terms } from "./ledger.ts";

/** A share of the discount in a tax group, as an allowance of the document. */
interface Share {
  terms: Terms;
  amount: Decimal;
  /** Category and rate. */
  tax: string;
}

/** Reason code of the invoice tool for its discount. */
const DISCOUNT = "95";

const MAX_DECIMALS = 4;
const MAX_SHARES = 20;

/**
 * Returns the discount in percent that yields the document's allowances, and takes these. Only for
 * allowances of which one is negative: the discount of a tax group whose sum is, which no allowance
 * of a request can be. Undefined where no percentage yields them.
 */
export function takeDiscount(
  document: Terms,
  request: FiguresRequest,
  currency: Currency,
): { discount: number; reason: string | undefined } | undefined {
  const all = document.groups("BG-20").flatMap(readShare);
  const [first] = all;
  const reason = first?.terms.find("BT-97")?.value;
  const shares = all.filter(({ terms }) => terms.find("BT-97")?.value === reason);
  if (shares.length > MAX_SHARES || !shares.some(({ amount }) => amount.lt(0))) return undefined;
  const lines = request.items.map((item) => toLineAmounts(item, request, currency));
  const getGroups = (discount: number) => toTotals(lines, { ...request, discount }, currency).taxes;
  const discount = listPercentages(shares, getGroups(0)).find((percent) =>
    isSame(shares, getGroups(percent)),
  );
  if (discount === undefined) return undefined;
  for (const { terms } of shares) takeShare(terms, discount);
  return { discount, reason };
}

function readShare(terms: Terms): Share[] {
  const amount = parseNumber(terms.find("BT-92")?.value);
  if (amount === undefined || terms.find("BT-98")?.value !== DISCOUNT) return [];
  const rate = parseNumber(terms.find("BT-96")?.value) ?? 0;
  return [{ terms, amount: toDecimal(amount), tax: `${terms.find("BT-95")?.value} ${rate}` }];
}

function toKey({ category, amounts: [tax] }: TaxGroup): string {
  return `${category} ${tax?.rate ?? 0}`;
}

/** Returns percentages that come near the shares, those with fewest decimals first. */
function listPercentages(shares: readonly Share[], groups: readonly TaxGroup[]): number[] {
  const exact = shares.flatMap(({ amount, tax }) => {
    const net = groups.find((group) => toKey(group) === tax)?.net.toNumber() ?? 0;
    return net === 0 ? [] : [(amount.toNumber() / net) * 100];
  });
  const decimals = Array.from({ length: MAX_DECIMALS + 1 }, (_, index) => index);
  return decimals
    .flatMap((digits) => exact.map((percent) => Number(percent.toFixed(digits))))
    .filter((percent) => percent > 0 && percent <= 100);
}

/** Returns true if the groups have these shares and no other. */
function isSame(shares: readonly Share[], groups: readonly TaxGroup[]): boolean {
  const discounts = groups.filter(({ discount }) => !discount.eq(0));
  return (
    discounts.length === shares.length &&
    discounts.every((group, index) => {
      const share = shares[index];
      return share?.tax === toKey(group) && share.amount.eq(group.discount);
    })
  );
}

function takeShare(terms: Terms, discount: number): void {
  const hasPercent = parseNumber(terms.find("BT-94")?.value) === discount;
  const taken = [
    "BT-92",
    "BT-95",
    "BT-96",
    "BT-97",
    "BT-98",
    ...(hasPercent ? ["BT-93", "BT-94"] : []),
  ];
  for (const id of taken) terms.text(id);
}
