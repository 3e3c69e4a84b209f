import type { Chunk } from "../text/chunk.ts";
import type { TextRun } from "./text-run.ts";

/** A run of text that later chunks may continue. `before` and `after` are its operators. */
export interface OpenRun {
  chunk: Chunk<unknown>;
  baseline: number;
  /** The position where the next chunk must begin to continue the run. */
  end: number;
  run: TextRun;
  before: string;
  after: string;
}

/** Returns true when a chunk has the run's style and begins at its end. */
export function canContinue(
  { chunk: open, baseline, end }: OpenRun,
  chunk: Chunk<unknown>,
  at: { x: number; baseline: number },
): boolean {
  const [first, second] = [open.style, chunk.style];
  return (
    open.font === chunk.font &&
    (first === second ||
      (first.size === second.size &&
        first.color === second.color &&
        first.letterSpacing === second.letterSpacing)) &&
    open.slanted === chunk.slanted &&
    open.emboldened === chunk.emboldened &&
    baseline === at.baseline &&
    Math.abs(end - at.x) < 0.01
  );
}
