import type { BatchRequest, Job, Jobs, RowResult, WaitOptions } from "./batch-types.ts";
import type { Requests } from "./requests.ts";
import type { CallOptions, Name } from "./tool-types.ts";

/** Milliseconds between two reads of a job. */
const INTERVAL_MS = 1000;

function toJobPath(id: string, rest = ""): string {
  return `jobs/${encodeURIComponent(id)}${rest}`;
}

export function createJobs({ call, json, file }: Requests): Jobs {
  return {
    create: (tool, body, options) => json("POST", `jobs/${tool}`, { ...options, body }),
    get: (id) => json("GET", toJobPath(id)),
    async wait(id, { signal, onProgress }: WaitOptions = {}) {
      for (;;) {
        const job = await json<Job>("GET", toJobPath(id), signal && { signal });
        onProgress?.(job.data);
        if (!["queued", "running"].includes(job.data.state)) return job;
        await pause(signal);
      }
    },
    cancel: async (id) => void (await call("DELETE", toJobPath(id))),
    result: (id) => file("GET", toJobPath(id, "/result")),
  };
}

export function createBatches({ call, file }: Requests) {
  return {
    read: async <N extends Name>(tool: N, request: BatchRequest<N>, options?: CallOptions) => {
      const body = { ...request, output: "ndjson" };
      return readResults<N>(await call("POST", `batch/${tool}`, { ...options, body }));
    },
    blob: <N extends Name>(tool: N, body: BatchRequest<N>, options?: CallOptions) =>
      file("POST", `batch/${tool}`, { ...options, body }),
  };
}

async function* readResults<N extends Name>(response: Response): AsyncGenerator<RowResult<N>> {
  for await (const line of readLines(response)) yield JSON.parse(line) as RowResult<N>;
}

/** Not `node:timers`, because the client runs wherever `fetch` does. */
function pause(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, INTERVAL_MS);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Yields the lines of a body while it arrives. A caller that stops early cancels it. */
async function* readLines({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (text + decoder.decode(value, { stream: !done })).split("\n");
      text = lines.pop() ?? "";
      yield* lines;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
