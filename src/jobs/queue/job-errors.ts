import { UnavailableError } from "../../lib/errors.ts";
import type { AddOutcome, JobLimits } from "../../store/store.ts";

/** The files of all jobs would exceed their limit of bytes. */
export class NoSpaceError extends Error {
  constructor(maxBytes: number) {
    super(`The results need more than FILES_MAX_BYTES (${formatLimit(maxBytes)}).`);
  }
}

/** Formats a limit as it is documented: `2 GiB`. */
function formatLimit(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const unit = [3, 2, 1].find((power) => bytes % 1024 ** power === 0) ?? 0;
  return `${bytes / 1024 ** unit} ${units[unit]}`;
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
