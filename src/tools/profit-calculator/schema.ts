import { type Static, Type } from "typebox";
import {
  calendarDate,
  enumOf,
  type Input,
  type InputHints,
  singleLine,
  optionalMembers,
  optionalWithDefault,
} from "../../lib/schema.ts";

function dollars(description: string, hints: InputHints = {}) {
  return Type.Number({ minimum: 0, maximum: 1e12, "x-unit": "$", ...hints, description });
}

/** Shows a field only for these platforms. */
function showForPlatforms(...platforms: string[]): InputHints {
  return { "x-visible-when": { platform: platforms } };
}

/**
 * The names of Amazon's fee table, as suggestions for callers. A test compares them with the table.
 */
const AMAZON_CATEGORIES = [
  "Amazon Device Accessories",
  "Appliances - Compact",
  "Appliances - Full-size",
  "Automotive and Powersports",
  "Baby Products",
  "Backpacks, Handbags, and Luggage",
  "Base Equipment Power Tools",
  "Beauty, Health, and Personal Care",
  "Business, Industrial, and Scientific Supplies",
  "Clothing and Accessories",
  "Computers",
  "Consumer Electronics",
  "Electronics Accessories",
  "Everything Else",
  "Eyewear",
  "Fine Art",
  "Footwear",
  "Furniture",
  "Gift Cards",
  "Grocery and Gourmet",
  "Home and Kitchen",
  "Jewelry",
  "Lawn and Garden",
  "Lawn Mowers and Snow Throwers",
  "Mattresses",
  "Media",
  "Merchant Fulfilled Services",
  "Musical Instruments and AV Production",
  "Office Products",
  "Pet Supplies",
  "Sports and Outdoors",
  "Tires",
  "Tools and Home Improvement",
  "Toys and Games",
  "Video Game Consoles",
  "Video Games and Gaming Accessories",
  "Watches",
];

const ONE_PLATFORM = ["etsy", "shopify", "amazon", "custom"] as const;

/** A sale, its platform and the seller's costs. Amounts are US dollars. */
export const ProfitInput = Type.Object({
  platform: enumOf([...ONE_PLATFORM, "all"], {
    description: "Where it is sold; `all` compares Etsy, every Shopify plan and Amazon.",
  }),
  salePrice: Type.Optional(
    dollars(
      "What the buyer pays for the item. Left out, it is the lowest price that reaches the target, which is then required.",
      { "x-required-unless": ["targetMarginPct", "targetProfit"] },
    ),
  ),
  materialCost: dollars("What the item costs to make or buy."),
  shippingCharged: optionalWithDefault(dollars("What the buyer pays for shipping."), 0),
  shippingLabel: optionalWithDefault(
    dollars(
      "What the postage costs you: on Etsy, and with `all` wherever you ship yourself. On another platform alone it is one of the other costs.",
      showForPlatforms("etsy", "all"),
    ),
    0,
  ),
  otherCosts: optionalWithDefault(
    dollars("Packaging, labor and anything else that one item costs."),
    0,
  ),
  salesPerMonth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1e6,
      ...showForPlatforms("all"),
      "x-start": "50",
      description:
        "With `all`: spreads each plan's monthly price over this many sales, as a separate cost.",
    }),
  ),
  offsiteAdsPct: Type.Optional(
    Type.Unsafe<12 | 15>({
      type: "number",
      enum: [12, 15],
      ...showForPlatforms("etsy", "all"),
      description: "Etsy: the Offsite Ads rate, if the sale came from an Offsite Ad.",
    }),
  ),
  shopifyPlan: optionalWithDefault(
    enumOf(["basic", "shopify", "advanced"], {
      "x-synonyms": { grow: "shopify" },
      ...showForPlatforms("shopify"),
      description: "Shopify: the plan; the one sold as Grow is `shopify`.",
    }),
    "basic",
  ),
  amazonCategory: Type.Optional(
    singleLine(1, 200, {
      ...showForPlatforms("amazon", "all"),
      examples: AMAZON_CATEGORIES,
      description:
        "Amazon: a category of its fee table, or any name with a percentage, as in `Home & Kitchen (15%)`.",
    }),
  ),
  amazonPlan: optionalWithDefault(
    enumOf(["professional", "individual"], {
      ...showForPlatforms("amazon", "all"),
      description: "Amazon: the selling plan.",
    }),
    "professional",
  ),
  fbaWeight: optionalWithDefault(
    Type.Number({
      minimum: 0,
      maximum: 1e6,
      "x-unit": "lb",
      ...showForPlatforms("amazon", "all"),
      description: "Amazon: the weight in pounds when Amazon sends it, 0 when you do.",
    }),
    0,
  ),
  customPct: optionalWithDefault(
    Type.Number({
      minimum: 0,
      maximum: 100,
      ...showForPlatforms("custom"),
      description: "Custom: the fee in percent of the sale.",
    }),
    0,
  ),
  customFixed: optionalWithDefault(
    dollars("Custom: the fee on every sale.", showForPlatforms("custom")),
    0,
  ),
  asOf: Type.Optional(
    calendarDate({ description: "The day whose fees apply; today (UTC) when left out." }),
  ),
  targetMarginPct: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: "In percent. Also suggests the lowest price that reaches this margin.",
    }),
  ),
  targetProfit: Type.Optional(dollars("Also suggests the lowest price that reaches this profit.")),
  explain: optionalWithDefault(
    Type.Boolean({
      title: "Explain the figures",
      description: "Adds the working, the fee schedules used and the break-even price.",
    }),
    false,
  ),
});

