import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";

/** Shown while a page is measured: how long it has been, because the API does not report how many files are left. */
export function CarbonWaiting({ cancel }: { cancel(): void }): JSX.Element {
  const seconds = useSignal(0);
  useEffect(() => {
    const startMs = performance.now();
    const timer = setInterval(() => {
      seconds.value = Math.floor((performance.now() - startMs) / 1000);
    }, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="waiting">
      <progress aria-label="Measuring" />
      <p>
        Fetching the page and its assets… {seconds.value} s <span>of at most 20</span>
      </p>
      <button type="button" class="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
