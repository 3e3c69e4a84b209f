import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { focusNextRow } from "../list/move-by-key.ts";
import type { ComparisonChoice } from "./use-comparison.ts";

interface ChooseSecondProps {
  comparison: ComparisonChoice;
}

/** Asks for the second request and leads the keyboard to the row below the first one. */
export function ChooseSecond({ comparison: { first, end } }: ChooseSecondProps): JSX.Element {
  // Before the next key, which would press the button again.
  useLayoutEffect(focusNextRow, []);
  return (
    <p class="choosing" role="status">
      <span>
        Choose a request to compare with {first.value?.method} {first.value?.path || "/"}
      </span>
      <button type="button" class="quiet" onClick={end}>
        Cancel
      </button>
    </p>
  );
}
