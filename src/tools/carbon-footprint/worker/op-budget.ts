/** Operations that may still be done. They bound the work on hostile pages without a clock. */
export interface OpBudget {
  opsLeft: number;
}

/** Elements and comments of all documents of one measurement. */
export const MAX_NODES = 100_000;

/** The operations are used up. */
export class BudgetExceeded extends Error {}

/** Counts operations. Throws BudgetExceeded when there are too many. */
export function consume(ops: number, budget: OpBudget): void {
  budget.opsLeft -= ops;
  if (budget.opsLeft < 0) throw new BudgetExceeded();
}
