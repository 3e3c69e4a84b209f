import assert from "node:assert/strict";
import { it } from "node:test";
import {
  type AnalysisWorker,
  createAnalysisWorker,
  WorkerRestartedError,
} from "#src/tools/carbon-footprint/worker/analysis-worker.js";

/** A worker that answers every document immediately and hangs on "styles". */
const STUCK = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, request }) => {
      while (request.type === "styles");
      parentPort.postMessage({ id, result: {} });
    });
  `)}`,
);

function read(worker: AnalysisWorker, page: number) {
  const url = "https://site.example/";
  return worker.call({
    page,
    type: "document",
    url,
    base: url,
    body: new Uint8Array(),
    contentType: "text/html",
  });
}

/**
 * Returns a page that was parsed. Retries, because the worker may start more slowly than the
 * deadline of a call.
 */
async function readPage(worker: AnalysisWorker): Promise<number> {
  for (;;) {
    const page = worker.createPageId();
    if (await read(worker, page).catch(() => undefined)) return page;
  }
}

it(
  "a page that exceeds the deadline restarts the worker, and calls for other pages name it as the offender",
  { timeout: 240_000 },
  async () => {
    const worker = createAnalysisWorker(STUCK, 1_000);
    const early = await readPage(worker);
    const hostile = worker.createPageId();
    const queued = worker.createPageId();
    const stuck = worker.call({ page: hostile, type: "styles" });
    const isLost = (error: unknown) =>
      error instanceof WorkerRestartedError && error.offenderId === hostile;
    await assert.rejects(read(worker, queued), isLost);
    assert.equal(await stuck, undefined);
    await assert.rejects(worker.call({ page: early, type: "styles" }), isLost);
    await readPage(worker);
  },
);
