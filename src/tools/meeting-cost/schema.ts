import { type Static, Type } from "typebox";
import {
  currencyCode,
  optionalWithDefault,
  singleLine,
  describeForClients,
} from "../../lib/schema.ts";

const CostPart = Type.Number({ description: "To two decimals." });
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The attendees of a meeting and its duration. */
export const MeetingCostInput = Type.Object({
  attendees: Type.Array(
    Type.Object(
      {
        hourlyRate: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1e12,
            description:
              "What an hour of this person costs. Required unless `annualSalary` is set.",
          }),
        ),
        annualSalary: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1e12,
            description: "What a year of this person costs, instead of `hourlyRate`.",
          }),
        ),
        hoursPerYear: optionalWithDefault(
          Type.Number({
            minimum: 1,
            maximum: 8784,
            "x-advanced": true,
            description: "Working hours that `annualSalary` pays for.",
          }),
          2080,
        ),
        count: optionalWithDefault(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            description: "How many people with this rate or salary.",
          }),
          1,
        ),
        name: Type.Optional(singleLine(0, 200, describeForClients("Name of the person."))),
        role: Type.Optional(singleLine(0, 200, describeForClients("Role of the person."))),
      },
      { "x-exactly-one": ["hourlyRate", "annualSalary"] },
    ),
    { maxItems: 1000, description: "Who is in the meeting." },
  ),
  durationMinutes: Type.Number({
    exclusiveMinimum: 0,
    maximum: 525_600,
    examples: [15, 30, 60],
    description: "How many minutes it lasts; fractions are allowed.",
  }),
  currency: optionalWithDefault(currencyCode(), "USD"),
  occurrencesPerYear: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      examples: [12, 52, 250],
      description: "How often it takes place in a year, for the cost of a year.",
    }),
  ),
});

/** The cost of the meeting. The breakdown sums exactly to `totalCost`. */
export const MeetingCostOutput = Type.Object({
  totalCost: CostPart,
  costPerMinute: CostPart,
  costPerHour: CostPart,
  attendees: Type.Integer({ description: "How many people: the sum of the counts." }),
  durationMinutes: Type.Number(),
  currency: Type.String(),
  breakdown: Type.Array(Type.Object({ name: NullableText, role: NullableText, cost: CostPart })),
  annualCost: Type.Optional(
    Type.Number({
      description: "With `occurrencesPerYear`: the exact cost times it, rounded once.",
    }),
  ),
});

export type MeetingCostResponse = Static<typeof MeetingCostOutput>;
