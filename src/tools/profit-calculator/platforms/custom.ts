import { toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { createFlatFee, type Sale, createSaleFee, type PlatformFees } from "./fee.ts";
import type { ProfitInput } from "../schema.ts";

/** Creates the fees of a platform that the caller describes by a percentage and a fixed amount. */
export function createCustomFees({ customPct, customFixed }: ProfitInput): PlatformFees {
  const pct = toDecimal(customPct);
  const fixed = toDecimal(customFixed);
  return {
    computeFees: (sale: Sale) => [
      createSaleFee(`Platform fee (${pct.toFixed()}%)`, sale, { pct }),
      createFlatFee("Fixed transaction fee", fixed),
    ],
    monthlyFee: ZERO,
    listBreakpoints: () => ({ ofBase: [], ofPrice: [] }),
    scheduleIds: [],
    describeSchedules: () => [],
  };
}
