import type { JSX } from "preact";
import { useSignal } from "./signal.ts";
import { copyText } from "./clipboard.ts";
import { FEEDBACK_MS } from "./time.ts";

/** A button that shows for a moment that its action succeeded or failed. */
export function ActionButton({
  label,
  done,
  failed = "Not allowed",
  name,
  run,
  ...props
}: ActionProps): JSX.Element {
  const outcome = useSignal<string | undefined>(undefined);
  const press = async () => {
    const isDone = await run().catch(() => false);
    outcome.value = isDone ? done : failed;
    setTimeout(() => (outcome.value = undefined), FEEDBACK_MS);
  };
  return (
    <button
      type="button"
      class={`${props.class ?? "button"} scripted`}
      onClick={() => void press()}
      aria-label={name}
    >
      <span aria-live="polite">{outcome.value ?? label}</span>
    </button>
  );
}

interface ActionProps {
  label: string;
  /** The label after success. */
  done: string;
  /** The label when the action returned false. */
  failed?: string;
  /** The accessible name, where the label alone does not say what is copied. It begins with the label. */
  name?: string | undefined;
  class?: string;
  run(): Promise<boolean>;
}

/** A button that copies a text. */
export function Copy({ text, label = "Copy", what }: CopyProps): JSX.Element {
  return (
    <ActionButton
      class="quiet copy"
      label={label}
      done="Copied"
      name={`${label} ${what}`}
      run={() => copyText(text)}
    />
  );
}

interface CopyProps {
  text: string;
  label?: string;
  /** Name of the copied text for screen readers. */
  what: string;
}
