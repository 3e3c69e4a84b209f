import { formatUtcDay } from "../../lib/dates/date.ts";
import { defineTool } from "../define.ts";
import { createAmazonFees } from "./platforms/amazon.ts";
import { calculateProfit } from "./profit.ts";
import { ProfitInput, ProfitOutput } from "./schema.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

export default defineTool({
  name: "profit-calculator",
  title: "Profit calculator",
  summary: "What to charge and what you keep on Etsy, Shopify or Amazon, after every fee.",
  group: "calculators",
  keywords: ["amazon", "break-even", "etsy", "fees", "margin", "price", "roi", "sell", "shopify"],
  kit: "profit",
  path: "/api/v1/profit-calculator",
  perMinute: 60,
  input: ProfitInput,
  output: ProfitOutput,
  example: {
    platform: "etsy",
    salePrice: 25,
    materialCost: 6,
    shippingCharged: 5,
    shippingLabel: 4.5,
    explain: true,
  },
  headers: {
    "X-Fee-Schedule": "The fee schedules used, comma-separated; `none` on a custom platform.",
  },
  headline: [
    {
      value: "suggestedPrice",
      lead: "Charge",
      label: "to reach your target",
      currency: "USD",
    },
    {
      value: "netProfit",
      lead: "You keep",
      label: "at a {marginPct}% margin",
      currency: "USD",
    },
  ],
  resources: ["fees"],
  rules: [
    {
      members: ["platform", "amazonCategory", "amazonPlan", "fbaWeight", "asOf"],
      check(input, { fees: schedules, now }) {
        if (input.platform !== "amazon" && input.platform !== "all") return;
        createAmazonFees(input, { schedules, day: input.asOf ?? formatUtcDay(now()) });
      },
    },
  ],
  run: calculateProfit,
  reply: ({ output, scheduleIds }) => ({
    type: JSON_TYPE,
    body: output,
    headers: { "X-Fee-Schedule": scheduleIds.join(", ") || "none" },
  }),
});
