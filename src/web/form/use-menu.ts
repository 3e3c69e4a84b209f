import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Menu {
  host: RefObject<HTMLDetailsElement | null>;
  /** Closes the menu, and with `true` focuses its button. */
  close(focuses?: boolean): void;
}

/** Makes a `details` element a menu, which Escape and a press outside of it close. */
export function useMenu(): Menu {
  const host = useRef<HTMLDetailsElement>(null);
  const close = (focuses = false) => {
    if (!host.current?.open) return;
    host.current.open = false;
    if (focuses) host.current.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!host.current?.contains(target as Node)) close();
    };
    const closeOnEscape = ({ key, target }: KeyboardEvent) => {
      if (key === "Escape" && host.current?.contains(target as Node)) close(true);
    };
    addEventListener("pointerdown", closeOutside);
    addEventListener("focusin", closeOutside);
    addEventListener("keydown", closeOnEscape);
    return () => {
      removeEventListener("pointerdown", closeOutside);
      removeEventListener("focusin", closeOutside);
      removeEventListener("keydown", closeOnEscape);
    };
  }, []);
  return { host, close };
}
