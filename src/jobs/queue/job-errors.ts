import { UnavailableError } from "../../lib/errors.ts";
import { formatLimit } from "../../lib/text/format-limit.ts";
import type { AddOutcome, JobLimits } from "../../store/store.ts";

/** The files of all jobs would exceed their limit of bytes. */
export class NoSpaceError extends Error {
  constructor(maxBytes: number) {
    super(`The results need more than FILES_MAX_BYTES (${formatLimit(maxBytes)}).`);
  }
}

/** Returns true for the error of a file system without space. */
export function isFullDisk(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** Another process works on the chunk, or the job has ended. */
export class ClaimLostError extends Error {}

const RETRY_SECONDS = 60;

/** Creates the error of a job that is more than the limits allow. */
export function createLimitError(
  outcome: Exclude<AddOutcome, "added" | "no-space">,
  limits: JobLimits,
) {
  return outcome === "client-full"
    ? new UnavailableError(
        `At most ${limits.maxUnfinishedOfClient} jobs of one address are unfinished at once.`,
        "rate-limited",
        RETRY_SECONDS,
      )
    : new UnavailableError("Too many jobs are unfinished.", "overloaded", RETRY_SECONDS);
}
