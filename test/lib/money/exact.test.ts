import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { countDecimals, Decimal, floor, round, toDecimal, toNumber } from "#src/lib/money/exact.js";
import { divide, roundFraction, toFraction } from "#src/lib/money/fraction.js";

/**
 * Returns the same sum in integers: amounts of `units` millionths over a divisor, rounded half away
 * from zero.
 */
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

test("decimals of any size are added, multiplied and compared exactly", () => {
  const units = fc.bigInt(-(10n ** 30n), 10n ** 30n);
  const scales = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(units, scales, units, scales, (left, leftScale, right, rightScale) => {
      const [one, two] = [new Decimal(left, leftScale), new Decimal(right, rightScale)];
      const [wide, wideTwo] = [left * 10n ** BigInt(rightScale), right * 10n ** BigInt(leftScale)];
      const scale = leftScale + rightScale;
      assert.ok(one.plus(two).eq(new Decimal(wide + wideTwo, scale)));
      assert.ok(one.minus(two).eq(new Decimal(wide - wideTwo, scale)));
      assert.ok(one.times(two).eq(new Decimal(left * right, scale)));
      assert.equal(one.lt(two), wide < wideTwo);
      assert.equal(one.cmp(two), wide < wideTwo ? -1 : wide > wideTwo ? 1 : 0);
      assert.ok(toDecimal(one.toFixed()).eq(one));
    }),
  );
});

test("a number is read by its shortest text, with or without an exponent", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      assert.equal(toDecimal(number).toNumber(), number + 0);
    }),
  );
  assert.equal(toDecimal(1e-7).toFixed(), "0.0000001");
  assert.equal(toDecimal("1.50").toFixed(), "1.5");
  assert.equal(countDecimals(toDecimal("1500.0")), 0);
});

test("text that is not a number, and an exponent of five digits, are refused", () => {
  for (const text of ["", "1e99999", "NaN", "Infinity", "0x1", "1,5", " 1"]) {
    assert.throws(() => toDecimal(text), /is not a decimal number/, text);
  }
});

test("toFixed rounds and pads, and floor rounds down", () => {
  assert.deepEqual(
    ["0", "-0.004", "1.005", "-1.005", "12"].map((text) => toDecimal(text).toFixed(2)),
    ["0.00", "0.00", "1.01", "-1.01", "12.00"],
  );
  assert.deepEqual(
    ["-1.5", "-1", "1.99"].map((text) => floor(toDecimal(text))),
    [-2n, -1n, 1n],
  );
});

function roundQuotient(value: string): string {
  return roundFraction(divide(toFraction(value), toFraction(60)), 2).toFixed(2);
}

test("a quotient just below half a cent is not rounded twice", () => {
  assert.equal(roundQuotient(`0.29${"9".repeat(40)}`), "0.00");
  assert.equal(roundQuotient("0.3"), "0.01");
  assert.equal(roundQuotient("-0.3"), "-0.01");
});

test("a fraction is rounded once for any amount and divisor", () => {
  fc.assert(
    fc.property(millionths, divisors, (units, divisor) => {
      const quotient = divide(toFraction(new Decimal(units, 6)), toFraction(divisor));
      const cents = roundUnits(units, BigInt(divisor) * 10_000n);
      assert.equal(roundFraction(quotient, 2).units, cents);
    }),
  );
});
