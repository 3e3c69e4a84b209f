import type { JSX } from "preact";
import type { Job } from "../../sdk/batch-types.ts";
import { Alert } from "../form/labels.tsx";
import { Failures } from "./Failures.tsx";
import type { JobState } from "./use-job.ts";

interface JobProgressProps {
  job: JobState;
  /** Runs all rows; undefined without rows. */
  run: (() => void) | undefined;
}

/** Run, the progress of the rows, Cancel, and the file in the end. */
export function JobProgress({ job: { state, ...job }, run }: JobProgressProps): JSX.Element {
  const current = state.value;
  const isRunning = job.isSending.value || (current !== undefined && current.finishedAt === null);
  return (
    <section class="panel job" aria-labelledby="job-title">
      <h2 id="job-title">All rows</h2>
      {current && (
        <progress max={current.rows} value={current.done} aria-label="Rows that are done" />
      )}
      <p role="status">
        {job.isSending.value ? "Sending the rows…" : current && describe(current)}
      </p>
      <Alert text={job.problem.value || (current?.error ?? "")} />
      <p class="rows-actions">
        {run && (
          <button type="button" class="primary" disabled={isRunning} onClick={run}>
            Run
          </button>
        )}
        {isRunning && (
          <button type="button" onClick={job.cancel}>
            Cancel
          </button>
        )}
        {job.result && (
          <a class="button" href={job.result.url} download={job.result.name ?? ""}>
            Download{current && ` ${current.output.toUpperCase()}`}
          </a>
        )}
      </p>
      {current?.state === "done" && current.failed > 0 && job.result && (
        <Failures job={current} url={job.result.url} />
      )}
    </section>
  );
}

function describe({ state, rows, done, failed, etaSeconds }: Job): string {
  if (state === "cancelled") return "Cancelled.";
  if (state === "failed") return "The job failed.";
  const counts = `${format(done)} of ${format(rows)} rows`;
  const failures = failed > 0 ? `, ${format(failed)} failed` : "";
  const isOver = state === "done" || etaSeconds === null;
  return `${counts}${failures}${isOver ? "" : `, ${formatSeconds(etaSeconds)} left`}`;
}

function format(count: number): string {
  return count.toLocaleString("en");
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
