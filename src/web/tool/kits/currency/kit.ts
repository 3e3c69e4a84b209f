import type { CurrencyResponse } from "../../../../tools/currency/schema.ts";
import type { ToolKit } from "../../kit.ts";
import { CurrencyForm } from "./CurrencyForm.tsx";
import { CurrencyResult } from "./CurrencyResult.tsx";

export const kit: ToolKit = {
  Form: CurrencyForm,
  Result: CurrencyResult,
  hasControls: true,
  respond: async (view, values) =>
    values["to"]?.includes(",")
      ? (await import("./convert-available.ts")).convertAvailable(view, values)
      : undefined,
  headline({ content }, { to = "" }) {
    if (content.kind !== "json") return undefined;
    const { amount, from, results = [] } = content.value as CurrencyResponse;
    const [first] = results;
    if (first && to === "") return `${amount} ${from} in ${results.length} currencies`;
    return first && `${amount} ${from} = ${first.result} ${first.to}`;
  },
};
