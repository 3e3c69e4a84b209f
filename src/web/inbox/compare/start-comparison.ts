import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { type ComparedSection, toComparedRequest } from "./comparison.ts";

/** Time after which a comparison ends; two JSON bodies of 5 MiB take 2 s of a processor. */
const DEADLINE_MS = 30_000;

export type ComparisonResult = ComparedSection[] | "timeout" | "failed";

/** A comparison that can be ended. */
export interface RunningComparison {
  result: Promise<ComparisonResult>;
  end(): void;
}

/** Compares two records in a worker, because bodies of megabytes would block the page. */
export function startComparison(before: InboxRecord, after: InboxRecord): RunningComparison {
  // In one expression, because only so does the bundler see that it is a worker's script.
  const worker = new Worker(new URL("../../client/compare-worker.ts", import.meta.url), {
    type: "module",
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const result = new Promise<ComparisonResult>((resolve) => {
    timer = setTimeout(() => resolve("timeout"), DEADLINE_MS);
    worker.addEventListener("error", () => resolve("failed"));
    worker.addEventListener("message", ({ data }: MessageEvent<ComparedSection[]>) =>
      resolve(data),
    );
    worker.postMessage([toComparedRequest(before), toComparedRequest(after)]);
  }).finally(end);
  return { result, end };
}
