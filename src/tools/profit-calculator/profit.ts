import type { Static } from "typebox";
import { utcDay } from "../../lib/date.ts";
import { ValidationError, type Issue } from "../../lib/errors.ts";
import { decimal } from "../../lib/money.ts";
import type { ToolContext } from "../define.ts";
import { amazonTerms } from "./platforms/amazon.ts";
import { customTerms } from "./platforms/custom.ts";
import { etsyTerms } from "./platforms/etsy.ts";
import { explanation, percentOf } from "./explain.ts";
import {
  type Fee,
  feeCents,
  flatFee,
  type PlatformFees,
  type DatedBook,
  toCents,
} from "./platforms/fee.ts";
import { type Goal, lowestPrice, marginGoal, profitGoal } from "./solve/lowest-price.ts";
import type { ProfitInput, ProfitOutput } from "./schema.ts";
import { shopifyTerms } from "./platforms/shopify.ts";

/** The answer, and the ids of the fee schedules behind it. */
export interface Profit {
  output: Static<typeof ProfitOutput>;
  scheduleIds: string[];
}

/** What is left of a sale, line by line. Throws InputError for an unknown category and for two targets. */
export function profit(input: ProfitInput, world: Pick<ToolContext, "now" | "fees">): Profit {
  const goal = goalOf(input);
  const day = input.asOf ?? utcDay(world.now());
  const terms = TERMS[input.platform](input, { book: world.fees, day });
  const deal = { terms, shipping: decimal(input.shippingCharged), costs: ownCosts(input) };

  const price = decimal(input.salePrice);
  const base = price.plus(deal.shipping);
  const lines = [...terms.feesAt({ price, base }), ...deal.costs];
  const { platform, salePrice } = input;
  const sums = { platform, salePrice, ...sumsOf(lines, toCents(base)) };
  const explained = input.explain ? explanation(deal, lines, Math.round(sums.netProfit * 100)) : {};
  const asked = goal ? { suggestedPrice: lowestPrice(deal, goal) } : {};
  return {
    output: { ...sums, ...explained, ...asked },
    scheduleIds: terms.scheduleIds,
  };
}

function goalOf({ targetMarginPct, targetProfit }: ProfitInput): Goal | null {
  if (targetMarginPct !== undefined && targetProfit !== undefined) {
    throw ValidationError.at(["targetProfit"], "must not be given together with targetMarginPct");
  }
  if (targetMarginPct !== undefined) return marginGoal(decimal(targetMarginPct));
  return targetProfit === undefined ? null : profitGoal(decimal(targetProfit));
}

const TERMS: Record<
  ProfitInput["platform"],
  (input: ProfitInput, dated: DatedBook) => PlatformFees
> = {
  etsy: etsyTerms,
  shopify: shopifyTerms,
  amazon: amazonTerms,
  custom: customTerms,
};

/** What the seller pays to others. Postage is asked for on Etsy alone. */
function ownCosts({ platform, shippingLabel, materialCost, otherCosts }: ProfitInput): Fee[] {
  const costs = [flatFee("Materials", decimal(materialCost))];
  if (platform === "etsy" && shippingLabel > 0) {
    costs.unshift(flatFee("Shipping label", decimal(shippingLabel)));
  }
  if (otherCosts > 0) costs.push(flatFee("Other costs", decimal(otherCosts)));
  return costs;
}

const MARGIN_TOO_LARGE: Issue = {
  path: ["salePrice"],
  rule: "must not be so far below the costs: marginPct would have too many digits to be exact",
};

/** The lines are rounded first and then summed, so that what is shown adds up. */
function sumsOf(lines: Fee[], revenueCents: number) {
  const cents = lines.map(feeCents);
  const costCents = cents.reduce((sum, amount) => sum + amount, 0);
  const netCents = revenueCents - costCents;
  return {
    totalRevenue: revenueCents / 100,
    totalCosts: costCents / 100,
    netProfit: netCents / 100,
    marginPct: percentOf(netCents, revenueCents, MARGIN_TOO_LARGE),
    fees: lines.map(({ label }, index) => ({ label, amount: (cents[index] ?? 0) / 100 })),
  };
}
