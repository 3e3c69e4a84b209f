import { decimal, ZERO } from "../../../lib/money.ts";
import { scheduleOn, describeSchedule } from "../../../fees/schedules.ts";
import {
  baseAtWhichPercentExceeds,
  type Fee,
  flatFee,
  type Sale,
  saleFee,
  type PlatformFees,
  type DatedBook,
} from "./fee.ts";
import { processingFee } from "./processing.ts";
import type { ProfitInput } from "../schema.ts";

/** What Etsy takes from a seller in the US. */
export function etsyTerms({ offsiteAdsPct }: ProfitInput, { book, day }: DatedBook): PlatformFees {
  const schedule = scheduleOn(book, "etsy.us.json", day);
  const { listing, transactionPct, processing, offsiteAds } = schedule;
  const adsPct = offsiteAdsPct === undefined ? ZERO : decimal(offsiteAdsPct);

  const feesAt = (sale: Sale): Fee[] => {
    const fees = [
      flatFee("Listing fee", listing),
      saleFee(`Transaction fee (${transactionPct.toFixed()}%)`, sale, { pct: transactionPct }),
      processingFee(sale, processing),
    ];
    if (adsPct.gt(ZERO)) fees.push(adsFee(sale));
    return fees;
  };
  const adsFee = (sale: Sale): Fee => {
    const label = `Offsite Ads (${adsPct.toFixed()}%)`;
    const capped = sale.base.times(adsPct).gt(offsiteAds.cap.times(100));
    return capped ? flatFee(label, offsiteAds.cap) : saleFee(label, sale, { pct: adsPct });
  };
  return {
    feesAt,
    breakpoints: () => ({
      ofBase: [ZERO, baseAtWhichPercentExceeds(adsPct, offsiteAds.cap)],
      ofPrice: [],
    }),
    scheduleIds: [schedule.id],
    schedules: () => [describeSchedule(schedule, day)],
  };
}
