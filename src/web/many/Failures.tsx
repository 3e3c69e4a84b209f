import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Job } from "../../sdk/batch-types.ts";
import { useSignal } from "../shell/signal.ts";

/** The first failed rows of a job that is done; its file has all of them. */
export function Failures({ job, url }: { job: Job; url: string }): JSX.Element {
  const lines = useSignal<readonly string[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    // Failures that cannot be read are in the file.
    void import("./read-failures.ts")
      .then(({ readFailures }) => readFailures(job, url, leaving.signal))
      .then((failures) => (lines.value = failures))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [url]);
  const others = job.failed - lines.value.length;
  return (
    <div class="failed-rows">
      {lines.value.length > 0 && (
        <ul aria-label="Failed rows">
          {lines.value.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
      <p class="help">
        {lines.value.length > 0 && others > 0 && `And ${others.toLocaleString("en")} more. `}
        {job.output === "zip" ? "results.csv in the ZIP" : "The file"} has the error of each failed
        row.
      </p>
    </div>
  );
}
