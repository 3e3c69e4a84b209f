import { useEffect, useMemo } from "preact/hooks";
import type { Job } from "../../sdk/batch-types.ts";
import { type Signal, useSignal } from "../shell/signal.ts";
import type { ToolView } from "../tool/view.ts";
import { cancelJob, createJob, followJob, ResponseError, runBatch } from "./api.ts";
import type { RowsFile } from "./read-rows.ts";
import { createRequest, type ManyOptions } from "./request.ts";

/** The job of the page, whose id is in the fragment, so that it goes on after a reload. */
export interface JobState {
  /** Undefined: there is none. */
  state: Signal<Job | undefined>;
  /** True: rows are being sent. */
  isSending: Signal<boolean>;
  problem: Signal<string>;
  /** The URL and the name of the file; undefined until it is there. */
  result: JobFile | undefined;
  run(rows: RowsFile, options: ManyOptions): void;
  cancel(): void;
}

interface JobFile {
  url: string;
  /** Undefined: that of the server. */
  name: string | undefined;
}

/** Statuses of a server that takes no jobs, where a batch runs instead. */
const NO_JOBS = new Set([403, 503, 507]);

/** Returns a function that starts work, and ends the work before. A failure is the problem. */
function useWork(problem: Signal<string>) {
  const current = useMemo(() => ({ work: new AbortController() }), []);
  return (work: (signal: AbortSignal) => Promise<void>) => {
    current.work.abort();
    current.work = new AbortController();
    const { signal } = current.work;
    problem.value = "";
    work(signal).catch((error: unknown) => {
      if (!signal.aborted) problem.value = (error as Error).message;
    });
  };
}

export function useJob(basePath: string, view: ToolView): JobState {
  const state = useSignal<Job | undefined>(undefined);
  const isSending = useSignal(false);
  const problem = useSignal("");
  const batchFile = useSignal<JobFile | undefined>(undefined);
  const toUrl = (id: string) => `${basePath}/api/v1/jobs/${id}`;
  const start = useWork(problem);
  const follow = (id: string, signal: AbortSignal) =>
    followJob(toUrl(id), (job) => (state.value = job), signal);
  useEffect(() => {
    const [, id] = /^#([\w-]{22})$/.exec(location.hash) ?? [];
    if (id !== undefined) start((signal) => follow(id, signal));
  }, []);
  return {
    state,
    isSending,
    problem,
    result:
      state.value?.state === "done"
        ? { url: `${toUrl(state.value.id)}/result`, name: undefined }
        : batchFile.value,
    run: (rows, options) =>
      start(async (signal) => {
        state.value = undefined;
        batchFile.value = undefined;
        isSending.value = true;
        const { query, form } = createRequest(view, rows, options);
        try {
          state.value = await createJob(toUrl(view.name) + query, form, signal);
        } catch (error) {
          if (!(error instanceof ResponseError && NO_JOBS.has(error.status))) throw error;
          const url = `${basePath}/api/v1/batch/${view.name}${query}`;
          batchFile.value = { url: await runBatch(url, form, signal), name: view.name };
          return;
        } finally {
          if (!signal.aborted) isSending.value = false;
        }
        history.replaceState(history.state, "", `#${state.value.id}`);
        await follow(state.value.id, signal);
      }),
    cancel: () =>
      start(async (signal) => {
        const { value: job } = state;
        isSending.value = false;
        if (!job) return;
        await cancelJob(toUrl(job.id));
        await follow(job.id, signal);
      }),
  };
}
