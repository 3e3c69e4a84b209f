import { Decimal, divide, floor, ZERO } from "../../../lib/money/exact.ts";
import { type UsedSchedule, describeSchedule } from "../../../fees/schedules.ts";
import { type Fee, createFlatFee, type Sale } from "./fee.ts";
import type { WeightTable, Version } from "../../../fees/schema.ts";

type FbaSchedule = Version<"amazon.us.fba.json">;
type Surcharge = FbaSchedule["surcharges"][number];

/** Fulfillment by Amazon: fees for storing, packing and shipping one unit, by price band. */
export interface Fulfillment {
  computeFees(sale: Sale): Fee[];
  /** Returns every price at which the fees change. */
  listPriceBreakpoints(): Decimal[];
  scheduleIds: string[];
  describeSchedules(): UsedSchedule[];
}

/** A product's weight and kind, and the UTC day (YYYY-MM-DD) on which it ships. */
interface Goods {
  pounds: Decimal;
  apparel: boolean;
  day: string;
}

/** The fulfillment of a seller who ships the goods without Amazon: no fees. */
export const NO_FULFILLMENT: Fulfillment = {
  computeFees: () => [],
  listPriceBreakpoints: () => [],
  scheduleIds: [],
  describeSchedules: () => [],
};

/** Creates the fulfillment fee of a product and the surcharges in force on its day. */
export function createFulfillment(schedule: FbaSchedule, goods: Goods): Fulfillment {
  const perBand = getAmountPerBand(schedule, goods);
  const surcharges = schedule.surcharges.filter((surcharge) => isInForce(surcharge, goods.day));
  const computeFees = ({ price }: Sale): Fee[] => {
    const band = schedule.priceBands.findIndex(
      ({ upTo, inclusive }) => !upTo || price.lt(upTo) || (inclusive && price.eq(upTo)),
    );
    const amount = perBand[band] ?? ZERO;
    return [
      createFlatFee("FBA fulfillment fee", amount),
      ...surcharges.map(({ label, pct }) =>
        createSurchargeFee(`${label} (${pct.toFixed()}%)`, amount, pct),
      ),
    ];
  };
  return {
    computeFees,
    listPriceBreakpoints: () => schedule.priceBands.flatMap(({ upTo }) => upTo ?? []),
    scheduleIds: [schedule.id],
    describeSchedules: () => [describeUsed(schedule, surcharges, goods.day)],
  };
}

function createSurchargeFee(label: string, amount: Decimal, pct: Decimal): Fee {
  return { label, base: amount, pct, fixed: ZERO, scalesWithPrice: false };
}

function isInForce({ effectiveFrom, effectiveTo }: Surcharge, day: string): boolean {
  return effectiveFrom <= day && (effectiveTo === null || day <= effectiveTo);
}

function describeUsed(schedule: FbaSchedule, surcharges: Surcharge[], day: string): UsedSchedule {
  const plain = describeSchedule(schedule, day);
  return {
    ...plain,
    sources: [...plain.sources, ...surcharges.flatMap(({ sources }) => sources)],
    warnings: [...plain.warnings, ...getPeakWarnings(schedule, day)],
  };
}

function getPeakWarnings({ peak, id }: FbaSchedule, day: string): string[] {
  return peak
    .filter(({ from, to }) => from <= day && day <= to)
    .map(({ from, to }) => `${id} does not include the holiday peak amounts of ${from} to ${to}`);
}

/** Returns the fee for each price band. */
function getAmountPerBand(schedule: FbaSchedule, { pounds, apparel }: Goods): Decimal[] {
  const table = (apparel && schedule.apparel) || schedule;
  const ounces = roundUp(pounds.times(16));
  return ounces.gt(table.over.maxOz)
    ? listOversizeAmounts(schedule, pounds)
    : listOunceAmounts(table, ounces);
}

function listOunceAmounts({ standard, over }: WeightTable, ounces: Decimal): Decimal[] {
  const row = standard.find(({ upToOz }) => ounces.lte(upToOz));
  if (row) return row.fee;
  const steps = roundUp(divide(ounces.minus(over.fromOz), over.stepOz));
  return over.base.map((base) => steps.times(over.step).plus(base));
}

/**
 * Returns the amounts of a heavy product. Selects the tier by exact weight and counts its steps in
 * whole pounds, like Amazon.
 */
function listOversizeAmounts({ heavy }: FbaSchedule, pounds: Decimal): Decimal[] {
  const tier = heavy.find(({ maxLb }) => maxLb === null || pounds.lte(maxLb));
  if (!tier) return [];
  const steps = roundUp(pounds).minus(tier.fromLb);
  return tier.base.map((base) => steps.times(tier.step).plus(base));
}

function roundUp(value: Decimal): Decimal {
  return new Decimal(-floor(value.neg()), 0);
}
