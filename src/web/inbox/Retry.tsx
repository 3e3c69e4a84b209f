import type { JSX } from "preact";

interface RetryProps {
  /** A sentence about what failed. */
  problem: string;
  retry(): void;
}

/** An error that may be gone on the next try. */
export function Retry({ problem, retry }: RetryProps): JSX.Element {
  return (
    <p class="problem pad" role="alert">
      {problem}{" "}
      <button type="button" class="button" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
