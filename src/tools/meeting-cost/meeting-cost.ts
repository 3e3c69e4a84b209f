import type { Static } from "typebox";
import { ValidationError } from "../../lib/errors.ts";
import {
  allocate,
  type Decimal,
  decimal,
  divide,
  MAX_MINOR_UNITS,
  toNumber,
} from "../../lib/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { MeetingCostInput, MeetingCostOutput } from "./schema.ts";

/** Computes the cost of a meeting and of each attendee. Throws ValidationError above 2^53 - 1 cents. */
export function meetingCost(
  input: Input<typeof MeetingCostInput>,
): Static<typeof MeetingCostOutput> {
  const { attendees, durationMinutes, currency } = input;
  const rates = attendees.map(({ hourlyRate }) => decimal(hourlyRate));
  const perHour = rates.reduce((sum, rate) => sum.plus(rate), decimal(0));
  // Not yet divided by the 60 minutes of an hour, so that shares stay exact.
  const cost = perHour.times(durationMinutes);
  const total = divide(cost, 60, 2);
  refuseBeyondBound([total, perHour]);
  const shares = allocate(
    total,
    rates.map((rate) => rate.times(durationMinutes)),
    60,
  );
  return {
    totalCost: toNumber(total, 2),
    costPerMinute: toNumber(divide(perHour, 60, 2), 2),
    costPerHour: toNumber(perHour, 2),
    attendees: attendees.length,
    durationMinutes,
    currency: currency.toUpperCase(),
    breakdown: attendees.map(({ name, role }, index) => ({
      name: name ?? null,
      role: role ?? null,
      cost: toNumber(shares[index] ?? decimal(0), 2),
    })),
  };
}

function refuseBeyondBound(amounts: Decimal[]): void {
  const most = decimal(MAX_MINOR_UNITS).div(100);
  if (amounts.some((amount) => amount.gt(most))) {
    throw ValidationError.at(["attendees"], `must cost at most ${most.toFixed(2)} together`);
  }
}
