import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/** How long a button says that it has copied. */
const THANKS_MS = 1600;

/** A button that puts a text on the clipboard. */
export function Copy({ text, label = "Copy", what }: CopyProps): JSX.Element {
  const said = useSignal<string | undefined>(undefined);
  const copy = async () => {
    said.value = (await toClipboard(text)) ? "Copied" : "Not allowed";
    setTimeout(() => (said.value = undefined), THANKS_MS);
  };
  return (
    <button
      type="button"
      class="quiet copy"
      onClick={() => void copy()}
      aria-label={`${label} ${what}`}
    >
      <span aria-live="polite">{said.value ?? label}</span>
    </button>
  );
}

interface CopyProps {
  text: string;
  label?: string;
  /** What is copied, for those who cannot see what the button stands beside. */
  what: string;
}

/** Whether the text is there now. */
async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    const written = navigator.clipboard.writeText(text);
    return written.then(
      () => true,
      () => false,
    );
  }
  // The clipboard is there on https and localhost only; a server in a home network has neither.
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  // Whoever came with the keyboard goes on from the button.
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
