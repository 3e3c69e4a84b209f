import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/** How long a button says that it has copied. */
const THANKS_MS = 1600;

/** A button that puts a text on the clipboard. */
export function Copy({ text, label = "Copy", what }: CopyProps): JSX.Element {
  const copied = useSignal(false);
  const copy = async () => {
    await toClipboard(text);
    copied.value = true;
    setTimeout(() => (copied.value = false), THANKS_MS);
  };
  return (
    <button
      type="button"
      class="quiet copy"
      onClick={() => void copy()}
      aria-label={`${label} ${what}`}
    >
      <span aria-live="polite">{copied.value ? "Copied" : label}</span>
    </button>
  );
}

interface CopyProps {
  text: string;
  label?: string;
  /** What is copied, for those who cannot see what the button stands beside. */
  what: string;
}

async function toClipboard(text: string): Promise<void> {
  // The clipboard is there on https and localhost only; a server in a home network has neither.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
