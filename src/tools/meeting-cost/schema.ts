import { Type } from "typebox";
import { currencyCode, optionalWithDefault, singleLine, undisplayed } from "../../lib/schema.ts";

const CostPart = Type.Number({ description: "To two decimals." });
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The attendees of a meeting and its duration. */
export const MeetingCostInput = Type.Object({
  attendees: Type.Array(
    Type.Object({
      hourlyRate: Type.Number({
        minimum: 0,
        maximum: 1e12,
        description: "What an hour of this person costs.",
      }),
      name: Type.Optional(singleLine(0, 200, undisplayed("Name of the person."))),
      role: Type.Optional(singleLine(0, 200, undisplayed("Role of the person."))),
    }),
    { maxItems: 1000, "x-widget": "people", description: "Who is in the meeting." },
  ),
  durationMinutes: Type.Number({
    exclusiveMinimum: 0,
    maximum: 525_600,
    examples: [15, 30, 60],
    description: "How many minutes it lasts; fractions are allowed.",
  }),
  currency: optionalWithDefault(currencyCode(), "USD"),
});

/** The cost of the meeting. The breakdown sums exactly to `totalCost`. */
export const MeetingCostOutput = Type.Object({
  totalCost: CostPart,
  costPerMinute: CostPart,
  costPerHour: CostPart,
  attendees: Type.Integer({ description: "How many." }),
  durationMinutes: Type.Number(),
  currency: Type.String(),
  breakdown: Type.Array(Type.Object({ name: NullableText, role: NullableText, cost: CostPart })),
});
