import { type Static, type TProperties, Type } from "typebox";
import type { Decimal as ExactDecimal } from "../lib/money/exact.ts";
import { recordOf } from "../lib/schema.ts";

/**
 * A decimal string in the file ("0.30"), because JSON numbers are binary floats. Validation
 * converts it to an exact decimal.
 */
const Decimal = Type.Unsafe<ExactDecimal>({ decimal: "amount" });
/** A percentage from 0 to 100 as a decimal string without the sign, with at most three decimals. */
const Percent = Type.Unsafe<ExactDecimal>({ decimal: "percent" });
const Day = Type.String({ format: "date" });
const DayOrOpen = Type.Union([Day, Type.Null()]);
const LimitOrOpen = Type.Union([Decimal, Type.Null()]);
const Sources = Type.Array(Type.Object({ url: Type.String({ minLength: 1 }), retrieved: Day }), {
  minItems: 1,
});

/** Members that every schedule version has. */
const common = {
  id: Type.String({
    pattern: "^[A-Za-z0-9._-]+$",
    "x-message": "must be letters, digits, . _ or -",
  }),
  effectiveFrom: Day,
  effectiveTo: Type.Optional(DayOrOpen),
  sources: Sources,
  currency: Type.Unsafe<"USD">({ enum: ["USD"] }),
  confidence: Type.Optional(
    Type.Unsafe<"confirmed" | "transcribed" | "estimated">({
      enum: ["confirmed", "transcribed", "estimated"],
    }),
  ),
  reviewBy: Type.Optional(Day),
  notes: Type.Optional(Type.String()),
};

function versions<P extends TProperties>(members: P) {
  return Type.Array(Type.Object({ ...common, ...members }), { minItems: 1 });
}

const EtsyFile = versions({
  listing: Decimal,
  transactionPct: Percent,
  processing: Type.Object({ pct: Percent, fixed: Decimal }),
  offsiteAds: Type.Object({ cap: Decimal }),
});

const Plan = Type.Object({
  pct: Percent,
  fixed: Decimal,
  gatewayPct: Percent,
  /**
   * Price of a month that is billed monthly. Optional, because overlays of 0.2.0 do not have it.
   */
  monthly: Type.Optional(Decimal),
});

const ShopifyFile = versions({
  plans: Type.Object({ basic: Plan, shopify: Plan, advanced: Plan }),
});

const Category = Type.Object({
  mode: Type.Unsafe<"flat" | "whole" | "portion">({ enum: ["flat", "whole", "portion"] }),
  tiers: Type.Array(Type.Object({ upTo: LimitOrOpen, pct: Percent }), { minItems: 1 }),
  min: Decimal,
  closing: Type.Boolean(),
  apparel: Type.Boolean(),
  aliases: Type.Array(Type.String()),
});

const ReferralFile = versions({
  default: Type.String(),
  individualPerItem: Decimal,
  /**
   * Price of a month of the Professional plan. Optional, because overlays of 0.2.0 do not have it.
   */
  professionalMonthly: Type.Optional(Decimal),
  closing: Decimal,
  categories: recordOf(Category),
});

const PerPriceBand = Type.Array(Decimal, { minItems: 1 });
const byOunces = {
  standard: Type.Array(Type.Object({ upToOz: Decimal, fee: PerPriceBand }), { minItems: 1 }),
  over: Type.Object({
    base: PerPriceBand,
    fromOz: Decimal,
    stepOz: Decimal,
    step: Decimal,
    maxOz: Decimal,
  }),
};

const FbaFile = versions({
  priceBands: Type.Array(Type.Object({ upTo: LimitOrOpen, inclusive: Type.Boolean() }), {
    minItems: 1,
  }),
  ...byOunces,
  apparel: Type.Optional(Type.Object(byOunces)),
  heavy: Type.Array(
    Type.Object({ maxLb: LimitOrOpen, base: PerPriceBand, fromLb: Decimal, step: Decimal }),
    { minItems: 1 },
  ),
  surcharges: Type.Array(
    Type.Object({
      effectiveFrom: Day,
      effectiveTo: DayOrOpen,
      pct: Percent,
      label: Type.String({ minLength: 1 }),
      sources: Sources,
    }),
  ),
  peak: Type.Array(Type.Object({ from: Day, to: Day, add: Type.Null() })),
});

/** The schema of each data file by file name. */
export const FEE_FILES = {
  "etsy.us.json": EtsyFile,
  "shopify.us.json": ShopifyFile,
  "amazon.us.referral.json": ReferralFile,
  "amazon.us.fba.json": FbaFile,
} as const;

/** Name of a data file, in the built-in folder and in an overlay. */
export type FeeFileName = keyof typeof FEE_FILES;

/** One schedule version of a data file, with amounts and percentages as exact decimals. */
export type Version<N extends FeeFileName = FeeFileName> = Static<(typeof FEE_FILES)[N]>[number];

/** Referral rates of one Amazon category. */
export type Category = Static<typeof Category>;

/** Fulfillment fees by weight in ounces, up to 20 lb. */
export type WeightTable = Pick<Version<"amazon.us.fba.json">, keyof typeof byOunces>;

/** A parsed data file: `name` appears in error messages, `json` is its content. */
export interface FeeFile {
  name: string;
  json: unknown;
}
