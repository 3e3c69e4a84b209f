import { defineTool } from "../define.ts";
import { convertCurrency } from "./currency.ts";
import { createCurrencyReply, SERIES_TYPES } from "./reply.ts";
import { CurrencyInput, CurrencyOutput } from "./schema.ts";

export default defineTool({
  name: "currency",
  title: "Currency converter",
  summary:
    "Converts amounts with the European Central Bank's reference rates of any day since 1999.",
  group: "calculators",
  keywords: ["ecb", "euro", "exchange rate", "forex", "fx", "money"],
  path: "/api/v1/currency",
  methods: ["POST", "GET"],
  perMinute: 60,
  input: CurrencyInput,
  output: CurrencyOutput,
  example: { amount: 100, from: "USD", to: ["EUR", "GBP"], date: "2026-04-10" },
  media: SERIES_TYPES,
  headers: {
    "X-Rates-As-Of": "Day of the newest rates used.",
    "X-Rates-Stale": "True when the ECB should have published newer rates.",
  },
  page: "currency",
  resources: ["rates"],
  run: (input, { rates, now }) => convertCurrency(input, { rates, nowMs: now() }),
  reply: createCurrencyReply,
});
