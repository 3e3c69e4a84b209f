import { useEffect, useRef } from "preact/hooks";
import type { Values } from "../../../form/values.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { Figures } from "./figures.ts";

/** Computes the amounts of a form. */
export type ComputeFigures = (values: Values) => Figures;

/** Undefined in browsers until it is loaded, because it is larger than the rest of the form. */
let compute: ComputeFigures | undefined;

/** Makes the calculation available synchronously, for rendering on the server. */
export function provideFigures(calculation: ComputeFigures): void {
  compute = calculation;
}

/** Loads the calculation. Returns false offline, where the next change tries again. */
async function loadFigures(): Promise<boolean> {
  try {
    const { toFigures } = await import("./figures.ts");
    provideFigures(toFigures);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the amounts of a form; undefined while the page shows those that the server rendered. The
 * calculation is loaded when a pointer or the focus comes to the page, or another invoice than the
 * server's is in the form.
 */
export function useFigures(values: Values): Figures | undefined {
  const first = useRef(values);
  const isLoaded = useSignal(compute !== undefined);
  const load = async () => {
    isLoaded.value = await loadFigures();
  };
  useEffect(() => {
    if (values !== first.current && !isLoaded.value) void load();
  }, [values]);
  useEffect(() => {
    const begin = () => void load();
    const events = ["pointerover", "focusin"];
    for (const event of events) addEventListener(event, begin, { once: true });
    return () => {
      for (const event of events) removeEventListener(event, begin);
    };
  }, []);
  return compute?.(values);
}

/** Returns what an invoice comes to: `Total $1,234.50`. */
export function getHeadlineAmount(values: Values): string {
  const last = compute?.(values).sums.at(-1);
  if (last) return `${last.label} ${last.amount}`;
  const cells = document.querySelector(".sums .due")?.children ?? [];
  return Array.from(cells, ({ textContent }) => textContent).join(" ");
}
