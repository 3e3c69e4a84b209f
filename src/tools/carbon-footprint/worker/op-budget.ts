/** Work that may still be done, in looks at nodes; it bounds hostile pages without a clock. */
export interface OpBudget {
  left: number;
}

/** Elements and comments that all documents of one measurement may have. */
export const MAX_NODES = 100_000;

/** The work ran out. */
export class BudgetExceeded extends Error {}

/** Counts work as done. Throws WorkDone when it was too much. */
export function consume(ops: number, work: OpBudget): void {
  work.left -= ops;
  if (work.left < 0) throw new BudgetExceeded();
}
