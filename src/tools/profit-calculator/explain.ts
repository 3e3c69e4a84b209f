import { ValidationError, type Issue } from "../../lib/errors.ts";
import { MAX_MINOR_UNITS, ZERO } from "../../lib/money.ts";
import { type Fee, feeCents } from "./platforms/fee.ts";
import { type Deal, lowestPrice, profitGoal } from "./solve/lowest-price.ts";

/** The working behind an answer: what `explain` adds to it. */
export function explanation(deal: Deal, lines: Fee[], netCents: number) {
  const spentCents = deal.costs.reduce((sum, cost) => sum + feeCents(cost), 0);
  return {
    details: lines.map(detailOf),
    schedule: deal.terms.schedules(),
    roiPct: percentOf(netCents, spentCents, ROI_TOO_LARGE),
    breakEvenPrice: lowestPrice(deal, profitGoal(ZERO)),
  };
}

const ROI_TOO_LARGE: Issue = {
  path: ["materialCost"],
  rule: "must not be so far below the profit: roiPct would have too many digits to be exact",
};

/**
 * A part in percent of a whole, both in whole cents, to two decimals; 0 where the whole is 0. Throws an
 * InputError of `tooLarge` past 2^53−1 hundredths.
 */
export function percentOf(part: number, whole: number, tooLarge: Issue): number {
  if (whole === 0) return 0;
  const half = BigInt(Math.sign(part) * whole);
  const hundredths = Number((BigInt(part) * 20_000n + half) / (2n * BigInt(whole)));
  if (Math.abs(hundredths) > MAX_MINOR_UNITS) throw new ValidationError([tooLarge]);
  return hundredths / 100;
}

function detailOf(fee: Fee) {
  return {
    label: fee.label,
    amount: feeCents(fee) / 100,
    base: fee.base.toNumber(),
    rate: fee.pct.toNumber(),
    fixed: fee.fixed.toNumber(),
  };
}
