import type { Job } from "../../sdk/batch-types.ts";

/** Milliseconds between two reads of a job. */
const INTERVAL_MS = 700;

export interface SampleRow {
  row: number;
  status: number;
  result?: Record<string, unknown>;
  error?: string;
}

/** An unsuccessful response, with the server's sentence. */
export class ResponseError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Rejects with a ResponseError for an unsuccessful response. */
async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const message = body.error ?? `The server answered ${response.status}.`;
  throw new ResponseError(response.status, message);
}

/** Runs the first rows. */
export async function runSample(
  url: string,
  body: FormData,
  signal: AbortSignal,
): Promise<SampleRow[]> {
  const response = await requireOk(await fetch(url, { method: "POST", body, signal }));
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as SampleRow);
}

export async function createJob(url: string, body: FormData, signal: AbortSignal): Promise<Job> {
  const response = await requireOk(await fetch(url, { method: "POST", body, signal }));
  return (await response.json()) as Job;
}

/** Runs rows in one request, and returns the URL of their file in the page's memory. */
export async function runBatch(url: string, body: FormData, signal: AbortSignal): Promise<string> {
  const response = await requireOk(await fetch(url, { method: "POST", body, signal }));
  return URL.createObjectURL(await response.blob());
}

/** Reports a job until it has ended. Rejects when it cannot be read. */
export async function followJob(
  url: string,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const response = await requireOk(await fetch(url, { signal }));
    const job = (await response.json()) as Job;
    signal.throwIfAborted();
    onProgress(job);
    if (job.finishedAt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

export async function cancelJob(url: string): Promise<void> {
  await requireOk(await fetch(url, { method: "DELETE" }));
}
