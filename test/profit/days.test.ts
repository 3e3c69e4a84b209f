import assert from "node:assert/strict";
import { test } from "node:test";
import { readFees } from "#src/fees/files.js";
import { compileInput } from "#src/lib/input/input.js";
import { calculateProfit } from "#src/tools/profit-calculator/profit.js";
import { ProfitInput } from "#src/tools/profit-calculator/schema.js";

const read = compileInput(ProfitInput);
const fees = readFees();
const getNow = () => Date.UTC(2026, 10, 21);

function calculate(asOf: string, schedules = fees) {
  const asked = { platform: "amazon", salePrice: 20, materialCost: 1, fbaWeight: 1, explain: true };
  return calculateProfit(read({ ...asked, asOf }), { fees: schedules, now: getNow }).output;
}

function hasSurcharge(asOf: string, schedules = fees): boolean {
  return calculate(asOf, schedules).fees?.some(({ label }) => label.includes("surcharge")) ?? false;
}

function hasPeakWarning(asOf: string): boolean {
  const warnings = calculate(asOf).schedule?.flatMap((schedule) => schedule.warnings) ?? [];
  return warnings.some((warning) => warning.includes("holiday peak"));
}

test("a surcharge applies from its first to its last day only", () => {
  const [older, newer] = fees["amazon.us.fba.json"];
  assert.ok(newer);
  const surcharges = newer.surcharges.map((surcharge) =>
    Object.assign({}, surcharge, { effectiveTo: "2026-06-30" }),
  );
  const schedules = { ...fees, "amazon.us.fba.json": [older, { ...newer, surcharges }] } as const;
  const days = ["2026-04-16", "2026-04-17", "2026-06-30", "2026-07-01"];
  assert.deepEqual(
    days.map((day) => hasSurcharge(day, schedules)),
    [false, true, true, false],
  );
  assert.ok(hasSurcharge("2026-07-01"), "the shipped surcharge has no end");
});

test("a sale from the first to the last day of the holiday peak gets its warning", () => {
  const days = ["2026-10-14", "2026-10-15", "2027-01-14", "2027-01-15"];
  assert.deepEqual(days.map(hasPeakWarning), [false, true, true, false]);
});
