import type { JSX } from "preact";
import { useSignal } from "../shell/signal.ts";

interface TextEntryProps {
  id?: string;
  inputMode?: "decimal";
  placeholder?: string | undefined;
  value: string;
  /** Called when the field is left or Enter is pressed. */
  enter(text: string): void;
}

/** A text field whose form takes over the text when it is complete, not at every key. */
export function TextEntry({ value, enter, ...attributes }: TextEntryProps): JSX.Element {
  // Keeps what is typed while a result that arrives renders the form again.
  const typed = useSignal<string | undefined>(undefined);
  return (
    <input
      {...attributes}
      type="text"
      value={typed.value ?? value}
      onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      onChange={({ currentTarget }) => {
        typed.value = undefined;
        enter(currentTarget.value);
      }}
    />
  );
}
