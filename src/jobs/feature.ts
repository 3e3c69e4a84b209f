import type { Gauge } from "../lib/metrics.ts";
import type { Route } from "../http/route.ts";
import { HttpError } from "../lib/errors.ts";
import type { JobTotals, Store } from "../store/store.ts";
import { createJobRoutes, type JobRouteDeps } from "./job-routes.ts";
import { JobFiles } from "./queue/job-files.ts";
import { JobQueue } from "./queue/job-queue.ts";
import type { ChunkContext } from "./queue/run-chunk.ts";
import { JobRunner } from "./queue/runner.ts";
import { SharedFolder } from "./queue/shared-folder.ts";
import type { RowRule } from "./request.ts";

export interface JobFeatureOptions
  extends
    Omit<ChunkContext, "queue" | "files" | "tools" | "counters">,
    Pick<JobRouteDeps, "tools" | "maxRows" | "maxBodyBytes" | "countRows" | "commonHeaders"> {
  store: Store;
  /** False: every request is refused. */
  isEnabled: boolean;
  /** Undefined: there is none that all processes share. */
  filesDirectory: string | undefined;
  maxFileBytes: number;
  ttlMs: number;
  now(): number;
  onError(error: unknown, job: string): void;
}

export interface JobFeature {
  routes: Route[];
  /** The rule of a batch whose caller prefers a job; undefined where there are none. */
  rule: RowRule | undefined;
  gauges(): Gauge[];
  /** Continues unfinished jobs. */
  start(): void;
  close(): Promise<void>;
}

const MAX_UNFINISHED = 100;
const MAX_UNFINISHED_OF_CLIENT = 5;

/** Milliseconds between two counts for the metrics. */
const COUNT_MS = 15_000;

/** Creates the jobs of a process: their routes, and what works on them. */
export function createJobFeature(options: JobFeatureOptions): JobFeature {
  const { store, tools, filesDirectory, maxFileBytes, isEnabled } = options;
  const files = new JobFiles(filesDirectory ?? "");
  const limits = {
    maxUnfinished: MAX_UNFINISHED,
    maxUnfinishedOfClient: MAX_UNFINISHED_OF_CLIENT,
    maxBytes: maxFileBytes,
  };
  const { ttlMs, now } = options;
  const queue = new JobQueue({ store: store.jobs, files, limits, ttlMs, now });
  const folder = new SharedFolder(filesDirectory, store.sharedText?.("job-files"));
  const { counters } = store;
  const chunks = { ...options, queue, files, tools: tools.byName, counters };
  const runner = new JobRunner({ ...chunks, requireReady: () => folder.check() });
  const requireReady = async () => {
    if (!isEnabled) throw new HttpError(403, "Jobs are off: JOBS is false.");
    await folder.check();
  };
  const [create, ...others] = createJobRoutes({ ...options, queue, files, runner, requireReady });
  const totals = new Totals(() => queue.count());
  return {
    routes: [create, ...others],
    rule: isEnabled ? create : undefined,
    gauges: () => (isEnabled ? totals.createGauges() : []),
    start() {
      if (isEnabled && filesDirectory !== undefined) runner.start();
    },
    close: () => runner.close(),
  };
}

/** Counts of jobs, which a metric shows as they were at the last reading. */
class Totals {
  readonly #count: () => Promise<JobTotals>;
  #totals: JobTotals = { bytes: 0, states: {} };
  #countedMs = -Infinity;

  constructor(count: () => Promise<JobTotals>) {
    this.#count = count;
  }

  createGauges(): Gauge[] {
    this.#refresh();
    const { bytes, states } = this.#totals;
    const names = ["queued", "running", "done", "failed", "cancelled"] as const;
    return [
      {
        name: "sundry_jobs",
        help: "Jobs by their state.",
        value: Object.fromEntries(names.map((state) => [`state="${state}"`, states[state] ?? 0])),
      },
      { name: "sundry_files_bytes", help: "Bytes of the files of all jobs.", value: bytes },
    ];
  }

  #refresh(): void {
    if (performance.now() - this.#countedMs < COUNT_MS) return;
    this.#countedMs = performance.now();
    // A store that is out of reach has a metric of its own.
    this.#count().then(
      (totals) => (this.#totals = totals),
      () => undefined,
    );
  }
}
