import type { JSX } from "preact";
import { useCombobox } from "../../../form/combobox/use-combobox.ts";
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

/** A currency by its code, with a list that is searched by code, name or country. */
export function CurrencyPicker(props: CurrencyPickerProps): JSX.Element {
  const { label, code, hasAll = false, choose } = props;
  const id = `${label.replaceAll(" ", "-")}-currencies`;
  const { text, opened, values, active, pick, inputProps } = useCombobox({
    id,
    load: loadList,
    find: ({ listChoices }, typed) => listChoices(typed, hasAll),
    chosen: code,
    startsAtChosen: true,
    choose,
    parse: toCode,
  });
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
        {...inputProps}
        aria-invalid={props.problem ? "true" : undefined}
        aria-describedby={props.problem ?? `${id}-name`}
      />
      <small id={`${id}-name`}>
        {code !== "" ? getCurrencyName(code) : hasAll && "currencies"}
      </small>
      {opened && <opened.CurrencyChoices {...{ id, label, active, pick }} codes={values} />}
    </div>
  );
}

/** Returns the code that was typed in full; undefined for other text. */
function toCode(text: string): string | undefined {
  return [...CURRENT_CODES, ...FORMER_CODES].find((code) => code === text.trim().toUpperCase());
}
