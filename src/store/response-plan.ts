import type { PlanStep } from "../domain/record/plan-step.ts";

/** The planned responses of an inbox. */
export interface StoredPlan {
  /** Unique per plan. */
  id: string;
  /**
   * The inbox's last sequence number when the plan was set: the first step answers the next one.
   */
  fromSeq: number;
  steps: readonly PlanStep[];
}

/** A plan and the inbox's last sequence number at the same moment. */
export interface PlanState extends StoredPlan {
  lastSeq: number;
}

/** The plan that a capture was prepared for. */
export interface PlanUse {
  id: string;
  /** False: delays are skipped, because too many responses are waiting. */
  mayDelay: boolean;
  /** Steps whose expanded body is cut. */
  truncatedSteps: readonly number[];
}

/** The step that answers a stored request, and its delay. */
export interface ChosenStep {
  step: number;
  delayMs: number;
}

/**
 * A capture was not stored, because another plan is in force than the one that it was prepared for.
 * `plan` is the one to prepare it for.
 */
export class PlanChangedError extends Error {
  readonly plan: StoredPlan;

  constructor(plan: StoredPlan) {
    super("another response plan is in force");
    this.name = "PlanChangedError";
    this.plan = plan;
  }
}

/**
 * Returns the step for the request `offset` requests after the plan was set (from 0); undefined
 * when the plan is exhausted. It depends only on the sequence number, so that no counter has to be
 * written.
 */
export function findStep(steps: readonly PlanStep[], offset: number): number | undefined {
  let end = 0;
  const index = steps.findIndex((_, at) => offset < (end += getCount(steps, at)));
  return index === -1 ? undefined : index;
}

/** Returns the number of requests that a plan has answered, of `received` since it was set. */
export function countServed(steps: readonly PlanStep[], received: number): number {
  const total = steps.reduce((sum, _, at) => sum + getCount(steps, at), 0);
  return Math.min(received, total);
}

function getCount(steps: readonly PlanStep[], at: number): number {
  return steps[at]?.times ?? (at === steps.length - 1 ? Infinity : 1);
}

/** Returns the member `answered` of a record, with a comma before it. */
export function formatAnswered(
  { status = 200, close }: PlanStep,
  { step, delayMs }: ChosenStep,
  isTruncated: boolean,
): string {
  if (close) return ',"answered":{"closed":true}';
  const truncated = isTruncated ? ',"truncated":true' : "";
  return `,"answered":{"status":${status},"step":${step},"delayMs":${delayMs}${truncated}}`;
}
