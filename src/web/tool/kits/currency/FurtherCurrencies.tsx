import type { JSX } from "preact";
import { getCurrencyName } from "./codes.ts";
import { CurrencyPicker } from "./CurrencyPicker.tsx";

/** Codes in the longest text that the API takes; a posted form may be far longer. */
const MAX_CHIPS = 100;

interface FurtherCurrenciesProps {
  codes: readonly string[];
  set(codes: string[]): void;
}

/** The further currencies as chips that remove them, and a list that adds one. */
export function FurtherCurrencies({ codes, set }: FurtherCurrenciesProps): JSX.Element {
  return (
    <div class="field further scripted" role="group" aria-labelledby="further">
      <span id="further">Also convert to</span>
      <div class="chips">
        {codes.slice(0, MAX_CHIPS).map((code) => (
          <button
            type="button"
            key={code}
            title={getCurrencyName(code)}
            aria-label={`Remove ${code}`}
            onClick={() => set(codes.filter((kept) => kept !== code))}
          >
            {code} ×
          </button>
        ))}
        <CurrencyPicker
          label="Add a currency"
          code=""
          placeholder="Add"
          choose={(code) => set([...new Set([...codes, code])])}
        />
      </div>
    </div>
  );
}
