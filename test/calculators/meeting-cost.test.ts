import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { calculateMeetingCost } from "#src/tools/meeting-cost/meeting-cost.js";
import { MeetingCostInput } from "#src/tools/meeting-cost/schema.js";

const read = compileInput(MeetingCostInput);
const calculateCost = (input: object) => calculateMeetingCost(read(input));

const toCents = (amount: number) => BigInt(Math.round(amount * 100));

const meetings = fc.record({
  attendees: fc.array(
    fc.record({ hourlyRate: fc.integer({ min: 0, max: 50_000_000 }).map((mills) => mills / 1000) }),
    { maxLength: 60 },
  ),
  durationMinutes: fc.integer({ min: 1, max: 60_000 }).map((tenths) => tenths / 10),
});

test("totalCost is the exact sum rounded once and equals the breakdown's sum", () => {
  fc.assert(
    fc.property(meetings, (meeting) => {
      const { totalCost, breakdown, attendees } = calculateCost(meeting);
      // Calculates in integers: thousandths of money by tenths of a minute; a cent is 6000 of them.
      const parts = meeting.attendees.map(
        ({ hourlyRate }) =>
          BigInt(Math.round(hourlyRate * 1000)) * BigInt(Math.round(meeting.durationMinutes * 10)),
      );
      const exact = parts.reduce((sum, part) => sum + part, 0n);
      assert.equal(toCents(totalCost), (2n * exact + 6000n) / 12_000n);
      const shares = breakdown.map(({ cost }) => toCents(cost));
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        toCents(totalCost),
      );
      shares.forEach((share, index) => {
        const floor = (parts[index] ?? 0n) / 6000n;
        assert.ok(share === floor || share === floor + 1n);
      });
      assert.equal(attendees, breakdown.length);
    }),
  );
});

test("a meeting's total is split into cents by largest remainder", () => {
  fc.assert(
    fc.property(meetings, (meeting) => {
      const { breakdown } = calculateCost(meeting);
      const minutes = BigInt(Math.round(meeting.durationMinutes * 10));
      const shares = breakdown.map(({ cost }, index) => {
        const part =
          BigInt(Math.round((meeting.attendees[index]?.hourlyRate ?? 0) * 1000)) * minutes;
        return { rest: part % 6000n, topped: toCents(cost) > part / 6000n };
      });
      const least = shares.findLast(({ topped }) => topped);
      if (!least) return;
      const lowest = shares.filter(({ topped }) => topped).map(({ rest }) => rest);
      const bar = lowest.reduce((low, rest) => (rest < low ? rest : low), least.rest);
      assert.ok(shares.every(({ rest, topped }) => topped || rest <= bar));
    }),
  );
});

test("hourly rates of any magnitude are summed exactly", () => {
  const { costPerHour, breakdown } = calculateCost({
    attendees: [{ hourlyRate: 1e12 }, { hourlyRate: 5e-324 }, { hourlyRate: 0.005 }],
    durationMinutes: 60,
  });
  assert.equal(costPerHour, 1_000_000_000_000.01);
  assert.deepEqual(
    breakdown.map(({ cost }) => cost),
    [1e12, 0, 0.01],
  );
});

test("a total beyond 2^53-1 cents is rejected", () => {
  const dear = {
    attendees: Array.from({ length: 100 }, () => ({ hourlyRate: 1e12 })),
    durationMinutes: 1,
  };
  const message = "attendees must cost at most 90071992547409.91 together";
  assert.throws(() => calculateCost(dear), { message });
  const long = { attendees: [{ hourlyRate: 1e12 }], durationMinutes: 525_600 };
  assert.throws(() => calculateCost(long), { message });
});

/** An amount of money as an exact fraction of cents. */
interface Cents {
  numerator: bigint;
  denominator: bigint;
}

/** Rounds a sum of fractions half up over one common denominator. */
function roundSum(parts: readonly Cents[]): bigint {
  const over = parts.reduce((product, { denominator }) => product * denominator, 1n);
  const sum = parts.reduce(
    (total, { numerator, denominator }) => total + (numerator * over) / denominator,
    0n,
  );
  return (2n * sum + over) / (2n * over);
}

const salaried = fc.record({
  annualSalary: fc.integer({ min: 0, max: 100_000_000 }).map((hundredths) => hundredths / 100),
  hoursPerYear: fc.option(
    fc.integer({ min: 4, max: 4 * 8784 }).map((quarters) => quarters / 4),
    { nil: undefined },
  ),
  count: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
});
const hourly = fc.record({
  hourlyRate: fc.integer({ min: 0, max: 5_000_000 }).map((hundredths) => hundredths / 100),
  count: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
});

