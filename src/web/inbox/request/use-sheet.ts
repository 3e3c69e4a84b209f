import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Screens on which the detail covers the list; the style sheet has the same width. */
const NARROW = "(max-width: 59.99rem)";

/** Returns true on screens on which the detail covers the list. */
export function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

/** A detail that narrow screens show over the list. */
export interface DetailSheet {
  isOpen: ReadonlySignal<boolean>;
  open(): void;
  close(): void;
}

/** Focuses the row of the request that is shown in detail. */
export function focusSelectedRow(): void {
  document.querySelector<HTMLElement>(".request[aria-current]")?.focus();
}

/**
 * Creates the state of the sheet. The browser's Back and the Escape key close it like its own
 * button.
 */
export function useSheet(onClose: () => void): DetailSheet {
  const isOpen = useSignal(false);
  const close = () => {
    if (!isOpen.value || !history.state) return;
    // The browser goes back a moment later, and a second press until then would leave the page.
    history.replaceState(null, "");
    history.back();
  };
  useEffect(() => {
    const leave = () => {
      if (!isOpen.value) return;
      isOpen.value = false;
      focusSelectedRow();
      onClose();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    addEventListener("popstate", leave);
    addEventListener("keydown", press);
  }, []);
  const open = () => {
    if (isOpen.value || !isNarrow()) return;
    history.pushState({ sheet: true }, "");
    isOpen.value = true;
  };
  return { isOpen, open, close };
}
