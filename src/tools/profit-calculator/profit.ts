import type { ToolContext } from "../tool-context.ts";
import { calculateSale, type SaleResult } from "./sale.ts";
import type { ProfitInput, ProfitResponse, SaleInput } from "./schema.ts";

type FeeContext = Pick<ToolContext, "now" | "fees">;

/**
 * Calculates fees, costs and profit of a sale on one platform, or with `all` on each. Throws
 * ValidationError for an unknown category, two targets, or a target that no price reaches where the
 * price is left out.
 */
export function calculateProfit(
  input: ProfitInput,
  context: FeeContext,
): { output: ProfitResponse; scheduleIds: string[] } {
  const { platform } = input;
  if (platform !== "all") return calculateSale({ ...input, platform }, context);
  const sales = ALL_PLATFORMS.map(({ name, ...choice }) => {
    const sale = { ...input, ...choice };
    return { name, sale, result: calculateSale(sale, context, true) };
  });
  return {
    output: {
      platform,
      salePrice: input.salePrice ?? Math.min(...sales.map(({ result }) => result.output.salePrice)),
      comparison: sales.map((compared) => toRow(compared, context)),
      results: sales.map(({ result }) => result.output),
    },
    scheduleIds: [...new Set(sales.flatMap(({ result }) => result.scheduleIds))],
  };
}

/**
 * The platforms and plans that `all` compares. `custom` is not one, because its only fees are those
 * that the caller sets.
 */
const ALL_PLATFORMS = [
  { name: "Etsy", platform: "etsy" },
  { name: "Shopify Basic", platform: "shopify", shopifyPlan: "basic" },
  { name: "Shopify", platform: "shopify", shopifyPlan: "shopify" },
  { name: "Shopify Advanced", platform: "shopify", shopifyPlan: "advanced" },
  { name: "Amazon", platform: "amazon" },
] as const satisfies ({ name: string } & Pick<SaleInput, "platform"> &
  Partial<Pick<SaleInput, "shopifyPlan">>)[];

function toRow(
  { name, sale, result }: { name: string; sale: SaleInput; result: SaleResult },
  context: FeeContext,
) {
  const { output, monthlyFee } = result;
  const { totalCosts, netProfit, marginPct, salePrice } = output;
  const { targetMarginPct: _margin, targetProfit: _profit, ...priced } = { ...sale, salePrice };
  const nextPlanFrom = findNextPlanFrom({ ...priced, explain: false }, context);
  return {
    name,
    totalCosts,
    netProfit,
    marginPct,
    ...(monthlyFee !== undefined && { monthlyFee }),
    ...(nextPlanFrom !== undefined && { nextPlanFrom }),
  };
}

/** Returns the sale on the next larger plan; undefined when there is none. */
function getNextPlan(sale: SaleInput): SaleInput | undefined {
  const { platform, shopifyPlan, amazonPlan } = sale;
  if (platform === "amazon" && amazonPlan === "individual")
    return { ...sale, amazonPlan: "professional" };
  if (platform !== "shopify" || shopifyPlan === "advanced") return undefined;
  return { ...sale, shopifyPlan: shopifyPlan === "basic" ? "shopify" : "advanced" };
}

/**
 * Returns the sales a month from which the next plan leaves more at the same price. Returns null
 * when it never does, and undefined without a next plan or a known price of a month.
 */
function findNextPlanFrom(sale: SaleInput, context: FeeContext): number | null | undefined {
  const next = getNextPlan(sale);
  if (!next) return undefined;
  const now = calculateSale(sale, context);
  const then = calculateSale(next, context);
  if (now.monthlyFee === undefined || then.monthlyFee === undefined) return undefined;
  const savedCents = Math.round((then.output.netProfit - now.output.netProfit) * 100);
  const moreCents = Math.round((then.monthlyFee - now.monthlyFee) * 100);
  return savedCents > 0 ? Math.floor(moreCents / savedCents) + 1 : null;
}
