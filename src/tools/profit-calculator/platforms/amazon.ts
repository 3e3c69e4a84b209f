import { decimal } from "../../../lib/money.ts";
import { scheduleOn, describeSchedule } from "../../../fees/schedules.ts";
import { type Fee, flatFee, type Sale, type PlatformFees, type DatedBook } from "./fee.ts";
import { type Fulfilment, fulfilment, NO_FULFILMENT } from "./amazon-fba.ts";
import { referral } from "./amazon-referral.ts";
import type { ProfitInput } from "../schema.ts";

/** What Amazon takes in the US: the referral fee and, where it keeps and sends the goods, for that. */
export function amazonTerms(input: ProfitInput, { book, day }: DatedBook): PlatformFees {
  const schedule = scheduleOn(book, "amazon.us.referral.json", day);
  const { category, feeAt, breaks } = referral(input.amazonCategory, schedule);
  const fba: Fulfilment =
    input.fbaWeight > 0
      ? fulfilment(scheduleOn(book, "amazon.us.fba.json", day), {
          pounds: decimal(input.fbaWeight),
          apparel: category.apparel,
          day,
        })
      : NO_FULFILMENT;

  const feesAt = (sale: Sale): Fee[] => {
    const fees = [feeAt(sale)];
    if (category.closing) fees.push(flatFee("Closing fee (media)", schedule.closing));
    if (input.amazonPlan === "individual") {
      fees.push(flatFee("Per-item fee (Individual plan)", schedule.individualPerItem));
    }
    return [...fees, ...fba.feesAt(sale)];
  };
  return {
    feesAt,
    breakpoints: () => ({ ofBase: breaks(), ofPrice: fba.priceBreaks() }),
    scheduleIds: [schedule.id, ...fba.scheduleIds],
    schedules: () => [describeSchedule(schedule, day), ...fba.schedules()],
  };
}
