import assert from "node:assert/strict";
import { it } from "node:test";
import {
  type AnalysisWorker,
  createAnalyst,
  WorkerRestartedError,
} from "#src/tools/carbon-footprint/worker/analysis-worker.js";

/** Stands in for the thread: it reads any document at once, and never comes back from "styled". */
const STUCK = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ call, question }) => {
      while (question.ask === "styled");
      parentPort.postMessage({ call, result: {} });
    });
  `)}`,
);

function read(analyst: AnalysisWorker, page: number) {
  const [url, type] = ["https://site.example/", "text/html"];
  return analyst.call({ page, ask: "document", url, base: url, body: new Uint8Array(), type });
}

/** A page that was read; the thread's own start may take longer than an answer may. */
async function readPage(analyst: AnalysisWorker): Promise<number> {
  for (;;) {
    const page = analyst.newPage();
    if (await read(analyst, page).catch(() => undefined)) return page;
  }
}

it("a page that overruns ends the thread; the pages that were in it are told whose fault it was", async () => {
  const analyst = createAnalyst(STUCK, 200);
  const early = await readPage(analyst);
  const hostile = analyst.newPage();
  const queued = analyst.newPage();
  const stuck = analyst.call({ page: hostile, ask: "styled" });
  const isLost = (error: unknown) =>
    error instanceof WorkerRestartedError && error.offenderId === hostile;
  await assert.rejects(read(analyst, queued), isLost);
  assert.equal(await stuck, undefined);
  await assert.rejects(analyst.call({ page: early, ask: "styled" }), isLost);
  await readPage(analyst);
});
