import { type Decimal, decimalsOf, ZERO } from "../../../lib/money.ts";
import { type Fee, flatFee, type Sale, saleFee } from "./fee.ts";

/** What taking a payment costs: a part of it in percent, and a fixed amount in dollars. */
interface ProcessingRate {
  pct: Decimal;
  fixed: Decimal;
}

/** What taking the payment costs: nothing where nothing is paid. Changes its formula at a base of 0. */
export function processingFee(sale: Sale, rate: ProcessingRate): Fee {
  const { pct, fixed } = rate;
  const amount = decimalsOf(fixed) > 2 ? fixed.toFixed() : fixed.toFixed(2);
  const label = `Payment processing (${pct.toFixed()}% + $${amount})`;
  return sale.base.eq(ZERO) ? flatFee(label, ZERO) : saleFee(label, sale, rate);
}
