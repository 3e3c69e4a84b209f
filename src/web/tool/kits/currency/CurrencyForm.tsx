import type { ComponentType, JSX } from "preact";
import type { CurrencyResponse } from "../../../../tools/currency/schema.ts";
import { Fields } from "../../../form/Fields.tsx";
import { formatFieldId } from "../../../form/form-model.ts";
import { Problem } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ToolResponse } from "../../response.ts";
import type { FormProps } from "../../kit.ts";
import { splitCodes } from "./codes.ts";
import { CurrencyPicker } from "./CurrencyPicker.tsx";
import { FurtherCurrencies } from "./FurtherCurrencies.tsx";

/** Members that the two sides show. */
const SIDES = new Set(["amount", "from", "to"]);

interface CurrencyFormProps extends FormProps {
  /** The field of all targets for browsers without scripts; undefined in browsers with one. */
  Targets?: ComponentType<{ codes: string }> | undefined;
}

/**
 * Two amounts in two currencies, of which either may be typed. The request always converts from the
 * side that was typed last, so that the amount of the other side is exact as well.
 */
export function CurrencyForm({ view, model, state, Targets }: CurrencyFormProps): JSX.Element {
  const { sides, swap, others, setOthers } = useConversion(model, state);
  return (
    <>
      <div class="converter">
        <Side {...sides[0]} model={model} label="Amount" />
        <button type="button" class="swap scripted" aria-label="Swap currencies" onClick={swap}>
          ⇅
        </button>
        <Side {...sides[1]} model={model} label="Converted amount" />
      </div>
      {Targets ? (
        <Targets codes={model.values.value["to"] ?? ""} />
      ) : (
        // Hydration leaves the server's element as it is; without one it would insert the fields
        // below again.
        <noscript dangerouslySetInnerHTML={{ __html: "" }} />
      )}
      <Fields fields={view.fields.filter(({ name }) => name === "date")} model={model} />
      <FurtherCurrencies codes={others} set={setOthers} />
      <Fields
        fields={view.fields.filter(({ name }) => name !== "date" && !SIDES.has(name))}
        model={model}
      />
    </>
  );
}

/** Returns the two sides from left to right, and the further target currencies. */
function useConversion(model: FormProps["model"], state: FormProps["state"]) {
  // The side that was typed last: it is the request's `amount` and `from`.
  const isSwapped = useSignal(false);
  const values = model.values.value;
  const { amount = "", from = "" } = values;
  const [to = "", ...others] = splitCodes(values["to"] ?? "");
  const parts = { amount, from, to, others };
  const change = (next: Partial<typeof parts>) => {
    const { to: code, others: codes, ...side } = { ...parts, ...next };
    model.change({ ...values, ...side, to: [code, ...codes].filter(Boolean).join(", ") });
  };
  const typed: SideProps = {
    ids: { amount: "amount", code: "from" },
    amount,
    code: from,
    setAmount: (text) => change({ amount: text }),
    setCode: (code) => change({ from: code }),
  };
  const computed: SideProps = {
    ids: { code: "to" },
    amount: getResult(state.lastResult.value?.response, from, to),
    code: to,
    setAmount: (text) => {
      isSwapped.value = !isSwapped.value;
      change({ amount: text, from: to, to: from });
    },
    setCode: (code) => change({ to: code }),
  };
  return {
    sides: isSwapped.value ? ([computed, typed] as const) : ([typed, computed] as const),
    swap: () => change({ from: to, to: from }),
    others,
    setOthers: (codes: string[]) => change({ others: codes }),
  };
}

interface SideProps {
  /** The members of the input that the controls edit. */
  ids: { amount?: string; code: string };
  amount: string;
  code: string;
  setAmount(text: string): void;
  setCode(code: string): void;
}

interface ShownSide extends SideProps {
  label: string;
  model: FormProps["model"];
}

function Side({ ids, amount, code, setAmount, setCode, label, model }: ShownSide): JSX.Element {
  const findProblem = (name: string | undefined) =>
    name !== undefined && model.errors.value[name] !== undefined
      ? `${formatFieldId(name)}-problem`
      : undefined;
  const problem = findProblem(ids.amount);
  return (
    <div class={ids.amount ? "side" : "side computed"}>
      <input
        type="text"
        inputMode="decimal"
        id={ids.amount && formatFieldId(ids.amount)}
        name={ids.amount}
        value={amount}
        aria-label={label}
        aria-invalid={problem ? "true" : undefined}
        aria-describedby={problem}
        onInput={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <CurrencyPicker
        id={formatFieldId(ids.code)}
        name={ids.code}
        class={ids.amount ? undefined : "scripted"}
        label={ids.amount ? "From" : "To"}
        code={code}
        hasAll={ids.amount === undefined}
        problem={findProblem(ids.code)}
        choose={setCode}
      />
      {ids.amount && <Problem path={ids.amount} model={model} />}
      <Problem path={ids.code} model={model} />
    </div>
  );
}

/** Returns the converted amount as text; empty while the result is of other currencies. */
function getResult(response: ToolResponse | undefined, from: string, to: string): string {
  if (response?.content.kind !== "json") return "";
  const output = response.content.value as CurrencyResponse;
  const conversion = output.results?.find((result) => result.to === to);
  return conversion && output.from === (from.toUpperCase() || "EUR")
    ? String(conversion.result)
    : "";
}
