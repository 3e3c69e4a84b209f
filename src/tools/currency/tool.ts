import type { Input } from "../../lib/schema.ts";
import { defineTool } from "../define.ts";
import type { ContextOf } from "../tool-context.ts";
import { convertCurrency } from "./currency.ts";
import { createCurrencyReply, SERIES_TYPES } from "./reply.ts";
import { getCalendar, readAmount, readCodes, readDay } from "./conversion-input.ts";
import { CurrencyInput, CurrencyOutput } from "./schema.ts";

function createDayRule<const N extends "date" | "start" | "end">(name: N) {
  return {
    members: [name],
    check({ [name]: day }: Input<typeof CurrencyInput>, context: ContextOf<"rates">) {
      if (day !== undefined) readDay(name, day, getCalendar(context.rates, context.now()));
    },
  };
}

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
  kit: "currency",
  resources: ["rates"],
  rules: [
    { members: ["amount"], check: ({ amount }) => void readAmount(amount) },
    {
      members: ["from"],
      check: ({ from }, { rates }) => void readCodes({ from }, rates),
    },
    {
      members: ["to"],
      check: (input, { rates }) => void readCodes({ ...input, from: "EUR" }, rates),
    },
    createDayRule("date"),
    createDayRule("start"),
    createDayRule("end"),
  ],
  run: (input, { rates, now }) => convertCurrency(input, { rates, nowMs: now() }),
  reply: createCurrencyReply,
});
