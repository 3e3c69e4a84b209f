import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Alert } from "../form/labels.tsx";
import { useSignal } from "../shell/signal.ts";
import { takeDroppedFiles } from "../tool/dropped-files.ts";
import { readForm } from "../tool/storage.ts";
import type { ToolView } from "../tool/view.ts";
import { Choices } from "./Choices.tsx";
import { listPaths, matchHeader } from "./columns.ts";
import { JobProgress } from "./JobProgress.tsx";
import { readRows, type RowsFile } from "./read-rows.ts";
import { findFormatField, type ManyOptions } from "./request.ts";
import { RowsSource } from "./RowsSource.tsx";
import { Sample } from "./Sample.tsx";
import { useJob } from "./use-job.ts";

export interface ManyProps {
  view: ToolView;
  basePath: string;
}

/** Rows in, columns matched to fields, the first results, and the job that runs all of them. */
export function Many({ view, basePath }: ManyProps): JSX.Element {
  const rows = useSignal<RowsFile | undefined>(undefined);
  const problem = useSignal("");
  const options = useSignal<ManyOptions>(createOptions(view));
  const job = useJob(basePath, view);
  useEffect(takeDroppedFiles, []);
  const paths = listPaths(view.fields);
  const take = async (file: File | undefined) => {
    if (!file) return;
    problem.value = "";
    try {
      const read = await readRows(file);
      const mapping = matchHeader(read.header, paths);
      options.value = { ...options.value, mapping, groupBy: "", form: readForm(view) };
      rows.value = read;
    } catch (error) {
      rows.value = undefined;
      problem.value = (error as Error).message;
    }
  };
  return (
    <div class="many">
      <section class="panel" aria-labelledby="rows-title">
        <h2 id="rows-title">Rows</h2>
        <RowsSource
          template={`${basePath}/api/v1/batch/${view.name}/template.csv`}
          take={(file) => void take(file)}
        />
        <Alert text={problem.value} />
        <p class="rows-count" role="status">
          {rows.value && describeRows(rows.value)}
        </p>
      </section>
      {rows.value && (
        <>
          <Choices view={view} rows={rows.value} paths={paths} options={options} />
          <Sample view={view} basePath={basePath} rows={rows.value} options={options.value} />
        </>
      )}
      {(rows.value || job.state.value) && (
        <JobProgress
          job={job}
          run={rows.value && (() => rows.value && job.run(rows.value, options.value))}
        />
      )}
    </div>
  );
}

function createOptions(view: ToolView): ManyOptions {
  // Documents to send are PDFs, where the tool makes them.
  const { media = {} } = findFormatField(view) ?? {};
  const [format = ""] = Object.entries(media).find(([, type]) => type === "application/pdf") ?? [];
  return { mapping: {}, groupBy: "", name: "", output: "", form: undefined, format };
}

function describeRows({ name, count }: RowsFile): string {
  if (count === undefined) return name;
  return `${name}: ${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;
}
