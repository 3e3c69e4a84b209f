import { formatCurrency, isSafeAmount, largestAmount, roundToMinor } from "../../lib/currency.ts";
import { utcDay } from "../../lib/date.ts";
import { ValidationError, type Issue } from "../../lib/errors.ts";
import { type Decimal, decimal } from "../../lib/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../define.ts";
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
export function toInvoice(asked: Asked, world: Pick<ToolContext, "now">): Invoice {
  const lines = asked.items.map((item) => toLine(item, asked.currency));
  const sums = sumsOf(lines, asked);
  const problems = [...dateProblems(asked), ...sizeProblems(asked.currency, lines, sums)];
  if (problems.length > 0) throw new ValidationError(problems);
  return {
    asked,
    invoiceNumber: asked.invoiceNumber.trim() || "INV-001",
    issueDate: asked.issueDate ?? utcDay(world.now()),
    lines,
    ...sums,
  };
}

function toLine(item: Asked["items"][number], currency: string): Line {
  const quantity = decimal(item.quantity);
  const rate = decimal(item.rate);
  const amount = roundToMinor(currency, quantity.times(rate));
  return { description: item.description, quantity, rate, amount };
}

function sumsOf(lines: Line[], { currency, discount: discountRate, taxRate }: Asked): Sums {
  const percentOf = (amount: Decimal, percent: number) =>
    roundToMinor(currency, amount.times(decimal(percent)).times("0.01"));
  const subtotal = lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0));
  const discount = percentOf(subtotal, discountRate);
  const tax = percentOf(subtotal.minus(discount), taxRate);
  return { subtotal, discount, tax, total: subtotal.minus(discount).plus(tax) };
}

function dateProblems({ issueDate, dueDate }: Asked): Issue[] {
  if (issueDate === undefined || dueDate === undefined || issueDate <= dueDate) return [];
  return [{ path: ["dueDate"], rule: "must not be before issueDate" }];
}

/** The lines that are too large or, where none is, the sums. */
function sizeProblems(currency: string, lines: Line[], { subtotal, total }: Sums): Issue[] {
  const isTooLarge = (amount: Decimal) => !isSafeAmount(currency, amount);
  const paths = lines.flatMap(({ amount }, index) =>
    isTooLarge(amount) ? [["items", index] as const] : [],
  );
  const places = paths.length === 0 && [subtotal, total].some(isTooLarge) ? [["items"]] : paths;
  return places.map((path) => ({
    path,
    rule: `must come to at most ${formatCurrency(currency, largestAmount(currency))}`,
  }));
}
