/** Maximum steps of a plan. */
export const MAX_STEPS = 20;

/** Media types of planned responses; the first is the default. */
export const RESPONSE_TYPES = [
  "application/json",
  "text/plain",
  "application/xml",
  "text/xml",
] as const;

export type ResponseType = (typeof RESPONSE_TYPES)[number];

/**
 * A step of a response plan. Stores read `status`, `times`, `delayMs` and `close`, and store the
 * rest unread.
 */
export interface PlanStep {
  /** 200 to 599; required unless `close` is true. */
  status?: number;
  /**
   * Number of requests that the step answers: 1 by default; a last step without it answers all
   * others.
   */
  times?: number;
  delayMs?: number;
  /** True: the connection is closed instead. */
  close?: boolean;
  type?: ResponseType;
  body?: string;
  /** `Retry-After`, `ETag` and names that begin with `X-`. */
  headers?: Record<string, string>;
}
