import { ValidationError } from "../../../lib/errors.ts";
import { type Decimal, toDecimal, ZERO } from "../../../lib/money/exact.ts";
import {
  findCrossover,
  type Fee,
  createFlatFee,
  type Sale,
  createSaleFee,
  takePercent,
} from "./fee.ts";
import type { Category, Version } from "../../../fees/schema.ts";

type ReferralSchedule = Version<"amazon.us.referral.json">;

/** Traits of a category, apart from its rates, that affect fees. */
type CategoryTraits = Pick<Category, "min" | "closing" | "apparel">;

/** The referral fee of one category as a function of the price. */
export interface Referral {
  category: CategoryTraits;
  computeFee(sale: Sale): Fee;
  /** Returns every base at which the fee formula changes. */
  listBreakpoints(): Decimal[];
}

/** Traits of a category that is not in the table: only Amazon's usual minimum fee. */
const UNKNOWN: CategoryTraits = { min: toDecimal("0.30"), closing: false, apparel: false };

/** Matches a category with a percentage, as in "Name (15%)". */
const WITH_PERCENT = /^(.*)\(\s*(\d{1,3}(?:\.\d{1,20})?)\s*%\s*\)\s*$/;

/**
 * Resolves `amazonCategory` to a referral fee: by the percentage in its name, otherwise by the
 * table. Throws ValidationError for a name that is not in the table and has no percentage.
 */
export function resolveReferral(name: string | undefined, schedule: ReferralSchedule): Referral {
  const [, baseName = name ?? schedule.default, pct] = WITH_PERCENT.exec(name ?? "") ?? [];
  const category = getCategoryIndex(schedule).get(normalizeName(baseName));
  if (pct === undefined) {
    if (!category) throw createUnknownCategoryError(schedule);
    return createReferral(category, toRates(category));
  }
  return createReferral(category ?? UNKNOWN, [parseRate(pct)]);
}

function parseRate(text: string): ReferralRate {
  const pct = toDecimal(text);
  if (pct.gt(100)) {
    throw ValidationError.at(["amazonCategory"], "must name a percentage of at most 100");
  }
  return { label: `Referral fee (${text}%)`, upTo: null, pct, fixed: ZERO };
}

function createUnknownCategoryError({ categories }: ReferralSchedule): ValidationError {
  const names = Object.keys(categories).join("; ");
  const rule = `must name a percentage, as in "Name (15%)", or be one of: ${names}`;
  return ValidationError.at(["amazonCategory"], rule);
}

const categoryIndexes = new WeakMap<ReferralSchedule, ReadonlyMap<string, Category>>();

/** Returns a schedule's categories by normalized name and alias. Caches them per schedule. */
function getCategoryIndex(schedule: ReferralSchedule): ReadonlyMap<string, Category> {
  const cached = categoryIndexes.get(schedule);
  if (cached) return cached;
  const index = new Map<string, Category>();
  for (const [name, category] of Object.entries(schedule.categories)) {
    for (const spelling of [name, ...category.aliases])
      index.set(normalizeName(spelling), category);
  }
  categoryIndexes.set(schedule, index);
  return index;
}

/** Removes differences in case, punctuation and spaces, and spells out `&`. */
function normalizeName(name: string): string {
  const words = name.toLowerCase().replaceAll("&", " and ");
  return words.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function createReferral(category: CategoryTraits, rates: ReferralRate[]): Referral {
  const minFee = category.min;
  const computeFee = (sale: Sale): Fee => {
    const rate = rates.find(({ upTo }) => upTo === null || sale.base.lte(upTo)) ?? UNREACHABLE_RATE;
    const fee = createSaleFee(rate.label, sale, rate);
    const reached =
      sale.base.eq(ZERO) || rate.pct.eq(ZERO) || !getAmountAt(sale.base, rate).lt(minFee);
    return reached ? fee : createFlatFee(rate.label, minFee);
  };
  const listBreakpoints = () => {
    const limits = rates.flatMap(({ upTo }) => upTo ?? []);
    const crossovers = rates.map(({ pct, fixed }) => findCrossover(pct, minFee.minus(fixed)));
    return [ZERO, ...limits, ...crossovers];
  };
  return { category, computeFee, listBreakpoints };
}

/** The linear fee up to a base of `upTo`: `pct` percent of the whole base plus `fixed`. */
interface ReferralRate {
  label: string;
  upTo: Decimal | null;
  pct: Decimal;
  fixed: Decimal;
}

/** Satisfies the type: the last tier has no limit. */
const UNREACHABLE_RATE: ReferralRate = { label: "", upTo: null, pct: ZERO, fixed: ZERO };

function getAmountAt(base: Decimal, { pct, fixed }: ReferralRate): Decimal {
  return takePercent(base, pct).plus(fixed);
}

function toRates({ mode, tiers }: Category): ReferralRate[] {
  const rates: ReferralRate[] = [];
  for (const { upTo, pct } of tiers) {
    const label = mode === "portion" ? "Referral fee (tiered)" : `Referral fee (${pct.toFixed()}%)`;
    const below = rates.at(-1);
    // `fixed` makes this portion start at the amount where the one below it ends.
    const limitBelow = mode === "portion" && below?.upTo;
    const fixed = limitBelow
      ? getAmountAt(limitBelow, below).minus(takePercent(limitBelow, pct))
      : ZERO;
    rates.push({ label, upTo, pct, fixed });
  }
  return rates;
}
