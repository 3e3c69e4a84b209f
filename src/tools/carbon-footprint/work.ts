/** Work that may still be done, in looks at nodes; it bounds hostile pages without a clock. */
export interface Work {
  left: number;
}

/** Elements and comments that all documents of one measurement may have. */
export const MOST_NODES = 100_000;

/** The work ran out. */
export class WorkDone extends Error {}

/** Counts work as done. Throws WorkDone when it was too much. */
export function spend(looks: number, work: Work): void {
  work.left -= looks;
  if (work.left < 0) throw new WorkDone();
}
