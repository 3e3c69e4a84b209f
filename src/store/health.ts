/** The reason why a store does not work. */
export interface StoreProblem {
  /** The label of the metric. */
  reason: "unreachable" | "denied" | "read-only" | "full" | "corrupt" | "failing";
  /** One sentence with the problem and its solution, without secrets. */
  message: string;
}

/** Called with a problem, or with undefined once the store works again. */
export type OnHealthChange = (problem: StoreProblem | undefined) => void;

/**
 * Time without a failure before a recovery is reported, in milliseconds. It doubles with each
 * relapse so that the log does not flap.
 */
const MIN_QUIET_MS = 1_000;
const MAX_QUIET_MS = 60_000;

/** A failure this soon after a recovery is a relapse. */
const RELAPSE_MS = 60_000;

/**
 * Tracks whether a store works and reports changes. A store that fails repeatedly reports each
 * reason once, and its recovery only after a quiet time, so that the log is not flooded.
 */
export class StoreHealth {
  readonly #onChange: OnHealthChange;
  readonly #now: () => number;
  #problem: StoreProblem | undefined;
  /** Reasons reported since the last recovery. */
  #reported = new Set<string>();
  #recoveredAt = -Infinity;
  #quietMs = MIN_QUIET_MS;
  #timer: NodeJS.Timeout | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(onChange: OnHealthChange, now = () => performance.now()) {
    this.#onChange = onChange;
    this.#now = now;
  }

  /** The present problem; undefined while the store works. */
  get problem(): StoreProblem | undefined {
    return this.#problem;
  }

  /**
   * Records a failure. A corrupt file remains a problem until the next start, because parts of it
   * may still work.
   */
  fail(problem: StoreProblem): void {
    if (this.#problem?.reason === "corrupt") return;
    this.#problem = problem;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#reported.has(problem.reason)) return;
    if (this.#reported.size === 0) {
      const relapsed = this.#now() - this.#recoveredAt < RELAPSE_MS;
      this.#quietMs = relapsed ? Math.min(this.#quietMs * 2, MAX_QUIET_MS) : MIN_QUIET_MS;
    }
    this.#reported.add(problem.reason);
    this.#onChange(problem);
  }

  /** Records a success, which clears the problem. */
  succeed(): void {
    if (!this.#problem || this.#problem.reason === "corrupt") return;
    this.#problem = undefined;
    this.#timer ??= setTimeout(() => this.#reportRecovery(), this.#quietMs).unref();
  }

  /** Cancels a delayed report. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #reportRecovery(): void {
    this.#timer = undefined;
    this.#reported = new Set();
    this.#recoveredAt = this.#now();
    this.#onChange(undefined);
  }
}
