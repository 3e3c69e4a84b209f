/** Remaining operations. Counting them bounds the work on hostile pages without a clock. */
export interface OpBudget {
  opsLeft: number;
}

/** Maximum elements and comments in all documents of one measurement. */
export const MAX_NODES = 100_000;

/** Thrown when the operations of a budget are used up. */
export class BudgetExceeded extends Error {}

/** Subtracts operations from the budget. Throws BudgetExceeded when too few are left. */
export function consume(ops: number, budget: OpBudget): void {
  budget.opsLeft -= ops;
  if (budget.opsLeft < 0) throw new BudgetExceeded();
}
