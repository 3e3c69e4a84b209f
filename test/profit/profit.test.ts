import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { Static } from "typebox";
import { compileInput } from "#src/lib/input/input.js";
import { divide, toDecimal, round } from "#src/lib/money/exact.js";
import { readFees } from "#src/fees/files.js";
import { calculateProfit } from "#src/tools/profit-calculator/profit.js";
import { ProfitInput, type SaleOutput } from "#src/tools/profit-calculator/schema.js";

const read = compileInput(ProfitInput);
const world = { fees: readFees(), now: () => Date.UTC(2026, 10, 21) };

/** Returns the response for one platform, in which every amount is present. */
function calculate(request: object) {
  return calculateProfit(read(request), world).output as Static<typeof SaleOutput>;
}

const dollars = fc.integer({ min: 0, max: 300_000 }).map((cents) => cents / 100);
const smallDollars = fc.integer({ min: 0, max: 3000 }).map((cents) => cents / 100);
/** Typical amounts, and amounts with more than two decimals. */
const odd = fc.oneof(
  smallDollars,
  fc.integer({ min: 0, max: 999_999 }).map((n) => n / 1e5),
);
const percent = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const categories = Object.keys(world.fees["amazon.us.referral.json"][0].categories);
const common = { materialCost: smallDollars, shippingCharged: odd, otherCosts: odd };
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const requests = fc.oneof(
  fc.record({
    platform: fc.constant("etsy"),
    ...common,
    shippingLabel: odd,
    offsiteAdsPct: optional(fc.constantFrom(12, 15)),
  }),
  fc.record({
    platform: fc.constant("shopify"),
    ...common,
    shopifyPlan: fc.constantFrom("basic", "grow", "advanced"),
  }),
  fc.record({
    platform: fc.constant("amazon"),
    ...common,
    amazonCategory: fc.oneof(
      fc.constantFrom(...categories),
      fc
        .tuple(
          fc.constantFrom("Books", "Clothing", "Jewelry", "Spaceships"),
          fc.integer({ min: 0, max: 100 }),
        )
        .map(([name, pct]) => `${name} (${pct}%)`),
    ),
    amazonPlan: fc.constantFrom("individual", "professional"),
    fbaWeight: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 30, noNaN: true })),
    asOf: fc.constantFrom("2023-01-01", "2025-06-01", "2026-03-01", "2026-11-21"),
  }),
  fc.record({ platform: fc.constant("custom"), ...common, customPct: percent, customFixed: odd }),
);

/** Calculates the profit at every price up to `highest` cents. */
function searchByTrying(
  request: object,
  highest: number,
  reaches: (net: number, revenue: number) => boolean,
) {
  for (let cents = 0; cents <= highest; cents++) {
    const { netProfit, totalRevenue } = calculate({ ...request, salePrice: cents / 100 });
    if (reaches(Math.round(netProfit * 100), Math.round(totalRevenue * 100))) return cents / 100;
  }
  return null;
}

