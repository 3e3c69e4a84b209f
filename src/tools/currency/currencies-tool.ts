import { Type } from "typebox";
import { defineTool } from "../define.ts";
import { listCurrencies } from "./currencies.ts";
import { CurrenciesOutput } from "./schema.ts";

export default defineTool({
  name: "currency-currencies",
  title: "Currencies",
  summary: "Every currency that can be converted, with its name, minor units and days with rates.",
  group: "calculators",
  scope: "currency",
  path: "/api/v1/currency/currencies",
  methods: ["GET"],
  perMinute: 60,
  input: Type.Object({}),
  output: CurrenciesOutput,
  example: {},
  resources: ["rates"],
  run: (_input, { rates }) => listCurrencies(rates),
});
