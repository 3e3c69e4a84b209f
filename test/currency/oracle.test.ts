import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatDay } from "#src/lib/dates/date.js";
import {
  allCodes,
  findDay,
  isNearest,
  divide,
  getPerEuro,
  toRatio,
  multiply,
  toFixed,
} from "./oracle.ts";
import { createRandom } from "../support/random.ts";
import { convertOne, rates, catchRefusal, respond } from "./support.ts";

const random = createRandom(20_260_413);
const pickBelow = (bound: number) => Math.floor((random() / 2 ** 32) * bound);

function drawAmount(): string {
  const createDigits = (length: number) => Array.from({ length }, () => pickBelow(10)).join("");
  const whole = String(pickBelow(10 ** (1 + pickBelow(9))));
  const fraction = createDigits(pickBelow(8));
  return `${pickBelow(4) === 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function drawCode(): string {
  return allCodes[pickBelow(allCodes.length)] ?? "";
}

/** Returns a day of the history, one in five near a changeover. */
function drawDate(): string {
  const changes = [...rates.legal.values()].map(({ since }) => since);
  const near = changes[pickBelow(changes.length)] ?? 0;
  const span = rates.newestDay + 200 - rates.firstDay;
  const day = pickBelow(5) === 0 ? near - 5 + pickBelow(10) : rates.firstDay + pickBelow(span);
  return formatDay(Math.max(rates.firstDay, day));
}

describe("conversions against an oracle of exact fractions", () => {
  it("conversions agree with an oracle of exact fractions in 5,000 random cases", () => {
    let converted = 0;
    for (let index = 0; index < 5_000; index++) {
      const [amount, from, to, date] = [drawAmount(), drawCode(), drawCode(), drawDate()];
      const request = { amount, from, to, date };
      const what = JSON.stringify(request);
      const [source, target] = [getPerEuro(from, date), getPerEuro(to, date)];
      if (!source || !target) {
        assert.match(catchRefusal(request), /which has no rate (before|after|from) \d{4}/, what);
        continue;
      }
      converted += 1;
      const rate = divide(target, source);
      const exact = multiply(toRatio(amount), rate);
      const minorUnits = rates.currencies.get(to)?.minorUnits ?? 2;
      const expected = toFixed(exact, minorUnits);
      if (Math.abs(Number(expected)) * 10 ** minorUnits > Number.MAX_SAFE_INTEGER) {
        assert.match(catchRefusal(request), /^amount must convert to at most/, what);
        continue;
      }
      const found = convertOne(request);
      assert.equal(found.result.toFixed(minorUnits), expected, what);
      assert.ok(isNearest(found.rate, rate), `${what}: rate ${found.rate}`);
      assert.ok(
        isNearest(found.inverse, divide([1n, 1n], rate)),
        `${what}: inverse ${found.inverse}`,
      );
      if (index % 10 === 0) assert.equal(respond(request).asOf, findDay(date), what);
    }
    assert.ok(converted > 3_000, `${converted} of the cases have rates`);
  });

  it("conversions without rounding agree with the oracle to ten significant digits", () => {
    for (let index = 0; index < 1_000; index++) {
      const [amount, from, to, date] = [drawAmount(), drawCode(), drawCode(), drawDate()];
      const [source, target] = [getPerEuro(from, date), getPerEuro(to, date)];
      if (!source || !target) continue;
      const [top, bottom] = multiply(toRatio(amount), divide(target, source));
      const { result } = convertOne({ amount, from, to, date, round: false });
      assert.ok(
        isNearest(Math.abs(result), [top < 0n ? -top : top, bottom]) ||
          (top === 0n && result === 0),
      );
      assert.ok(top === 0n || Math.sign(result) === (top < 0n ? -1 : 1));
    }
  });
});