test("salaries, counts and the annual cost are exact and rounded once", () => {
  const rows = fc.array(fc.oneof(salaried, hourly), { minLength: 1, maxLength: 12 });
  const minutes = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(rows, minutes, fc.integer({ min: 1, max: 365 }), (attendees, time, times) => {
      const found = calculateCost({ attendees, durationMinutes: time, occurrencesPerYear: times });
      const exact = attendees.map((row): Cents => {
        const amount = "hourlyRate" in row ? row.hourlyRate : row.annualSalary;
        const hours = "hourlyRate" in row ? 1 : (row.hoursPerYear ?? 2080);
        return {
          numerator: toCents(amount) * BigInt(row.count ?? 1) * BigInt(time) * 4n,
          denominator: BigInt(hours * 4) * 60n,
        };
      });
      assert.equal(toCents(found.totalCost), roundSum(exact));
      const year = exact.map(({ numerator, denominator }) => ({
        numerator: numerator * BigInt(times),
        denominator,
      }));
      assert.equal(toCents(found.annualCost ?? -1), roundSum(year));
      const shares = found.breakdown.map(({ cost }) => toCents(cost));
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        toCents(found.totalCost),
      );
      shares.forEach((share, index) => {
        const { numerator = 0n, denominator = 1n } = exact[index] ?? {};
        const floor = numerator / denominator;
        assert.ok(share === floor || share === floor + 1n);
      });
      assert.equal(
        found.attendees,
        attendees.reduce((heads, { count = 1 }) => heads + count, 0),
      );
    }),
  );
});

test("a salary is divided by 2080 hours, or by the attendee's own", () => {
  const found = calculateCost({
    attendees: [
      { annualSalary: 104_000, count: 3, name: "Engineers" },
      { annualSalary: 90_000, hoursPerYear: 1687.5 },
      { hourlyRate: 70, hoursPerYear: 1000 },
    ],
    durationMinutes: 30,
    occurrencesPerYear: 52,
  });
  assert.deepEqual(found, {
    totalCost: 136.67,
    costPerMinute: 4.56,
    costPerHour: 273.33,
    attendees: 5,
    durationMinutes: 30,
    currency: "USD",
    breakdown: [
      { name: "Engineers", role: null, cost: 75 },
      { name: null, role: null, cost: 26.67 },
      { name: null, role: null, cost: 35 },
    ],
    annualCost: 7106.67,
  });
});

test("an error names every row without exactly one of hourly rate and salary", () => {
  const attendees = [{ hourlyRate: 1 }, {}, { hourlyRate: 1, annualSalary: 2 }];
  assert.throws(() => calculateCost({ attendees, durationMinutes: 1 }), {
    message:
      "attendees[1].hourlyRate is required unless annualSalary is set; " +
      "attendees[2].hourlyRate must not be combined with annualSalary",
  });
  const wrong = [
    { hourlyRate: 1, count: 0 },
    { annualSalary: 1, hoursPerYear: 0 },
  ];
  assert.throws(
    () => calculateCost({ attendees: wrong, durationMinutes: 1, occurrencesPerYear: 0.5 }),
    {
      message:
        "attendees[0].count must be at least 1; attendees[1].hoursPerYear must be at least 1; " +
        "occurrencesPerYear must be a whole number",
    },
  );
});

test("an annual cost beyond 2^53-1 cents is rejected", () => {
  const attendees = [{ hourlyRate: 1e12 }];
  assert.throws(() => calculateCost({ attendees, durationMinutes: 60, occurrencesPerYear: 100 }), {
    message: "attendees must cost at most 90071992547409.91 in a year",
  });
});

test("a thousand rows with different hours sum to the total", () => {
  const attendees = Array.from({ length: 1000 }, (_, row) => ({
    annualSalary: 50_000 + row / 7,
    hoursPerYear: 1000 + row / 3,
    count: 1000,
  }));
  const {
    attendees: heads,
    totalCost,
    breakdown,
  } = calculateCost({ attendees, durationMinutes: 1 });
  assert.equal(heads, 1_000_000);
  const sum = breakdown.reduce((left, { cost }) => left + toCents(cost), 0n);
  assert.equal(sum, toCents(totalCost));
});