/** A validated input with defaults filled in. */
export type ProfitInput = Input<typeof ProfitInput>;

export type SaleInput = ProfitInput & { platform: Exclude<ProfitInput["platform"], "all"> };

const Amount = Type.Number({ description: "Dollars to two decimals." });
const Price = (what: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `${what}, in dollars; \`null\` where no price up to 1,000,000 is.`,
  });

const Detail = Type.Object(
  {
    label: Type.String(),
    amount: Amount,
    base: Type.Number(),
    rate: Type.Number(),
    fixed: Type.Number(),
  },
  { description: "`amount` is `base` × `rate` % + `fixed`, rounded half up to cents." },
);

const Schedule = Type.Object({
  id: Type.String(),
  effectiveFrom: Type.String(),
  effectiveTo: Type.Union([Type.String(), Type.Null()]),
  confidence: Type.Optional(Type.String()),
  sources: Type.Array(Type.Object({ url: Type.String(), retrieved: Type.String() })),
  warnings: Type.Array(Type.String(), {
    description: "Why the numbers may not fit the day they are used for.",
  }),
});

/**
 * The profit on one platform and its breakdown. The amounts of `fees` sum exactly to `totalCosts`.
 */
export const SaleOutput = Type.Object({
  platform: Type.String(),
  salePrice: Type.Number({
    description:
      "As sent, or the suggested price. With `all` and without a price, the lowest of those suggested.",
  }),
  totalRevenue: Amount,
  totalCosts: Amount,
  netProfit: Amount,
  marginPct: Type.Number({
    description: "netProfit in percent of totalRevenue; 0 without revenue.",
  }),
  fees: Type.Array(Type.Object({ label: Type.String(), amount: Amount })),
  details: Type.Optional(Type.Array(Detail, { description: "With `explain`." })),
  schedule: Type.Optional(
    Type.Array(Schedule, { description: "With `explain`: the fee schedules used." }),
  ),
  roiPct: Type.Optional(
    Type.Number({
      description:
        "With `explain`: netProfit in percent of materials, other costs and shipping label.",
    }),
  ),
  breakEvenPrice: Type.Optional(Price("With `explain`: the lowest price without a loss")),
  suggestedPrice: Type.Optional(Price("The lowest price that reaches the target")),
});

export type SaleResponse = Static<typeof SaleOutput>;

const { platform, salePrice, ...figures } = SaleOutput.properties;

/**
 * The profit on one platform, or on five side by side with `all`. An object, because MCP clients
 * reject other types.
 */
export const ProfitOutput = Type.Object(
  {
    platform,
    salePrice,
    ...optionalMembers(figures),
    comparison: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          totalCosts: Amount,
          netProfit: Amount,
          marginPct: Type.Number(),
          monthlyFee: Type.Optional(
            Type.Number({ description: "What the plan costs a month, in dollars." }),
          ),
          nextPlanFrom: Type.Optional(
            Type.Union([Type.Integer(), Type.Null()], {
              description:
                "Sales a month from which the next plan leaves more at this price; `null`: never.",
            }),
          ),
        }),
        { description: "With `all`, instead of the figures: one row for each of `results`." },
      ),
    ),
    results: Type.Optional(
      Type.Array(SaleOutput, {
        description:
          "With `all`: Etsy, Shopify with the plans basic, shopify and advanced, and Amazon, each with the shipping label where you ship and its share of `salesPerMonth`.",
      }),
    ),
  },
  { "x-has-when": { input: { platform: ONE_PLATFORM }, members: SaleOutput.required } },
);

export type ProfitResponse = Static<typeof ProfitOutput>;
