import { currencyText, fitsNumber, largestAmount, roundToMinor } from "../../lib/currency.ts";
import { utcDay } from "../../lib/date.ts";
import { InputError, type Path } from "../../lib/errors.ts";
import { type Decimal, decimal } from "../../lib/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { World } from "../define.ts";
import type { InvoiceInput } from "./schema.ts";

type Asked = Input<typeof InvoiceInput>;

/** An item with its exact figures; `amount` is rounded to the currency's minor unit. */
export interface Line {
  description: string;
  quantity: Decimal;
  rate: Decimal;
  amount: Decimal;
}

/** The four figures under the items, each rounded to the minor unit: they add up as shown. */
interface Sums {
  subtotal: Decimal;
  discount: Decimal;
  tax: Decimal;
  total: Decimal;
}

/** An invoice: what was asked for, the day it is issued and every figure on it. */
export interface Invoice extends Sums {
  asked: Asked;
  invoiceNumber: string;
  issueDate: string;
  lines: Line[];
}

/** Works an invoice out. Throws InputError for dates in the wrong order and sums too large to be exact. */
export function toInvoice(asked: Asked, world: Pick<World, "now">): Invoice {
  const { issueDate, dueDate } = asked;
  if (issueDate !== undefined && dueDate !== undefined && dueDate < issueDate) {
    throw InputError.at(["dueDate"], "must not be before issueDate");
  }
  const lines = asked.items.map((item, index) => toLine(item, index, asked.currency));
  return {
    asked,
    invoiceNumber: asked.invoiceNumber.trim() || "INV-001",
    issueDate: issueDate ?? utcDay(world.now()),
    lines,
    ...sumsOf(lines, asked),
  };
}

function toLine(item: Asked["items"][number], index: number, currency: string): Line {
  const quantity = decimal(item.quantity);
  const rate = decimal(item.rate);
  const amount = roundToMinor(currency, quantity.times(rate));
  refuseBeyondBound(currency, amount, ["items", index]);
  return { description: item.description, quantity, rate, amount };
}

function sumsOf(lines: Line[], { currency, discount: discountRate, taxRate }: Asked): Sums {
  const percentOf = (amount: Decimal, percent: number) =>
    roundToMinor(currency, amount.times(decimal(percent)).times("0.01"));
  const subtotal = lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0));
  const discount = percentOf(subtotal, discountRate);
  const tax = percentOf(subtotal.minus(discount), taxRate);
  const total = subtotal.minus(discount).plus(tax);
  for (const amount of [subtotal, total]) refuseBeyondBound(currency, amount, ["items"]);
  return { subtotal, discount, tax, total };
}

function refuseBeyondBound(currency: string, amount: Decimal, path: Path): void {
  if (fitsNumber(currency, amount)) return;
  const most = currencyText(currency, largestAmount(currency));
  throw InputError.at(path, `must come to at most ${most}`);
}
