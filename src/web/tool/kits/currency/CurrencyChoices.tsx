import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
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
export function CurrencyChoices({
  id,
  label,
  codes,
  active,
  pick,
}: CurrencyChoicesProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { children } = list.current as HTMLUListElement;
    children[active]?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div class="currencies">
      {/* The press would move the focus, and with it close the list. */}
      <ul
        id={id}
        ref={list}
        role="listbox"
        aria-label={`${label}: currencies`}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {codes.map((code, index) => (
          <li
            key={code}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => pick(code)}
          >
            <b>{code || "All"}</b> {code === "" ? "currencies" : getCurrencyName(code)}
          </li>
        ))}
      </ul>
      {codes.length === 0 && <p class="help">No currency matches.</p>}
    </div>
  );
}
