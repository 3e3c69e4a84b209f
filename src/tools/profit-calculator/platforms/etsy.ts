import { toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { findSchedule, describeSchedule } from "../../../fees/schedules.ts";
import {
  findCrossover,
  type Fee,
  createFlatFee,
  type Sale,
  createSaleFee,
  type PlatformFees,
  type DatedSchedules,
} from "./fee.ts";
import { createProcessingFee } from "./processing.ts";
import type { ProfitInput } from "../schema.ts";

/** Creates Etsy's fees for a seller in the US. */
export function createEtsyFees(
  { offsiteAdsPct }: ProfitInput,
  { schedules, day }: DatedSchedules,
): PlatformFees {
  const schedule = findSchedule(schedules, "etsy.us.json", day);
  const { listing, transactionPct, processing, offsiteAds } = schedule;
  const adsPct = offsiteAdsPct === undefined ? ZERO : toDecimal(offsiteAdsPct);

  const computeFees = (sale: Sale): Fee[] => {
    const fees = [
      createFlatFee("Listing fee", listing),
      createSaleFee(`Transaction fee (${transactionPct.toFixed()}%)`, sale, {
        pct: transactionPct,
      }),
      createProcessingFee(sale, processing),
    ];
    if (adsPct.gt(ZERO)) fees.push(computeAdsFee(sale));
    return fees;
  };
  const computeAdsFee = (sale: Sale): Fee => {
    const label = `Offsite Ads (${adsPct.toFixed()}%)`;
    const capped = sale.base.times(adsPct).gt(offsiteAds.cap.times(100));
    return capped
      ? createFlatFee(label, offsiteAds.cap)
      : createSaleFee(label, sale, { pct: adsPct });
  };
  return {
    computeFees,
    monthlyFee: ZERO,
    listBreakpoints: () => ({
      ofBase: [ZERO, findCrossover(adsPct, offsiteAds.cap)],
      ofPrice: [],
    }),
    scheduleIds: [schedule.id],
    describeSchedules: () => [describeSchedule(schedule, day)],
  };
}