describe("calculateProfit", () => {
  it("the fees sum to totalCosts, and totalRevenue minus totalCosts is netProfit", () => {
    fc.assert(
      fc.property(
        requests,
        fc.oneof(dollars, fc.double({ min: 0, max: 1e12, noNaN: true })),
        (request, salePrice) => {
          const { fees, totalCosts, totalRevenue, netProfit, marginPct } = calculate({
            ...request,
            salePrice,
          });
          const sum = fees.reduce((all, { amount }) => all.plus(amount), toDecimal(0));
          assert.equal(sum.toNumber(), totalCosts);
          assert.equal(toDecimal(totalRevenue).minus(totalCosts).toNumber(), netProfit);
          const revenue = toDecimal(totalRevenue);
          const margin = revenue.eq(0) ? 0 : divide(toDecimal(netProfit).times(100), revenue);
          assert.equal(round(toDecimal(margin), 2).toNumber() + 0, marginPct + 0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("every detail is base × rate % + fixed, rounded half up", () => {
    fc.assert(
      fc.property(requests, dollars, (request, salePrice) => {
        const { fees, details = [] } = calculate({ ...request, salePrice, explain: true });
        assert.equal(details.length, fees.length);
        for (const [index, { label, amount, base, rate, fixed }] of details.entries()) {
          assert.deepEqual(fees[index], { label, amount });
          const exact = toDecimal(base).times(rate).times("0.01").plus(fixed);
          assert.equal(round(exact, 2).toNumber(), amount);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("findLowestPrice", () => {
  const HIGHEST = 3000;
  const limitPrice = (price: number | null | undefined) =>
    typeof price === "number" && price * 100 <= HIGHEST ? price : null;

  it("findLowestPrice agrees with trying every cent, for a margin", () => {
    fc.assert(
      fc.property(requests, fc.integer({ min: 0, max: 1000 }), (request, tenths) => {
        const asked = { ...request, salePrice: 1, targetMarginPct: tenths / 10 };
        const tried = searchByTrying(
          request,
          HIGHEST,
          (net, revenue) => net * 1000 >= tenths * revenue,
        );
        assert.equal(limitPrice(calculate(asked).suggestedPrice), tried);
      }),
      { numRuns: 20 },
    );
  });

  it("findLowestPrice agrees with trying every cent, for a profit and for break-even", () => {
    fc.assert(
      fc.property(requests, fc.integer({ min: 0, max: 1500 }), (request, cents) => {
        const asked = { ...request, salePrice: 1, targetProfit: cents / 100, explain: true };
        const { suggestedPrice, breakEvenPrice } = calculate(asked);
        assert.equal(
          limitPrice(suggestedPrice),
          searchByTrying(request, HIGHEST, (net) => net >= cents),
        );
        assert.equal(
          limitPrice(breakEvenPrice),
          searchByTrying(request, HIGHEST, (net) => net >= 0),
        );
      }),
      { numRuns: 10 },
    );
  });

  it("findLowestPrice is exact for each profit that a price up to 21.00 leaves", () => {
    const sellers = [
      { amazonCategory: "clothing", fbaWeight: 1 },
      { amazonCategory: "beauty", shippingCharged: 0.015 },
      { amazonCategory: "Toys (10%)" },
    ];
    for (const seller of sellers) {
      const request = { platform: "amazon", materialCost: 0, asOf: "2026-03-01", ...seller };
      const profits = Array.from(
        { length: 2101 },
        (_, cents) => calculate({ ...request, salePrice: cents / 100 }).netProfit,
      );
      for (const targetProfit of new Set(profits.filter((net) => net >= 0))) {
        const { suggestedPrice } = calculate({ ...request, salePrice: 1, targetProfit });
        assert.equal(suggestedPrice, profits.findIndex((net) => net >= targetProfit) / 100);
      }
    }
  });
});

describe("platform all", () => {
  const SINGLE = [
    { platform: "etsy" },
    { platform: "shopify", shopifyPlan: "basic" },
    { platform: "shopify", shopifyPlan: "shopify" },
    { platform: "shopify", shopifyPlan: "advanced" },
    { platform: "amazon" },
  ];
  const SALE = {
    salePrice: 25,
    materialCost: 6,
    shippingCharged: 5,
    shippingLabel: 4.5,
    otherCosts: 0.75,
    offsiteAdsPct: 12,
    amazonCategory: "Books",
    fbaWeight: 1.5,
    shopifyPlan: "advanced",
    customPct: 50,
  };

  it("platform all without a label and sales a month returns five results, each equal to that of its platform", () => {
    for (const extra of [{}, { explain: true, targetMarginPct: 20, asOf: "2026-03-01" }]) {
      const sale = { ...SALE, shippingLabel: 0, ...extra };
      const { output, scheduleIds } = calculateProfit(read({ ...sale, platform: "all" }), world);
      const alone = SINGLE.map((choice) => calculateProfit(read({ ...sale, ...choice }), world));
      assert.deepEqual(
        output.results,
        alone.map((one) => one.output),
      );
      assert.deepEqual(Object.keys(output), ["platform", "salePrice", "comparison", "results"]);
      assert.deepEqual(scheduleIds, [...new Set(alone.flatMap((one) => one.scheduleIds))]);
    }
  });

  it("platform all names each result in the comparison", () => {
    const { output } = calculateProfit(read({ ...SALE, platform: "all" }), world);
    const { comparison = [], results = [] } = output;
    assert.deepEqual(
      comparison.map(({ name }) => name),
      ["Etsy", "Shopify Basic", "Shopify", "Shopify Advanced", "Amazon"],
    );
    assert.deepEqual(
      comparison.map(({ netProfit, marginPct }) => [netProfit, marginPct]),
      results.map(({ netProfit, marginPct }) => [netProfit, marginPct]),
    );
  });

  /** Returns the cost lines of each result by the names of the comparison. */
  const listCosts = (request: object) => {
    const { comparison = [], results = [] } = calculateProfit(
      read({ ...SALE, fbaWeight: 0, platform: "all", ...request }),
      world,
    ).output;
    return comparison.map(({ name }, index) => [name, results[index]?.fees ?? []] as const);
  };

  it("platform all counts the shipping label on every platform where the seller ships", () => {
    const label = { label: "Shipping label", amount: 4.5 };
    for (const [name, fees] of listCosts({})) {
      assert.deepEqual(
        fees.filter((fee) => fee.label === label.label),
        [label],
        name,
      );
    }
    const [, shippedByAmazon = []] = listCosts({ fbaWeight: 1 }).at(-1) ?? [];
    assert.ok(!shippedByAmazon.some((fee) => fee.label === label.label));
  });

  it("platform all spreads the price of each plan over the sales a month as a line of its own", () => {
    const shares = listCosts({ salesPerMonth: 30 }).map(([, fees]) =>
      fees.filter((fee) => fee.label.startsWith("Plan (")),
    );
    assert.deepEqual(shares, [
      [],
      [{ label: "Plan ($39.00 a month)", amount: 1.3 }],
      [{ label: "Plan ($105.00 a month)", amount: 3.5 }],
      [{ label: "Plan ($399.00 a month)", amount: 13.3 }],
      [{ label: "Plan ($39.99 a month)", amount: 1.33 }],
    ]);
  });

  it("platform all names the sales a month from which the next plan leaves more", () => {
    const sale = { platform: "all", salePrice: 25, shippingCharged: 5, materialCost: 6 };
    const request = { ...sale, amazonPlan: "individual", salesPerMonth: 20 };
    const { comparison = [] } = calculateProfit(read(request), world).output;
    assert.deepEqual(
      comparison.map(({ monthlyFee, nextPlanFrom }) => [monthlyFee, nextPlanFrom]),
      // 30 dollars cost 6 cents less on the next plan of Shopify, and 99 cents less on that of
      // Amazon.
      [
        [0, undefined],
        [39, 1101],
        [105, 4901],
        [399, undefined],
        [0, 41],
      ],
    );
    const free = { ...request, salePrice: 0, shippingCharged: 0 };
    const [, basic] = calculateProfit(read(free), world).output.comparison ?? [];
    assert.equal(basic?.nextPlanFrom, null);
  });

  it("platform all rejects what one of the platforms rejects", () => {
    const unknown = { ...SALE, platform: "all", amazonCategory: "Spaceships" };
    assert.throws(() => calculateProfit(read(unknown), world), /^ValidationError: amazonCategory /);
  });
});

describe("a sale without a price", () => {
  it("a sale without a price is the sale at the lowest price that reaches the target", () => {
    const target = fc.oneof(
      fc.record({ targetMarginPct: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ targetProfit: smallDollars }),
    );
    fc.assert(
      fc.property(requests, target, fc.boolean(), (request, goal, explain) => {
        const asked = { ...request, ...goal, explain, salePrice: 1 };
        const price = calculate(asked).suggestedPrice;
        const { salePrice: _salePrice, ...unpriced } = asked;
        if (price === null) {
          assert.throws(
            () => calculate(unpriced),
            /target\w+ must be reached by a price of at most/,
          );
        } else assert.deepEqual(calculate(unpriced), calculate({ ...asked, salePrice: price }));
      }),
    );
  });

  it("a sale without a price needs a target", () => {
    const issues = /^ValidationError: salePrice is required; materialCost is required$/;
    assert.throws(() => read({ platform: "etsy" }), issues);
    assert.throws(() => calculate({ platform: "etsy", materialCost: 1 }), /salePrice is required/);
  });

  it("a sale without a price has a price for each platform, and the lowest of them as its price", () => {
    const sale = { platform: "all", materialCost: 6, targetMarginPct: 40 };
    const { salePrice, results = [] } = calculateProfit(read(sale), world).output;
    assert.ok(results.every((one) => one.salePrice === one.suggestedPrice && one.marginPct >= 40));
    assert.equal(salePrice, Math.min(...results.map((one) => one.salePrice)));
  });
});

describe("amazonCategory", () => {
  it("amazonCategory suggests every category of the fee table that is in force", () => {
    const known = ProfitInput.properties.amazonCategory as { examples?: string[] };
    assert.deepEqual(known.examples, categories);
  });
});
