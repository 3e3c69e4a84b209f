import { ValidationError } from "../../../lib/errors.ts";
import { type Decimal, decimal, ZERO } from "../../../lib/money.ts";
import {
  baseAtWhichPercentExceeds,
  type Fee,
  flatFee,
  type Sale,
  saleFee,
  shareOf,
} from "./fee.ts";
import type { Category, Version } from "../../../fees/schema.ts";

type Schedule = Version<"amazon.us.referral.json">;

/** What the fees of a category depend on besides its rates. */
type Kind = Pick<Category, "min" | "closing" | "apparel">;

/** The referral fee of one category, at whatever price. */
export interface Referral {
  category: Kind;
  feeAt(sale: Sale): Fee;
  /** Every base at which the fee changes its formula. */
  breaks(): Decimal[];
}

/** Of a name that is not in the table, Amazon's usual least fee is all that is assumed. */
const UNKNOWN: Kind = { min: decimal("0.30"), closing: false, apparel: false };

const WITH_PERCENT = /^(.*)\(\s*(\d{1,3}(?:\.\d{1,20})?)\s*%\s*\)\s*$/;

/**
 * The referral fee that a caller's `amazonCategory` asks for: by the percentage it names, else by the table.
 * Throws InputError for a name that is not in the table and names no percentage.
 */
export function referral(asked: string | undefined, schedule: Schedule): Referral {
  const [, name = asked ?? schedule.default, pct] = WITH_PERCENT.exec(asked ?? "") ?? [];
  const known = categoriesByName(schedule).get(fold(name));
  if (pct === undefined) {
    if (!known) throw unknownCategory(schedule);
    return referralOf(known, ratesOf(known));
  }
  return referralOf(known ?? UNKNOWN, [namedRate(pct)]);
}

function namedRate(text: string): Rate {
  const pct = decimal(text);
  if (pct.gt(100)) {
    throw ValidationError.at(["amazonCategory"], "must name a percentage of at most 100");
  }
  return { label: `Referral fee (${text}%)`, upTo: null, pct, fixed: ZERO };
}

function unknownCategory({ categories }: Schedule): ValidationError {
  const names = Object.keys(categories).join("; ");
  const rule = `must name a percentage, as in "Name (15%)", or be one of: ${names}`;
  return ValidationError.at(["amazonCategory"], rule);
}

const indexes = new WeakMap<Schedule, ReadonlyMap<string, Category>>();

/** A schedule's categories under their folded names and aliases; made once for each schedule. */
function categoriesByName(schedule: Schedule): ReadonlyMap<string, Category> {
  const known = indexes.get(schedule);
  if (known) return known;
  const index = new Map<string, Category>();
  for (const [name, category] of Object.entries(schedule.categories)) {
    for (const spelling of [name, ...category.aliases]) index.set(fold(spelling), category);
  }
  indexes.set(schedule, index);
  return index;
}

/** A name without what people write differently: case, `&` for "and", punctuation, spaces. */
function fold(name: string): string {
  const words = name.toLowerCase().replaceAll("&", " and ");
  return words.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function referralOf(category: Kind, rates: Rate[]): Referral {
  const least = category.min;
  const feeAt = (sale: Sale): Fee => {
    const rate = rates.find(({ upTo }) => upTo === null || sale.base.lte(upTo)) ?? LAST_IS_OPEN;
    const fee = saleFee(rate.label, sale, rate);
    const reached = sale.base.eq(ZERO) || rate.pct.eq(ZERO) || !amountAt(sale.base, rate).lt(least);
    return reached ? fee : flatFee(rate.label, least);
  };
  const breaks = () => {
    const limits = rates.flatMap(({ upTo }) => upTo ?? []);
    const leasts = rates.map(({ pct, fixed }) =>
      baseAtWhichPercentExceeds(pct, least.minus(fixed)),
    );
    return [ZERO, ...limits, ...leasts];
  };
  return { category, feeAt, breaks };
}

/** The straight line that the fee follows up to a base: `pct` of all of it, and `fixed`. */
interface Rate {
  label: string;
  upTo: Decimal | null;
  pct: Decimal;
  fixed: Decimal;
}

const LAST_IS_OPEN: Rate = { label: "", upTo: null, pct: ZERO, fixed: ZERO };

function amountAt(base: Decimal, { pct, fixed }: Rate): Decimal {
  return shareOf(base, pct).plus(fixed);
}

function ratesOf({ mode, tiers }: Category): Rate[] {
  const rates: Rate[] = [];
  for (const { upTo, pct } of tiers) {
    const label = mode === "portion" ? "Referral fee (tiered)" : `Referral fee (${pct.toFixed()}%)`;
    const below = rates.at(-1);
    // Each portion's line begins where the one below it ends.
    const joins = mode === "portion" && below?.upTo;
    const fixed = joins ? amountAt(joins, below).minus(shareOf(joins, pct)) : ZERO;
    rates.push({ label, upTo, pct, fixed });
  }
  return rates;
}
