import { ValidationError, type Issue } from "../../lib/errors.ts";
import { MAX_MINOR_UNITS, ZERO } from "../../lib/money/exact.ts";
import { type Fee, toFeeCents } from "./platforms/fee.ts";
import { type UnpricedSale, findLowestPrice, toProfitGoal } from "./solve/lowest-price.ts";

/**
 * Returns the members that `explain: true` adds to the response. `netCents` is the net profit in
 * cents.
 */
export function explain(sale: UnpricedSale, lines: Fee[], netCents: number) {
  const spentCents = sale.costs.reduce((sum, cost) => sum + toFeeCents(cost), 0);
  return {
    details: lines.map(toDetail),
    schedule: sale.platformFees.describeSchedules(),
    roiPct: toPercent(netCents, spentCents, ROI_TOO_LARGE),
    breakEvenPrice: findLowestPrice(sale, toProfitGoal(ZERO)),
  };
}

const ROI_TOO_LARGE: Issue = {
  path: ["materialCost"],
  message: "must not be so far below the profit: roiPct would have too many digits to be exact",
};

/**
 * Returns `part / whole` in percent, rounded to two decimals, or 0 when `whole` is 0. Both are
 * integer cents. Throws a ValidationError with `tooLarge` when the result exceeds 2^53−1
 * hundredths.
 */
export function toPercent(part: number, whole: number, tooLarge: Issue): number {
  if (whole === 0) return 0;
  const half = BigInt(Math.sign(part) * whole);
  const hundredths = Number((BigInt(part) * 20_000n + half) / (2n * BigInt(whole)));
  if (Math.abs(hundredths) > MAX_MINOR_UNITS) throw new ValidationError([tooLarge]);
  return hundredths / 100;
}

function toDetail(fee: Fee) {
  return {
    label: fee.label,
    amount: toFeeCents(fee) / 100,
    base: fee.base.toNumber(),
    rate: fee.pct.toNumber(),
    fixed: fee.fixed.toNumber(),
  };
}
