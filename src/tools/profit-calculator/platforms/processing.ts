import { type Decimal, countDecimals, ZERO } from "../../../lib/money/exact.ts";
import { type Fee, createFlatFee, type Sale, createSaleFee } from "./fee.ts";

/** A payment processor's rate: a percentage and a fixed amount in dollars. */
interface ProcessingRate {
  pct: Decimal;
  fixed: Decimal;
}

/**
 * Creates the payment processing fee, which is 0 when nothing is paid. Its breakpoint is a base of
 * 0.
 */
export function createProcessingFee(sale: Sale, rate: ProcessingRate): Fee {
  const { pct, fixed } = rate;
  const amount = countDecimals(fixed) > 2 ? fixed.toFixed() : fixed.toFixed(2);
  const label = `Payment processing (${pct.toFixed()}% + $${amount})`;
  return sale.base.eq(ZERO) ? createFlatFee(label, ZERO) : createSaleFee(label, sale, rate);
}
