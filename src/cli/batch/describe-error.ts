import type { RowError } from "../../jobs/row-result.ts";
import { getErrorMessage, getErrorStatus } from "../../lib/errors.ts";

/** The sentence of an error that is not the caller's. */
export const OUR_ERROR = "Something went wrong on our side.";

/** Returns the status and the sentence of a row's error, as a server would. */
export function describeError(error: unknown): RowError {
  const status = getErrorStatus(error);
  const message = status === 500 ? OUR_ERROR : getErrorMessage(error);
  return { status, message };
}
