import { setTimeout as sleep } from "node:timers/promises";
import type { Static } from "typebox";
import type { JobSchema } from "../../jobs/schemas.ts";
import { openResponse, parseJson, request } from "../server-client.ts";

export type RemoteJob = Static<typeof JobSchema>;

const POLL_MS = 1000;

export async function readJob(server: string, id: string): Promise<RemoteJob> {
  return parseJson(await request(getJobUrl(server, id))) as RemoteJob;
}

/** Waits for the end of a job. Rejects with an Error for one that is not done then. */
export async function followJob(
  server: string,
  id: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress(job: RemoteJob): void },
): Promise<RemoteJob> {
  for (;;) {
    const job = await readJob(server, id);
    onProgress(job);
    if (job.state === "done") return job;
    if (job.state === "failed") throw new Error(`the job failed: ${job.error}`);
    if (job.state === "cancelled") throw new Error("the job was canceled");
    await sleep(POLL_MS, undefined, { signal });
  }
}

export function openResult(server: string, id: string, signal?: AbortSignal): Promise<Response> {
  return openResponse(`${getJobUrl(server, id)}/result`, signal ? { signal } : {});
}

export function getJobUrl(server: string, id: string): string {
  return `${server}/api/v1/jobs/${encodeURIComponent(id)}`;
}
