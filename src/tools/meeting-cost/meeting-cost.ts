import { ValidationError } from "../../lib/errors.ts";
import { allocate } from "./allocate.ts";
import { type Decimal, MAX_MINOR_UNITS, toDecimal, toNumber, ZERO } from "../../lib/money/exact.ts";
import {
  divide,
  type Fraction,
  multiply,
  roundFraction,
  sumFractions,
  toFraction,
} from "../../lib/money/fraction.ts";
import type { Input } from "../../lib/schema.ts";
import type { MeetingCostInput, MeetingCostResponse } from "./schema.ts";

type Meeting = Input<typeof MeetingCostInput>;
type Attendee = Meeting["attendees"][number];

/**
 * Computes the cost of a meeting and of each row of attendees. Throws ValidationError for amounts
 * above 2^53 - 1 cents.
 */
export function calculateMeetingCost(input: Meeting): MeetingCostResponse {
  const { attendees, durationMinutes, currency, occurrencesPerYear } = input;
  const hours = toHours(durationMinutes);
  const hourly = attendees.map(toHourlyCost);
  const perHour = sumFractions(hourly);
  const total = roundFraction(multiply(perHour, hours), 2);
  const hour = roundFraction(perHour, 2);
  checkMaxCost([total, hour], "together");
  const shares = hourly.map((cost) => multiply(cost, hours));
  const parts = allocate(total, shares);
  return {
    totalCost: toNumber(total, 2),
    costPerMinute: toNumber(roundFraction(multiply(perHour, toHours(1)), 2), 2),
    costPerHour: toNumber(hour, 2),
    attendees: attendees.reduce((heads, { count }) => heads + count, 0),
    durationMinutes,
    currency: currency.toUpperCase(),
    breakdown: attendees.map(({ name, role }, index) => ({
      name: name ?? null,
      role: role ?? null,
      cost: toNumber(parts[index] ?? ZERO, 2),
    })),
    ...(occurrencesPerYear !== undefined && {
      annualCost: calculateAnnualCost(multiply(perHour, hours), occurrencesPerYear),
    }),
  };
}

const MAX_COST = toDecimal(MAX_MINOR_UNITS).times("0.01");

function toHours(minutes: number): Fraction {
  return divide(toFraction(minutes), toFraction(60));
}

/** Returns the exact cost of one hour of a row of attendees. */
function toHourlyCost({ hourlyRate, annualSalary = 0, hoursPerYear, count }: Attendee): Fraction {
  const cost = toFraction(toDecimal(hourlyRate ?? annualSalary).times(count));
  return hourlyRate === undefined ? divide(cost, toFraction(hoursPerYear)) : cost;
}

function calculateAnnualCost(perMeeting: Fraction, occurrences: number): number {
  const cost = roundFraction(multiply(perMeeting, toFraction(occurrences)), 2);
  checkMaxCost([cost], "in a year");
  return toNumber(cost, 2);
}

function checkMaxCost(amounts: readonly Decimal[], extent: string): void {
  if (amounts.some((amount) => amount.gt(MAX_COST))) {
    throw ValidationError.at(["attendees"], `must cost at most ${MAX_COST.toFixed(2)} ${extent}`);
  }
}
