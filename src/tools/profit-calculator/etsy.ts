import { decimal } from "../../lib/money.ts";
import { inForce, usedSchedule } from "../../lib/fees/book.ts";
import {
  baseWhere,
  type Fee,
  flatFee,
  type Sale,
  saleFee,
  type Terms,
  type Terrain,
  ZERO,
} from "./fee.ts";
import { processingFee } from "./processing.ts";
import type { ProfitInput } from "./schema.ts";

/** What Etsy takes from a seller in the US. */
export function etsyTerms({ offsiteAdsPct }: ProfitInput, { book, day }: Terrain): Terms {
  const schedule = inForce(book, "etsy.us.json", day);
  const transactionPct = decimal(schedule.transactionPct);
  const processingPct = decimal(schedule.processing.pct);
  const processingFixed = decimal(schedule.processing.fixed);
  const adsPct = decimal(offsiteAdsPct ?? 0);
  const adsCap = decimal(schedule.offsiteAds.cap);

  const feesAt = (sale: Sale): Fee[] => {
    const fees = [
      flatFee("Listing fee", decimal(schedule.listing)),
      saleFee(`Transaction fee (${transactionPct.toFixed()}%)`, sale, transactionPct),
      processingFee(sale, processingPct, processingFixed),
    ];
    if (adsPct.gt(0)) fees.push(adsFee(sale));
    return fees;
  };
  const adsFee = (sale: Sale): Fee => {
    const label = `Offsite Ads (${adsPct.toFixed()}%)`;
    const capped = sale.base.times(adsPct).gt(adsCap.times(100));
    return capped ? flatFee(label, adsCap) : saleFee(label, sale, adsPct);
  };
  return {
    feesAt,
    breaks: () => ({ ofBase: [ZERO, baseWhere(adsPct, adsCap)], ofPrice: [] }),
    schedules: [usedSchedule(schedule, day)],
  };
}
