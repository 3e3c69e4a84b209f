import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { copyText } from "./clipboard.ts";
import { FEEDBACK_MS } from "./time.ts";

/**
 * A button that shows for a moment that its action succeeded or failed. Presses while it runs do
 * nothing.
 */
export function ActionButton({
  label,
  busy,
  done,
  failed = "Not allowed",
  name,
  run,
  ...props
}: ActionProps): JSX.Element {
  // No signal: the inbox page would load the tool pages' signals for this button alone.
  const [text, setText] = useState<string>();
  const isRunning = useRef(false);
  const feedback = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(feedback.current);
    setText(busy);
    const outcome = await run().then(
      (isDone) => (isDone ? done : failed),
      // Without a network, `fetch` and `import` reject with a TypeError.
      (error: unknown) => (error instanceof TypeError ? "No response" : failed),
    );
    isRunning.current = false;
    setText(outcome);
    feedback.current = setTimeout(() => setText(undefined), FEEDBACK_MS);
  };
  return (
    <button
      type="button"
      class={`${props.class ?? "button"} scripted`}
      onClick={() => void press()}
      aria-label={name}
    >
      <span aria-live="polite">{text ?? label}</span>
    </button>
  );
}

interface ActionProps {
  label: string;
  /** The label while the action runs. Default: the label itself. */
  busy?: string;
  /** The label after success. */
  done: string;
  /** The label when the action returned false. */
  failed?: string;
  /**
   * The accessible name, where the label alone does not say what is copied. It begins with the
   * label.
   */
  name?: string | undefined;
  class?: string;
  run(): Promise<boolean>;
}

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
