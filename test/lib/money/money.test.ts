import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { allocate, toDecimal, divide, round, toNumber } from "#src/lib/money/money.js";

/** Returns the same sum in integers: amounts of `units` millionths over a divisor, rounded half away from zero. */
function roundUnits(units: bigint, divisor: bigint): bigint {
  const size = units < 0n ? -units : units;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return units < 0n ? -rounded : rounded;
}

const millionths = fc.bigInt(-(10n ** 18n), 10n ** 18n);
const divisors = fc.integer({ min: 1, max: 100_000 });

test("numbers are converted by their shortest text and rounded half away from zero", () => {
  assert.equal(toNumber(toDecimal(1.005), 2), 1.01);
  assert.equal(toNumber(toDecimal(-1.005), 2), -1.01);
  assert.equal(toNumber(toDecimal(0.1).plus(0.2), 2), 0.3);
  assert.equal(toNumber(round(toDecimal("2.5"), 0), 0), 3);
});

test("rounding never returns -0", () => {
  assert.ok(Object.is(toNumber(toDecimal(-0), 2), 0));
  assert.ok(Object.is(toNumber(toDecimal("-0.001"), 2), 0));
});

test("a quotient just below half a cent is not rounded twice", () => {
  assert.equal(divide(toDecimal(`0.29${"9".repeat(40)}`), 60, 2).toFixed(2), "0.00");
  assert.equal(divide(toDecimal("0.3"), 60, 2).toFixed(2), "0.01");
  assert.equal(divide(toDecimal("-0.3"), 60, 2).toFixed(2), "-0.01");
});

test("divide rounds once for any amount and divisor", () => {
  fc.assert(
    fc.property(millionths, divisors, (units, divisor) => {
      const value = toDecimal(units.toString()).div(1_000_000);
      const cents = roundUnits(units, BigInt(divisor) * 10_000n);
      assert.equal(divide(value, divisor, 2).times(100).toFixed(0), cents.toString());
    }),
  );
});

test("allocate sums to the total with parts within a cent of their share", () => {
  const shares = fc.array(fc.bigInt(0n, 10n ** 15n), { maxLength: 40 });
  fc.assert(
    fc.property(shares, divisors, (units, divisor) => {
      const exact = units.map((unit) => toDecimal(unit.toString()).div(10_000));
      const sum = exact.reduce((left, share) => left.plus(share), toDecimal(0));
      const total = divide(sum, divisor, 2);
      const parts = allocate(total, exact, divisor);
      assert.ok(parts.reduce((left, part) => left.plus(part), toDecimal(0)).eq(total));
      parts.forEach((part, index) => {
        // share - part, times divisor × 10 000: a cent is then divisor × 100.
        const over = (units[index] ?? 0n) - BigInt(part.times(divisor).times(10_000).toFixed(0));
        assert.ok(over < BigInt(divisor) * 100n && over > BigInt(divisor) * -100n);
      });
    }),
  );
});
