import { ZERO } from "../../../lib/money.ts";
import { scheduleOn, describeSchedule } from "../../../fees/schedules.ts";
import type { Sale, PlatformFees, DatedBook } from "./fee.ts";
import { processingFee } from "./processing.ts";
import type { ProfitInput } from "../schema.ts";

/** What Shopify takes for an online card payment in the US; the plan's monthly price is not a cost of one sale. */
export function shopifyTerms({ shopifyPlan }: ProfitInput, { book, day }: DatedBook): PlatformFees {
  const schedule = scheduleOn(book, "shopify.us.json", day);
  const plan = schedule.plans[shopifyPlan];
  return {
    feesAt: (sale: Sale) => [processingFee(sale, plan)],
    breakpoints: () => ({ ofBase: [ZERO], ofPrice: [] }),
    scheduleIds: [schedule.id],
    schedules: () => [describeSchedule(schedule, day)],
  };
}
