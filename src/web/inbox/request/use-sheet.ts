import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Screens on which the detail covers the list; the style sheet has the same width. */
const NARROW = "(max-width: 59.99rem)";

/** A detail that narrow screens show over the list. */
export interface DetailSheet {
  isOpen: ReadonlySignal<boolean>;
  open(): void;
  close(): void;
}

/**
 * Creates the state of the sheet. The browser's Back and the Escape key close it like its own
 * button.
 */
export function useSheet(): DetailSheet {
  const isOpen = useSignal(false);
  const close = () => {
    if (isOpen.value) history.back();
  };
  useEffect(() => {
    const leave = () => {
      if (!isOpen.value) return;
      isOpen.value = false;
      document.querySelector<HTMLElement>(".request[aria-current]")?.focus();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    addEventListener("popstate", leave);
    addEventListener("keydown", press);
  }, []);
  const open = () => {
    if (isOpen.value || !matchMedia(NARROW).matches) return;
    history.pushState({ sheet: true }, "");
    isOpen.value = true;
  };
  return { isOpen, open, close };
}
