import type { Decimal } from "../../lib/money.ts";
import { type Fee, flatFee, type Sale, saleFee, ZERO } from "./fee.ts";

/** What taking the payment costs: nothing where nothing is paid. Changes its formula at a base of 0. */
export function processingFee(sale: Sale, pct: Decimal, fixed: Decimal): Fee {
  const label = `Payment processing (${rateText(pct, fixed)})`;
  return sale.base.eq(0) ? flatFee(label, ZERO) : saleFee(label, sale, pct, fixed);
}

function rateText(pct: Decimal, fixed: Decimal): string {
  const amount = fixed.eq(fixed.round(2)) ? fixed.toFixed(2) : fixed.toFixed();
  return `${pct.toFixed()}% + $${amount}`;
}
