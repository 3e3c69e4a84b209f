import type { ToolContext } from "../tool-context.ts";
import { calculateSale, type SaleResult } from "./sale.ts";
import type { ProfitInput, ProfitResponse, SaleInput } from "./schema.ts";

/** The response and the ids of the fee schedules that it is based on. */
export interface ProfitResult {
  output: ProfitResponse;
  scheduleIds: string[];
}

/**
 * Calculates fees, costs and profit of a sale on one platform, or with `all` on each. Throws ValidationError for an
 * unknown category, two targets, or a target that no price reaches where the price is left out.
 */
export function calculateProfit(
  input: ProfitInput,
  context: Pick<ToolContext, "now" | "fees">,
): ProfitResult {
  const { platform } = input;
  if (platform !== "all") return calculateSale({ ...input, platform }, context);
  const sales = ALL_PLATFORMS.map(({ name, ...choice }) => {
    const { output, scheduleIds } = calculateSale({ ...input, ...choice }, context);
    return { name, output, scheduleIds };
  });
  return {
    output: {
      platform,
      salePrice: input.salePrice ?? Math.min(...sales.map(({ output }) => output.salePrice)),
      comparison: sales.map(toRow),
      results: sales.map(({ output }) => output),
    },
    scheduleIds: [...new Set(sales.flatMap(({ scheduleIds }) => scheduleIds))],
  };
}

/** The platforms and plans that `all` compares. `custom` is not one, because its only fees are those that the caller sets. */
const ALL_PLATFORMS = [
  { name: "Etsy", platform: "etsy" },
  { name: "Shopify Basic", platform: "shopify", shopifyPlan: "basic" },
  { name: "Shopify", platform: "shopify", shopifyPlan: "shopify" },
  { name: "Shopify Advanced", platform: "shopify", shopifyPlan: "advanced" },
  { name: "Amazon", platform: "amazon" },
] as const satisfies ({ name: string } & Pick<SaleInput, "platform"> &
  Partial<Pick<SaleInput, "shopifyPlan">>)[];

function toRow({ name, output }: SaleResult & { name: string }) {
  const { totalCosts, netProfit, marginPct } = output;
  return { name, totalCosts, netProfit, marginPct };
}
