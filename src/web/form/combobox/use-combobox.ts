import { useSignal } from "../../shell/signal.ts";

interface ComboboxOptions<L> {
  /** The id of the list's element. */
  id: string;
  /** Loads what finds and shows the choices, when the list is opened first. */
  load(): Promise<L>;
  /** Returns the values that match a text. One that was not typed yet searches for nothing. */
  find(list: L, text: string): readonly string[];
  chosen: string;
  /** True: Enter picks the chosen value until another is typed or reached. Default: the first. */
  startsAtChosen?: boolean;
  choose(value: string): void;
  /** Returns the value that a typed text takes when the field is left; undefined: none. */
  parse(text: string): string | undefined;
}

/** Creates the state of a list of values that is opened, searched and picked from. */
export function useCombobox<L>(options: ComboboxOptions<L>) {
  const { id, load, find, chosen, startsAtChosen, choose, parse } = options;
  // The text while the list is open.
  const typed = useSignal<string | undefined>(undefined);
  const active = useSignal<number | undefined>(undefined);
  const list = useSignal<L | undefined>(undefined);
  const { value: text } = typed;
  const opened = text === undefined ? undefined : list.value;
  const values = opened ? find(opened, text ?? "") : [];
  const findActive = (matches: readonly string[]) =>
    active.value ?? (startsAtChosen ? Math.max(matches.indexOf(chosen), 0) : 0);
  const at = findActive(values);
  const open = (next: string, index?: number) => {
    typed.value = next;
    active.value = index;
    void load()
      .then((loaded) => (list.value = loaded))
      .catch(() => undefined);
  };
  const pick = (next: string | undefined) => {
    typed.value = undefined;
    if (next !== undefined && next !== chosen) choose(next);
  };
  // Enter may come before the list has loaded.
  const pickActive = async () => {
    const loaded = await load();
    if (text === undefined || typed.value !== text) return;
    const matches = find(loaded, text);
    pick(matches[findActive(matches)]);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !opened) open("");
    else if (step !== undefined) active.value = (at + step + values.length) % (values.length || 1);
    else if (event.key === "Enter" && text !== undefined) void pickActive().catch(() => undefined);
    else if (event.key === "Escape" && opened) pick(undefined);
    else return;
    event.preventDefault();
  };
  const inputProps = {
    "aria-autocomplete": "list" as const,
    "aria-expanded": opened !== undefined,
    "aria-controls": opened ? id : undefined,
    "aria-activedescendant": values.length > 0 ? `${id}-${at}` : undefined,
    onClick: () => text === undefined && open(""),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      open(currentTarget.value, 0),
    onKeyDown: press,
    onBlur: () => pick(text === undefined ? undefined : parse(text)),
  };
  return { text, opened, values, active: at, pick, inputProps };
}
