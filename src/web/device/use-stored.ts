import { useEffect } from "preact/hooks";
import { onStored } from "../shell/storage.ts";

/** Calls `update` at first, after each change of what is stored, and when an input changes. */
export function useStored(update: () => void, inputs: readonly unknown[] = []): void {
  useEffect(() => {
    update();
    return onStored(update);
  }, inputs);
}
