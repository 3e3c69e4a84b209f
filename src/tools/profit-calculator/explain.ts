import { decimal, round } from "../../lib/money.ts";
import { type Fee, feeCents } from "./fee.ts";
import { type Deal, lowestPrice, profitGoal } from "./lowest-price.ts";

/** The working behind an answer: what `explain` adds to it. `netProfit` in dollars. */
export function explanation(deal: Deal, lines: Fee[], netProfit: number) {
  const spentCents = deal.costs.reduce((sum, cost) => sum + feeCents(cost), 0);
  return {
    details: lines.map(detailOf),
    schedule: deal.terms.schedules,
    roiPct: percentOf(netProfit, spentCents / 100),
    breakEvenPrice: lowestPrice(deal, profitGoal(decimal(0))),
  };
}

/** A part in percent of a whole, to two decimals; 0 where the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : round(decimal(part).times(100).div(whole), 2).toNumber();
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
