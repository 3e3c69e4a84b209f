import { decimal } from "../../../lib/money.ts";
import { flatFee, type Sale, saleFee, type PlatformFees } from "./fee.ts";
import type { ProfitInput } from "../schema.ts";

/** A platform that the caller describes: a percentage and a fixed amount. */
export function customTerms({ customPct, customFixed }: ProfitInput): PlatformFees {
  const pct = decimal(customPct);
  const fixed = decimal(customFixed);
  return {
    feesAt: (sale: Sale) => [
      saleFee(`Platform fee (${pct.toFixed()}%)`, sale, { pct }),
      flatFee("Fixed transaction fee", fixed),
    ],
    breakpoints: () => ({ ofBase: [], ofPrice: [] }),
    scheduleIds: [],
    schedules: () => [],
  };
}
