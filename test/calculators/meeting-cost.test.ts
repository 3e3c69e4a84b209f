import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { meetingCost } from "#src/tools/meeting-cost/meeting-cost.js";
import { MeetingCostInput } from "#src/tools/meeting-cost/schema.js";

const read = compileInput(MeetingCostInput);
const costOf = (input: object) => meetingCost(read(input));

const cents = (amount: number) => BigInt(Math.round(amount * 100));

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
      const { totalCost, breakdown, attendees } = costOf(meeting);
      // In whole numbers: thousandths of money by tenths of a minute; a cent is 6000 of them.
      const parts = meeting.attendees.map(
        ({ hourlyRate }) =>
          BigInt(Math.round(hourlyRate * 1000)) * BigInt(Math.round(meeting.durationMinutes * 10)),
      );
      const exact = parts.reduce((sum, part) => sum + part, 0n);
      assert.equal(cents(totalCost), (2n * exact + 6000n) / 12_000n);
      const shares = breakdown.map(({ cost }) => cents(cost));
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        cents(totalCost),
      );
      shares.forEach((share, index) => {
        const floor = (parts[index] ?? 0n) / 6000n;
        assert.ok(share === floor || share === floor + 1n);
      });
      assert.equal(attendees, breakdown.length);
    }),
  );
});

test("allocates cents by largest remainder", () => {
  fc.assert(
    fc.property(meetings, (meeting) => {
      const { breakdown } = costOf(meeting);
      const minutes = BigInt(Math.round(meeting.durationMinutes * 10));
      const shares = breakdown.map(({ cost }, index) => {
        const part =
          BigInt(Math.round((meeting.attendees[index]?.hourlyRate ?? 0) * 1000)) * minutes;
        return { rest: part % 6000n, topped: cents(cost) > part / 6000n };
      });
      const least = shares.findLast(({ topped }) => topped);
      if (!least) return;
      const lowest = shares.filter(({ topped }) => topped).map(({ rest }) => rest);
      const bar = lowest.reduce((low, rest) => (rest < low ? rest : low), least.rest);
      assert.ok(shares.every(({ rest, topped }) => topped || rest <= bar));
    }),
  );
});

test("sums rates of any magnitude exactly", () => {
  const { costPerHour, breakdown } = costOf({
    attendees: [{ hourlyRate: 1e12 }, { hourlyRate: 5e-324 }, { hourlyRate: 0.005 }],
    durationMinutes: 60,
  });
  assert.equal(costPerHour, 1_000_000_000_000.01);
  assert.deepEqual(
    breakdown.map(({ cost }) => cost),
    [1e12, 0, 0.01],
  );
});

test("rejects a total beyond 2^53-1 cents", () => {
  const dear = {
    attendees: Array.from({ length: 100 }, () => ({ hourlyRate: 1e12 })),
    durationMinutes: 1,
  };
  const message = "attendees must cost at most 90071992547409.91 together";
  assert.throws(() => costOf(dear), { message });
  const long = { attendees: [{ hourlyRate: 1e12 }], durationMinutes: 525_600 };
  assert.throws(() => costOf(long), { message });
});
