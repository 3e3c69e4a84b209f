import { formatDay, getUtcDayNumber, parseDay } from "../../lib/dates/date.ts";
import { ValidationError, type Issue } from "../../lib/errors.ts";
import { type Fraction, toFraction } from "../../lib/money/fraction.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import { isKnown } from "./quote.ts";
import { type CurrencyRequest, MAX_AMOUNT, MAX_DIGITS, MAX_TARGETS } from "./schema.ts";

/** A target currency and its path in the request, for error messages. */
export interface TargetCurrency {
  code: string;
  path: Issue["path"];
}

/** The first and the last day that a request may name, in days since 1970-01-01. */
export interface Calendar {
  first: number;
  today: number;
}

/** Returns the days from the first one with rates to today in UTC. */
export function getCalendar({ firstDay }: ExchangeRates, nowMs: number): Calendar {
  return { first: firstDay, today: getUtcDayNumber(nowMs) };
}

/** The upper-case codes of a request. `targets` is undefined when every currency is requested. */
export interface Codes {
  from: string;
  targets: readonly TargetCurrency[] | undefined;
}

/** Reads the amount. Throws ValidationError for one beyond the limits. */
export function readAmount(amount: CurrencyRequest["amount"]): Fraction {
  if (typeof amount === "number") return toFraction(amount);
  if (amount.replaceAll(/\D/g, "").length > MAX_DIGITS) {
    throw ValidationError.at(["amount"], `must have at most ${MAX_DIGITS} digits`);
  }
  const value = toFraction(amount);
  const limit = BigInt(MAX_AMOUNT) * value.denominator;
  if (value.numerator > limit)
    throw ValidationError.at(["amount"], `must be at most ${MAX_AMOUNT}`);
  if (value.numerator < -limit)
    throw ValidationError.at(["amount"], `must be at least -${MAX_AMOUNT}`);
  return value;
}

/** Returns an amount as a number, or as text if no number can represent it. */
export function formatInputAmount(amount: CurrencyRequest["amount"]): number | string {
  if (typeof amount === "number") return amount + 0;
  const number = Number(amount) + 0;
  const [sentValue, shownValue] = [toFraction(amount), toFraction(number)];
  return sentValue.numerator * shownValue.denominator ===
    shownValue.numerator * sentValue.denominator
    ? number
    : amount;
}

/** Reads the codes. Throws ValidationError for unknown or repeated codes, and for too many. */
export function readCodes(
  { from, to }: Pick<CurrencyRequest, "from" | "to">,
  rates: ExchangeRates,
): Codes {
  const codes = {
    from: from.toUpperCase(),
    targets: to === undefined ? undefined : readTargets(to),
  };
  const named: TargetCurrency[] = [{ code: codes.from, path: ["from"] }, ...(codes.targets ?? [])];
  const issues = named
    .filter(({ code }) => !isKnown(rates, code))
    .map(({ code, path }) => ({ path, message: `is ${code}, which is not a currency with rates` }));
  if (issues.length > 0) throw new ValidationError(issues);
  return codes;
}

function readTargets(to: string | string[]): TargetCurrency[] {
  const list = (typeof to === "string" ? to.split(",") : to).map((code) =>
    code.trim().toUpperCase(),
  );
  if (list.length > MAX_TARGETS) {
    throw ValidationError.at(["to"], `must have at most ${MAX_TARGETS} entries`);
  }
  const repeated = list.find((code, index) => list.indexOf(code) < index);
  if (repeated !== undefined) throw ValidationError.at(["to"], `must not name ${repeated} twice`);
  return list.map((code, index) => ({
    code,
    path: typeof to === "string" ? ["to"] : ["to", index],
  }));
}

/** Reads a day. Throws ValidationError outside of the calendar. */
export function readDay(name: "date" | "start" | "end", text: string, { first, today }: Calendar) {
  const day = parseDay(text);
  if (day >= first && day <= today) return day;
  throw ValidationError.at(
    [name],
    `must be from ${formatDay(first)} to today (${formatDay(today)}, UTC)`,
  );
}

/** Throws ValidationError when the rates are older than the request accepts. */
export function checkAge(maxAgeDays: number | undefined, day: number, asOf: number): void {
  const age = day - asOf;
  if (maxAgeDays === undefined || age <= maxAgeDays) return;
  const rule = `is ${maxAgeDays}, but the newest rates are from ${formatDay(asOf)}, ${age} days before ${formatDay(day)}`;
  throw ValidationError.at(["maxAgeDays"], rule);
}
