import type { RowError } from "../../jobs/row-result.ts";
import { getErrorMessage, getErrorStatus } from "../../lib/errors.ts";

/** Returns the status and the sentence of a row's error, as a server would. */
export function describeError(error: unknown): RowError {
  const status = getErrorStatus(error);
  const message = status === 500 ? "Something went wrong on our side." : getErrorMessage(error);
  return { status, message };
}
