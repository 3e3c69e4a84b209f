import type { ComponentType } from "preact";
import type { CurrencyResponse } from "../../../../tools/currency/schema.ts";
import type { ResultViewProps, ToolKit } from "../../kit.ts";
import { CurrencyForm } from "./CurrencyForm.tsx";

/** Creates the kit of currency conversions. Browsers load parts of the result on demand. */
export const createKit = (Result: ComponentType<ResultViewProps>): ToolKit => ({
  Form: CurrencyForm,
  Result,
  headline({ content }) {
    if (content.kind !== "json") return undefined;
    const { amount, from, results = [] } = content.value as CurrencyResponse;
    const [first] = results;
    return first && `${amount} ${from} = ${first.result} ${first.to}`;
  },
});
