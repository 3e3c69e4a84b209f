import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Alert } from "../form/labels.tsx";
import { useSignal } from "../shell/signal.ts";
import type { ToolView } from "../tool/view.ts";
import { runSample, type SampleRow } from "./api.ts";
import { createRequest, type ManyOptions } from "./request.ts";
import type { RowsFile } from "./read-rows.ts";

interface SampleProps {
  view: ToolView;
  basePath: string;
  rows: RowsFile;
  options: ManyOptions;
}

/** Pause after a change until the first rows run. */
const PAUSE_MS = 400;

/** Members of a result that are shown. */
const MAX_MEMBERS = 6;

/** The results of the first rows, with the problems of each. */
export function Sample({ view, basePath, rows, options }: SampleProps): JSX.Element {
  const results = useSignal<readonly SampleRow[]>([]);
  const problem = useSignal("");
  useEffect(() => {
    const leaving = new AbortController();
    const run = async () => {
      try {
        const { form } = createRequest(view, rows, { ...options, isSample: true });
        const url = `${basePath}/api/v1/batch/${view.name}`;
        results.value = await runSample(url, form, leaving.signal);
        problem.value = "";
      } catch (error) {
        if (leaving.signal.aborted) return;
        results.value = [];
        problem.value = (error as Error).message;
      }
    };
    const timer = setTimeout(() => void run(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [rows, options]);
  return (
    <section class="panel sample-rows" aria-labelledby="sample-title">
      <h2 id="sample-title">First results</h2>
      <Alert text={problem.value} />
      <ol aria-live="polite">
        {results.value.map((result) => (
          <li key={result.row}>
            <SampleResult {...result} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SampleResult({ row, result, error }: SampleRow): JSX.Element {
  if (error !== undefined) return <p class="problem">{`Row ${row}: ${error}`}</p>;
  const members = Object.entries(result ?? {});
  const picture = members.find(([, value]) => String(value).startsWith("data:image/"));
  const scalars = members.filter(
    ([, value]) => typeof value !== "object" && value !== picture?.[1],
  );
  return (
    <>
      <b>Row {row}</b>
      {picture && <img src={String(picture[1])} alt={`Result of row ${row}`} />}
      <dl>
        {scalars.slice(0, MAX_MEMBERS).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value).slice(0, 120)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
