import type { Job } from "./job.ts";
import { isEnded } from "./job.ts";

/** Where a job is, as a caller sees it. */
interface JobLinks {
  /** The URL of the server, with its base path. */
  origin: string;
  nowMs: number;
}

export const JOBS_PATH = "/api/v1/jobs";

/** The id is the only protection of a job, so neither caches nor search engines may have it. */
export const JOB_REPLY_HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex" };

/** Returns a job as responses have it. */
export function toJobObject(job: Job, { origin, nowMs }: JobLinks) {
  const { id, tool, state, rows, done, failed, output, error } = job;
  const url = `${origin}${JOBS_PATH}/${id}`;
  return {
    id,
    url,
    tool,
    state,
    rows,
    done,
    failed,
    etaSeconds: estimateSeconds(job, nowMs),
    createdAt: formatTime(job.createdAtMs),
    startedAt: formatTime(job.startedAtMs),
    finishedAt: formatTime(job.finishedAtMs),
    expiresAt: formatTime(job.expiresAtMs || null),
    output,
    bytes: job.resultBytes,
    result: state === "done" ? `${url}/result` : null,
    error,
  };
}

export type JobObject = ReturnType<typeof toJobObject>;

/** Returns null until a chunk is finished. */
function estimateSeconds(job: Job, nowMs: number): number | null {
  if (isEnded(job)) return 0;
  if (job.startedAtMs === null || job.done === 0) return null;
  const msPerRow = (nowMs - job.startedAtMs) / job.done;
  return Math.ceil((msPerRow * (job.rows - job.done)) / 1000);
}

function formatTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
