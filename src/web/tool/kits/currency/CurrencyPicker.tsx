import type { JSX } from "preact";
import { useSignal } from "../../../shell/signal.ts";
import { CURRENT_CODES, FORMER_CODES, getCurrencyName } from "./codes.ts";

// Loaded when a list is opened first, because most visits convert what is there.
const loadList = () => import("./CurrencyChoices.tsx");

interface CurrencyPickerProps {
  id?: string | undefined;
  name?: string | undefined;
  label: string;
  /** The chosen currency; empty: all of them, or none yet. */
  code: string;
  /** True: all currencies can be chosen. */
  hasAll?: boolean;
  /** Shown without a currency. Default: "All". */
  placeholder?: string;
  /** The id of the problem of this field; undefined without one. */
  problem?: string | undefined;
  class?: string | undefined;
  choose(code: string): void;
}

/** Creates the state of a list of currencies that is opened, searched and picked from. */
function useCurrencyList({ code, hasAll = false, choose }: CurrencyPickerProps) {
  // The text while the list is open. Text that was not typed yet searches for nothing.
  const typed = useSignal<string | undefined>(undefined);
  // The index of the choice that Enter picks; undefined: the chosen currency.
  const active = useSignal<number | undefined>(undefined);
  const list = useSignal<Awaited<ReturnType<typeof loadList>> | undefined>(undefined);
  const { value: text } = typed;
  const opened = text === undefined ? undefined : list.value;
  const codes = opened?.listChoices(text ?? "", hasAll) ?? [];
  const at = active.value ?? Math.max(codes.indexOf(code), 0);
  const open = (next: string, index?: number) => {
    typed.value = next;
    active.value = index;
    void loadList()
      .then((loaded) => (list.value = loaded))
      .catch(() => undefined);
  };
  const pick = (next: string | undefined) => {
    typed.value = undefined;
    if (next !== undefined && next !== code) choose(next);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !opened) open("");
    else if (step !== undefined) active.value = (at + step + codes.length) % (codes.length || 1);
    else if (event.key === "Enter" && opened) pick(codes[at]);
    else if (event.key === "Escape" && opened) pick(undefined);
    else return;
    event.preventDefault();
  };
  return { text, opened, codes, at, open, pick, press };
}

/** A currency by its code, with a list that is searched by code, name or country. */
export function CurrencyPicker(props: CurrencyPickerProps): JSX.Element {
  const { label, code } = props;
  const { text, opened, codes, at, open, pick, press } = useCurrencyList(props);
  const listId = `${label.replaceAll(" ", "-")}-currencies`;
  return (
    <div class={["currency", props.class].filter(Boolean).join(" ")}>
      <input
        type="text"
        role="combobox"
        id={props.id}
        name={props.name}
        autocomplete="off"
        spellcheck={false}
        value={text ?? code}
        placeholder={opened ? "Search" : (props.placeholder ?? "All")}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={opened !== undefined}
        aria-controls={opened ? listId : undefined}
        aria-activedescendant={codes.length > 0 ? `${listId}-${at}` : undefined}
        aria-invalid={props.problem ? "true" : undefined}
        aria-describedby={props.problem ?? `${listId}-name`}
        onClick={() => text === undefined && open("")}
        onInput={({ currentTarget }) => open(currentTarget.value, 0)}
        onKeyDown={press}
        onBlur={() => pick(text === undefined ? undefined : toCode(text))}
      />
      <small id={`${listId}-name`}>
        {code !== "" ? getCurrencyName(code) : props.hasAll && "currencies"}
      </small>
      {opened && (
        <opened.CurrencyChoices id={listId} label={label} codes={codes} active={at} pick={pick} />
      )}
    </div>
  );
}

/** Returns the code that was typed in full; undefined for other text. */
function toCode(text: string): string | undefined {
  return [...CURRENT_CODES, ...FORMER_CODES].find((code) => code === text.trim().toUpperCase());
}
