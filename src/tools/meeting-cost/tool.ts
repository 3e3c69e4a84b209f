import { defineTool } from "../define.ts";
import { calculateMeetingCost } from "./meeting-cost.ts";
import { MeetingCostInput, MeetingCostOutput } from "./schema.ts";

export default defineTool({
  name: "meeting-cost",
  title: "Meeting cost",
  kit: "meeting",
  summary: "What a meeting costs, from who is in it and how long it lasts.",
  group: "calculators",
  keywords: ["hourly rate", "money", "salary", "standup", "time"],
  path: "/api/v1/meeting-cost",
  perMinute: 60,
  input: MeetingCostInput,
  output: MeetingCostOutput,
  example: {
    attendees: [
      { hourlyRate: 90, name: "Ada", role: "CTO" },
      { hourlyRate: 60, name: "Linus" },
    ],
    durationMinutes: 45,
  },
  headline: {
    value: "totalCost",
    lead: "This meeting costs",
    label: "at {costPerMinute:money} a minute",
    currency: "currency",
  },
  rules: [
    {
      members: ["attendees", "durationMinutes", "occurrencesPerYear"],
      check: (input) => void calculateMeetingCost({ ...input, currency: "USD" }),
    },
  ],
  run: calculateMeetingCost,
});
