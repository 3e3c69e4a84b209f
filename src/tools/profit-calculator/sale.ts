import { formatUtcDay } from "../../lib/dates/date.ts";
import { ValidationError, type Issue } from "../../lib/errors.ts";
import { divide, toDecimal, ZERO } from "../../lib/money/exact.ts";
import type { ToolContext } from "../tool-context.ts";
import { createAmazonFees } from "./platforms/amazon.ts";
import { createCustomFees } from "./platforms/custom.ts";
import { createEtsyFees } from "./platforms/etsy.ts";
import { explain, toPercent } from "./explain.ts";
import {
  type Fee,
  toFeeCents,
  createFlatFee,
  type PlatformFees,
  type DatedSchedules,
  toCents,
} from "./platforms/fee.ts";
import { type Goal, findLowestPrice, toMarginGoal, toProfitGoal } from "./solve/lowest-price.ts";
import type { SaleInput, SaleResponse } from "./schema.ts";
import { createShopifyFees } from "./platforms/shopify.ts";

/** The figures of one platform and the ids of the fee schedules that they are based on. */
export interface SaleResult {
  output: SaleResponse;
  scheduleIds: string[];
  /** The plan's price of a month in dollars; undefined when the fee schedule does not have it. */
  monthlyFee: number | undefined;
}

/**
 * Calculates a sale on one platform. Compared with others, the shipping label counts wherever the
 * seller ships, and a sale bears its share of the plan's price. Throws ValidationError for an
 * unknown category or two targets.
 */
export function calculateSale(
  input: SaleInput,
  context: Pick<ToolContext, "now" | "fees">,
  isCompared = false,
): SaleResult {
  const goal = toGoal(input);
  const day = input.asOf ?? formatUtcDay(context.now());
  const fees = PLATFORMS[input.platform](input, { schedules: context.fees, day });
  const platformFees = isCompared ? addPlanShare(fees, input.salesPerMonth) : fees;
  const sale = {
    platformFees,
    shipping: toDecimal(input.shippingCharged),
    costs: listSellerCosts(input, isCompared),
  };

  const suggestedPrice = goal && findLowestPrice(sale, goal);
  const salePrice = input.salePrice ?? suggestedPrice ?? throwUnreachableGoal(input);
  const price = toDecimal(salePrice);
  const base = price.plus(sale.shipping);
  const lines = [...platformFees.computeFees({ price, base }), ...sale.costs];
  const sums = { platform: input.platform, salePrice, ...sumLines(lines, toCents(base)) };
  const explained = input.explain ? explain(sale, lines, Math.round(sums.netProfit * 100)) : {};
  const suggested = goal ? { suggestedPrice } : {};
  return {
    output: { ...sums, ...explained, ...suggested },
    scheduleIds: platformFees.scheduleIds,
    monthlyFee: platformFees.monthlyFee?.toNumber(),
  };
}

/** Returns the fees with a sale's share of the plan's price, where there is one. */
function addPlanShare(fees: PlatformFees, salesPerMonth: number | undefined): PlatformFees {
  const { monthlyFee = ZERO } = fees;
  if (salesPerMonth === undefined || monthlyFee.eq(ZERO)) return fees;
  const label = `Plan ($${monthlyFee.toFixed(2)} a month)`;
  const share = createFlatFee(label, divide(monthlyFee, toDecimal(salesPerMonth)));
  return { ...fees, computeFees: (sale) => [...fees.computeFees(sale), share] };
}

function toGoal({ targetMarginPct, targetProfit }: SaleInput): Goal | null {
  if (targetMarginPct !== undefined && targetProfit !== undefined) {
    throw ValidationError.at(["targetProfit"], "must not be given together with targetMarginPct");
  }
  if (targetMarginPct !== undefined) return toMarginGoal(toDecimal(targetMarginPct));
  return targetProfit === undefined ? null : toProfitGoal(toDecimal(targetProfit));
}

/**
 * Throws an error for a sale without a price, because it has no goal or no price reaches its goal.
 */
function throwUnreachableGoal({ targetMarginPct, targetProfit }: SaleInput): never {
  if (targetMarginPct === undefined && targetProfit === undefined)
    throw ValidationError.at(["salePrice"], "is required");
  const name = targetMarginPct === undefined ? "targetProfit" : "targetMarginPct";
  throw ValidationError.at([name], "must be reached by a price of at most 1000000");
}

const PLATFORMS: Record<
  SaleInput["platform"],
  (input: SaleInput, dated: DatedSchedules) => PlatformFees
> = {
  etsy: createEtsyFees,
  shopify: createShopifyFees,
  amazon: createAmazonFees,
  custom: createCustomFees,
};

/**
 * Returns the seller's own costs. The shipping label counts on Etsy, and in a comparison unless
 * Amazon ships.
 */
function listSellerCosts(input: SaleInput, isCompared: boolean): Fee[] {
  const { platform, shippingLabel, materialCost, otherCosts, fbaWeight } = input;
  const costs = [createFlatFee("Materials", toDecimal(materialCost))];
  const isShippedBySeller = isCompared && !(platform === "amazon" && fbaWeight > 0);
  if ((platform === "etsy" || isShippedBySeller) && shippingLabel > 0) {
    costs.unshift(createFlatFee("Shipping label", toDecimal(shippingLabel)));
  }
  if (otherCosts > 0) costs.push(createFlatFee("Other costs", toDecimal(otherCosts)));
  return costs;
}

const MARGIN_TOO_LARGE: Issue = {
  path: ["salePrice"],
  message: "must not be so far below the costs: marginPct would have too many digits to be exact",
};

/** Rounds each line before summing, so that the breakdown sums to its total. */
function sumLines(lines: Fee[], revenueCents: number) {
  const cents = lines.map(toFeeCents);
  const costCents = cents.reduce((sum, amount) => sum + amount, 0);
  const netCents = revenueCents - costCents;
  return {
    totalRevenue: revenueCents / 100,
    totalCosts: costCents / 100,
    netProfit: netCents / 100,
    marginPct: toPercent(netCents, revenueCents, MARGIN_TOO_LARGE),
    fees: lines.map(({ label }, index) => ({ label, amount: (cents[index] ?? 0) / 100 })),
  };
}
