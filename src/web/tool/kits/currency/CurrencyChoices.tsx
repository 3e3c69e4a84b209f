import type { JSX } from "preact";
import { Listbox } from "../../../form/combobox/Listbox.tsx";
import { getCurrencyName } from "./codes.ts";
import { findCurrencies } from "./find-currencies.ts";

/**
 * The most traded currencies (BIS Triennial Survey of April 2025), which an empty search lists
 * first.
 */
const FREQUENT = ["USD", "EUR", "JPY", "GBP", "CNY", "CHF", "AUD", "CAD"];

/**
 * Returns the codes of currencies that match a search. With `hasAll`, an empty search adds an empty
 * code for all of them.
 */
export function listChoices(text: string, hasAll: boolean): string[] {
  if (text.trim() !== "") return findCurrencies(text);
  const others = findCurrencies("").filter((code) => !FREQUENT.includes(code));
  return [...(hasAll ? [""] : []), ...FREQUENT, ...others];
}

interface CurrencyChoicesProps {
  id: string;
  label: string;
  codes: readonly string[];
  /** The index of the choice that Enter picks. */
  active: number;
  pick(code: string): void;
}

/** The list of a currency field. */
export function CurrencyChoices({ label, codes, ...list }: CurrencyChoicesProps): JSX.Element {
  return (
    <div class="currencies">
      <Listbox
        {...list}
        label={`${label}: currencies`}
        values={codes}
        render={(code) => (
          <>
            <b>{code || "All"}</b> {code === "" ? "currencies" : getCurrencyName(code)}
          </>
        )}
      />
      {codes.length === 0 && <p class="help">No currency matches.</p>}
    </div>
  );
}
