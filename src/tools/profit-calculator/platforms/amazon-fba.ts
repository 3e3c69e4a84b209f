import { type Decimal, ZERO } from "../../../lib/money.ts";
import { type UsedSchedule, describeSchedule } from "../../../fees/schedules.ts";
import { type Fee, flatFee, type Sale } from "./fee.ts";
import type { WeightTable, Version } from "../../../fees/schema.ts";

type Schedule = Version<"amazon.us.fba.json">;
type Surcharge = Schedule["surcharges"][number];

/** What Amazon takes for keeping, packing and sending one unit, by price band. */
export interface Fulfilment {
  feesAt(sale: Sale): Fee[];
  /** Every price at which the fees change. */
  priceBreaks(): Decimal[];
  scheduleIds: string[];
  schedules(): UsedSchedule[];
}

/** What goods are for the fulfilment fee, and the UTC day they are sent. */
export interface Goods {
  pounds: Decimal;
  apparel: boolean;
  day: string;
}

/** The seller sends the goods. */
export const NO_FULFILMENT: Fulfilment = {
  feesAt: () => [],
  priceBreaks: () => [],
  scheduleIds: [],
  schedules: () => [],
};

/** The fulfilment fee of goods and its surcharges. */
export function fulfilment(schedule: Schedule, goods: Goods): Fulfilment {
  const perBand = amounts(schedule, goods);
  const surcharges = schedule.surcharges.filter((surcharge) => covers(surcharge, goods.day));
  const feesAt = ({ price }: Sale): Fee[] => {
    const band = schedule.priceBands.findIndex(
      ({ upTo, inclusive }) => !upTo || price.lt(upTo) || (inclusive && price.eq(upTo)),
    );
    const amount = perBand[band] ?? ZERO;
    return [
      flatFee("FBA fulfillment fee", amount),
      ...surcharges.map(({ label, pct }) =>
        surchargeFee(`${label} (${pct.toFixed()}%)`, amount, pct),
      ),
    ];
  };
  return {
    feesAt,
    priceBreaks: () => schedule.priceBands.flatMap(({ upTo }) => upTo ?? []),
    scheduleIds: [schedule.id],
    schedules: () => [used(schedule, surcharges, goods.day)],
  };
}

function surchargeFee(label: string, amount: Decimal, pct: Decimal): Fee {
  return { label, base: amount, pct, fixed: ZERO, scalesWithPrice: false };
}

function covers({ effectiveFrom, effectiveTo }: Surcharge, day: string): boolean {
  return effectiveFrom <= day && (effectiveTo === null || day <= effectiveTo);
}

function used(schedule: Schedule, surcharges: Surcharge[], day: string): UsedSchedule {
  const plain = describeSchedule(schedule, day);
  return {
    ...plain,
    sources: [...plain.sources, ...surcharges.flatMap(({ sources }) => sources)],
    warnings: [...plain.warnings, ...peakWarnings(schedule, day)],
  };
}

function peakWarnings({ peak, id }: Schedule, day: string): string[] {
  return peak
    .filter(({ from, to }) => from <= day && day <= to)
    .map(({ from, to }) => `${id} does not include the holiday peak amounts of ${from} to ${to}`);
}

/** The fee in each price band. */
function amounts(schedule: Schedule, { pounds, apparel }: Goods): Decimal[] {
  const table = (apparel && schedule.apparel) || schedule;
  const ounces = up(pounds.times(16));
  return ounces.gt(table.over.maxOz) ? heavyAmounts(schedule, pounds) : ounceAmounts(table, ounces);
}

function ounceAmounts({ standard, over }: WeightTable, ounces: Decimal): Decimal[] {
  const row = standard.find(({ upToOz }) => ounces.lte(upToOz));
  if (row) return row.fee;
  const steps = up(ounces.minus(over.fromOz).div(over.stepOz));
  return over.base.map((base) => steps.times(over.step).plus(base));
}

/** The tier is decided on the exact weight, its steps on whole pounds. */
function heavyAmounts({ heavy }: Schedule, pounds: Decimal): Decimal[] {
  const tier = heavy.find(({ maxLb }) => maxLb === null || pounds.lte(maxLb));
  if (!tier) return [];
  const steps = up(pounds).minus(tier.fromLb);
  return tier.base.map((base) => steps.times(tier.step).plus(base));
}

/** The next whole number. */
function up(value: Decimal): Decimal {
  const UP = 3;
  return value.round(0, UP);
}
