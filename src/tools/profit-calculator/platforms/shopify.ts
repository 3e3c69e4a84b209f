import { ZERO } from "../../../lib/money/exact.ts";
import { findSchedule, describeSchedule } from "../../../fees/schedules.ts";
import type { Sale, PlatformFees, DatedSchedules } from "./fee.ts";
import { createProcessingFee } from "./processing.ts";
import type { ProfitInput } from "../schema.ts";

/** Creates Shopify's fees for a US online card payment. */
export function createShopifyFees(
  { shopifyPlan }: ProfitInput,
  { schedules, day }: DatedSchedules,
): PlatformFees {
  const schedule = findSchedule(schedules, "shopify.us.json", day);
  const plan = schedule.plans[shopifyPlan];
  return {
    computeFees: (sale: Sale) => [createProcessingFee(sale, plan)],
    monthlyFee: plan.monthly,
    listBreakpoints: () => ({ ofBase: [ZERO], ofPrice: [] }),
    scheduleIds: [schedule.id],
    describeSchedules: () => [describeSchedule(schedule, day)],
  };
}
