import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatDay } from "#src/lib/dates/date.js";
import { root } from "../support/server.ts";
import { rates } from "./support.ts";

/** A reduced fraction of big integers: the oracle's only arithmetic. */
export type Ratio = readonly [top: bigint, bottom: bigint];

const legal = readTable("legacy-euro.json") as {
  rates: { code: string; rate: string; since: string }[];
};
const pegs = readTable("pegs.json") as {
  pegs: { code: string; base: string; rate: string; since: string }[];
};

/** Decimal texts by day and currency, as the ECB's CSV has them; days ascend. */
export const table = new Map(
  rates.daysBetween(rates.firstDay, rates.newestDay).map((day) => {
    const cells = rates.referenceCodes.flatMap((code) => {
      const rate = rates.rateOn(code, day);
      return rate
        ? [[code, [BigInt(rate.units), 10n ** BigInt(rate.decimals)] as Ratio] as const]
        : [];
    });
    return [formatDay(day), new Map(cells)] as const;
  }),
);
const days = [...table.keys()];

/** All codes of the tables. */
export const allCodes = [
  "EUR",
  ...new Set([
    ...rates.referenceCodes,
    ...legal.rates.map(({ code }) => code),
    ...pegs.pegs.map(({ code }) => code),
  ]),
];

function readTable(name: string): unknown {
  return JSON.parse(readFileSync(join(root, "rates", name), "utf8"));
}

/** Returns the exact value of a plain decimal. */
export function toRatio(text: string): Ratio {
  const [whole = "", fraction = ""] = text.split(".");
  return reduce(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

function reduce(top: bigint, bottom: bigint): Ratio {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? [0n, 1n] : [top / a, bottom / a];
}

export function multiply(one: Ratio, other: Ratio): Ratio {
  return reduce(one[0] * other[0], one[1] * other[1]);
}

export function divide(one: Ratio, [top, bottom]: Ratio): Ratio {
  return multiply(one, [bottom, top]);
}

/** Returns the newest day with rates up to a date. */
export function findDay(date: string): string {
  return days.findLast((day) => day <= date) ?? "";
}

/** Returns the units of a currency for one euro; undefined when it has no rate. */
export function getPerEuro(code: string, date: string): Ratio | undefined {
  if (code === "EUR") return [1n, 1n];
  const fixed = legal.rates.find((one) => one.code === code && one.since <= date);
  if (fixed) return toRatio(fixed.rate);
  const row = table.get(findDay(date));
  const reference = row?.get(code);
  if (reference) return reference;
  const lira = row?.get("TRL");
  if (code === "TRY" && date >= "2005-01-01" && lira) return divide(lira, [1_000_000n, 1n]);
  const peg = pegs.pegs.find((one) => one.code === code && one.since <= date);
  const base = peg && getPerEuro(peg.base, date);
  return peg && base && multiply(base, toRatio(peg.rate));
}

/** Formats a ratio with this many decimals, rounded half away from zero digit by digit. */
export function toFixed([top, bottom]: Ratio, decimals: number): string {
  const size = top < 0n ? -top : top;
  let digits = (size / bottom).toString();
  let rest = size % bottom;
  for (let place = 0; place < decimals; place++) {
    rest *= 10n;
    digits += (rest / bottom).toString();
    rest %= bottom;
  }
  const rounded = (BigInt(digits) + (2n * rest >= bottom ? 1n : 0n)).toString();
  const padded = rounded.padStart(decimals + 1, "0");
  const at = padded.length - decimals;
  const text = decimals === 0 ? padded : `${padded.slice(0, at)}.${padded.slice(at)}`;
  return top < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Returns true when a number is the nearest one of ten significant digits to a ratio. */
export function isNearest(value: number, [top, bottom]: Ratio): boolean {
  const text = value.toExponential(9);
  if (Number(text) !== value) return false;
  const [digits = "", exponent = "0"] = text.split("e");
  const unit = Number(exponent) - 9;
  const power = 10n ** BigInt(Math.abs(unit));
  const units = BigInt(digits.replace(".", ""));
  // 2·|units·10^unit − top/bottom| ≤ 10^unit, times bottom and the power.
  const scaled =
    unit < 0
      ? [units * bottom, top * power, bottom]
      : [units * bottom * power, top, bottom * power];
  const [left = 0n, right = 0n, half = 0n] = scaled;
  const distance = left > right ? left - right : right - left;
  return 2n * distance <= half;
}
