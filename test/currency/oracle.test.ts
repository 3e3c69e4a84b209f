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
import { convertOne, rates, catchRefusal, respond } from "./support.ts";

/** Repeatable numbers from 0 up to, not including, 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(20_260_413);
const below = (bound: number) => Math.floor(random() * bound);

function drawAmount(): string {
  const digits = (length: number) => Array.from({ length }, () => below(10)).join("");
  const whole = String(below(10 ** (1 + below(9))));
  const fraction = digits(below(8));
  return `${below(4) === 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function drawCode(): string {
  return allCodes[below(allCodes.length)] ?? "";
}

/** Returns a day of the history, one in five near a changeover. */
function drawDate(): string {
  const changes = [...rates.legal.values()].map(({ since }) => since);
  const near = changes[below(changes.length)] ?? 0;
  const span = rates.newestDay + 200 - rates.firstDay;
  const day = below(5) === 0 ? near - 5 + below(10) : rates.firstDay + below(span);
  return formatDay(Math.max(rates.firstDay, day));
}

describe("conversions against an oracle of exact fractions", () => {
  it("conversions agree with an oracle of exact fractions in 20,000 random cases", () => {
    let converted = 0;
    for (let index = 0; index < 20_000; index++) {
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
    assert.ok(converted > 12_000, `${converted} of the cases have rates`);
  });

  it("conversions without rounding agree with the oracle to ten significant digits", () => {
    for (let index = 0; index < 2_000; index++) {
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
