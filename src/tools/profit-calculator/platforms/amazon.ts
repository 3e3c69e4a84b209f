import { toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { findSchedule, describeSchedule } from "../../../fees/schedules.ts";
import {
  type Fee,
  createFlatFee,
  type Sale,
  type PlatformFees,
  type DatedSchedules,
} from "./fee.ts";
import { type Fulfillment, createFulfillment, NO_FULFILLMENT } from "./amazon-fba.ts";
import { resolveReferral } from "./amazon-referral.ts";
import type { ProfitInput } from "../schema.ts";

/** Creates Amazon's US fees: the referral fee and, for `fbaWeight` > 0, the fulfillment fee. */
export function createAmazonFees(
  input: ProfitInput,
  { schedules, day }: DatedSchedules,
): PlatformFees {
  const schedule = findSchedule(schedules, "amazon.us.referral.json", day);
  const { category, computeFee, listBreakpoints } = resolveReferral(input.amazonCategory, schedule);
  const fba: Fulfillment =
    input.fbaWeight > 0
      ? createFulfillment(findSchedule(schedules, "amazon.us.fba.json", day), {
          pounds: toDecimal(input.fbaWeight),
          apparel: category.apparel,
          day,
        })
      : NO_FULFILLMENT;

  const isIndividual = input.amazonPlan === "individual";
  const computeFees = (sale: Sale): Fee[] => {
    const fees = [computeFee(sale)];
    if (category.closing) fees.push(createFlatFee("Closing fee (media)", schedule.closing));
    if (isIndividual) {
      fees.push(createFlatFee("Per-item fee (Individual plan)", schedule.individualPerItem));
    }
    return [...fees, ...fba.computeFees(sale)];
  };
  return {
    computeFees,
    monthlyFee: isIndividual ? ZERO : schedule.professionalMonthly,
    listBreakpoints: () => ({ ofBase: listBreakpoints(), ofPrice: fba.listPriceBreakpoints() }),
    scheduleIds: [schedule.id, ...fba.scheduleIds],
    describeSchedules: () => [describeSchedule(schedule, day), ...fba.describeSchedules()],
  };
}
