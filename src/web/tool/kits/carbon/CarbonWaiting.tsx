import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../../shell/signal.ts";

/**
 * Shows the elapsed time while a page is measured, because the API does not report its progress.
 */
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
