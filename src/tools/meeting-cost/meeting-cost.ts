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
} from "../../lib/money/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { MeetingCostInput, MeetingCostResponse } from "./schema.ts";

type Meeting = Input<typeof MeetingCostInput>;
type Attendee = Meeting["attendees"][number];

/**
 * Computes the cost of a meeting and of each row of attendees. Throws ValidationError for amounts above 2^53 - 1 cents.
 */
export function calculateMeetingCost(input: Meeting): MeetingCostResponse {
  const { attendees, durationMinutes, currency, occurrencesPerYear } = input;
  const minutes = toDecimal(durationMinutes);
  const hourly = attendees.map(toHourlyCost);
  const perHour = groupByDivisor(hourly);
  const total = sumScaled(perHour, minutes);
  const hour = sumQuotients(perHour, 2);
  checkMaxCost([total, hour], "together");
  const shares = hourly.map((cost) => scaleToMinutes(cost, minutes));
  const parts = allocateQuotients(total, shares);
  return {
    totalCost: toNumber(total, 2),
    costPerMinute: toNumber(sumQuotients(perHour.map(divideBy60), 2), 2),
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
      annualCost: calculateAnnualCost(perHour, minutes.times(occurrencesPerYear)),
    }),
  };
}

const ONE = toDecimal(1);
const SIXTY = toDecimal(60);
const MAX_COST = toDecimal(MAX_MINOR_UNITS).div(100);

/** Returns the exact cost of one hour of a row of attendees. */
function toHourlyCost({ hourlyRate, annualSalary = 0, hoursPerYear, count }: Attendee): Quotient {
  const value = toDecimal(hourlyRate ?? annualSalary);
  const divisor = hourlyRate === undefined ? toDecimal(hoursPerYear) : ONE;
  return { value: count === 1 ? value : value.times(count), divisor };
}

/** Returns the exact cost of `minutes`, calculated from the cost of an hour. */
function scaleToMinutes({ value, divisor }: Quotient, minutes: Decimal): Quotient {
  return divideBy60({ value: value.times(minutes), divisor });
}

function divideBy60({ value, divisor }: Quotient): Quotient {
  return { value, divisor: divisor === ONE ? SIXTY : SIXTY.times(divisor) };
}

function sumScaled(perHour: readonly Quotient[], minutes: Decimal): Decimal {
  return sumQuotients(
    perHour.map((cost) => scaleToMinutes(cost, minutes)),
    2,
  );
}

function calculateAnnualCost(perHour: readonly Quotient[], minutesPerYear: Decimal): number {
  const cost = sumScaled(perHour, minutesPerYear);
  checkMaxCost([cost], "in a year");
  return toNumber(cost, 2);
}

function checkMaxCost(amounts: readonly Decimal[], extent: string): void {
  if (amounts.some((amount) => amount.gt(MAX_COST))) {
    throw ValidationError.at(["attendees"], `must cost at most ${MAX_COST.toFixed(2)} ${extent}`);
  }
}
