/** Milliseconds of work after which other requests get their turn. */
const SLICE_MS = 10;

/** Divides long work into slices, between which the event loop serves others. */
export class TimeSlice {
  #startMs = performance.now();

  /** Returns a promise of the next turn when the slice is over, else undefined. */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.#startMs < SLICE_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        this.#startMs = performance.now();
        resolve();
      }),
    );
  }
}
