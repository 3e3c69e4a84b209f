import type { Static } from "typebox";
import { ValidationError } from "../../lib/errors.ts";
import {
  allocateQuotients,
  type Decimal,
  toDecimal,
  groupByDivisor,
  MAX_MINOR_UNITS,
  type Quotient,
  sumQuotients,
  toNumber,
  ZERO,
} from "../../lib/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { MeetingCostInput, MeetingCostOutput } from "./schema.ts";

type Meeting = Input<typeof MeetingCostInput>;
type Attendee = Meeting["attendees"][number];

/**
 * Computes the cost of a meeting and of each row of attendees. Throws ValidationError for amounts above 2^53 - 1 cents.
 */
export function calculateMeetingCost(input: Meeting): Static<typeof MeetingCostOutput> {
  const { attendees, durationMinutes, currency, occurrencesPerYear } = input;
  const hourly = attendees.map(toHourlyCost);
  const perHour = groupByDivisor(hourly);
  const total = sumScaled(perHour, durationMinutes);
  const hour = sumQuotients(perHour, 2);
  refuseBeyondBound([total, hour], "together");
  const shares = hourly.map((cost) => scaleToMinutes(cost, durationMinutes));
  const parts = allocateQuotients(total, shares);
  return {
    totalCost: toNumber(total, 2),
    costPerMinute: toNumber(sumScaled(perHour, 1), 2),
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
      annualCost: calculateAnnualCost(
        perHour,
        toDecimal(durationMinutes).times(occurrencesPerYear),
      ),
    }),
  };
}

/** Returns the exact cost of one hour of a row of attendees. */
function toHourlyCost({ hourlyRate, annualSalary = 0, hoursPerYear, count }: Attendee): Quotient {
  const value = toDecimal(hourlyRate ?? annualSalary);
  const divisor = hourlyRate === undefined ? toDecimal(hoursPerYear) : 1;
  return { value: count === 1 ? value : value.times(count), divisor };
}

/** Returns the exact cost of `minutes`, from that of an hour. */
function scaleToMinutes({ value, divisor }: Quotient, minutes: Decimal | number): Quotient {
  return {
    value: value.times(minutes),
    divisor: divisor === 1 ? 60 : toDecimal(divisor).times(60),
  };
}

function sumScaled(perHour: readonly Quotient[], minutes: Decimal | number): Decimal {
  return sumQuotients(
    perHour.map((cost) => scaleToMinutes(cost, minutes)),
    2,
  );
}

function calculateAnnualCost(perHour: readonly Quotient[], minutesPerYear: Decimal): number {
  const cost = sumScaled(perHour, minutesPerYear);
  refuseBeyondBound([cost], "in a year");
  return toNumber(cost, 2);
}

function refuseBeyondBound(amounts: readonly Decimal[], extent: string): void {
  const most = toDecimal(MAX_MINOR_UNITS).div(100);
  if (amounts.some((amount) => amount.gt(most))) {
    throw ValidationError.at(["attendees"], `must cost at most ${most.toFixed(2)} ${extent}`);
  }
}
