import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { Decimal, sum } from "#src/lib/money/exact.js";
import { divide, roundFraction, sumFractions, toFraction } from "#src/lib/money/fraction.js";
import { allocate } from "#src/tools/meeting-cost/allocate.js";

const divisors = fc.integer({ min: 1, max: 100_000 });

test("allocate sums to the total with parts within a cent of their share", () => {
  const shares = fc.array(fc.bigInt(0n, 10n ** 15n), { maxLength: 40 });
  fc.assert(
    fc.property(shares, divisors, (units, divisor) => {
      const exact = units.map((unit) =>
        divide(toFraction(new Decimal(unit, 4)), toFraction(divisor)),
      );
      const total = roundFraction(sumFractions(exact), 2);
      const parts = allocate(total, exact);
      assert.ok(sum(parts).eq(total));
      parts.forEach((part, index) => {
        // share - part, times divisor × 10 000: a cent is then divisor × 100.
        const over = (units[index] ?? 0n) - part.units * BigInt(divisor) * 100n;
        assert.ok(over < BigInt(divisor) * 100n && over > BigInt(divisor) * -100n);
      });
    }),
  );
});
