import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { UnavailableError } from "#src/lib/errors.js";
import type { FetchedResponse, Network } from "#src/lib/net/network.js";
import {
  type AnalysisWorker,
  WorkerRestartedError,
} from "#src/tools/carbon-footprint/worker/analysis-worker.js";
import { measurePage } from "#src/tools/carbon-footprint/crawl/measure-page.js";

const URL_OF_PAGE = "https://site.example/";
const NOTHING = { resources: [], frames: [], dynamicImports: 0, complete: true };
const DOCUMENT = { ...NOTHING, namesIcon: true, rendered: "server", autoplays: 0, nodes: 1_000 };

/** Creates a network of one page. Counts its requests. */
function createOnePage(bytes = 30) {
  const state = { gets: 0, closed: false, resets: 0, remainingMs: 20_000 };
  const get = (url: string): Promise<FetchedResponse> => {
    state.gets += 1;
    const headers = { "content-type": "text/html" };
    const page = { url, status: 200, headers, headerBytes: 100, redirects: [], bodyBytes: bytes };
    return Promise.resolve({ ...page, body: Buffer.alloc(bytes), truncated: false });
  };
  const network: Network = {
    openSession: () =>
      Promise.resolve({
        get,
        remainingMs: () => state.remainingMs,
        overBudgetCount: () => 0,
        resetBudget: () => void (state.resets += 1),
        close: () => void (state.closed = true),
      }),
  };
  return { state, network };
}

/**
 * Creates a worker that restarts on the styles of the first `times` pages, because of the page
 * `culprit`.
 */
function createCrashingWorker(times: number, culprit: (page: number) => number): AnalysisWorker {
  let pages = 0;
  return {
    createPageId: () => (pages += 1),
    closePage: () => {},
    call({ page, type }) {
      if (type === "document") return Promise.resolve(DOCUMENT);
      return page <= times
        ? Promise.reject(new WorkerRestartedError(culprit(page)))
        : Promise.resolve(NOTHING);
    },
  };
}

describe("measurePage after a restart of the worker", () => {
  it("measurePage measures the page again with a full budget if another page caused the restart", async () => {
    const { state, network } = createOnePage();
    const { entries, complete } = await measurePage(
      URL_OF_PAGE,
      network,
      createCrashingWorker(2, () => 0),
    );
    assert.deepEqual([entries.length, complete, state.gets, state.closed], [1, true, 3, true]);
    assert.equal(state.resets, 2);
  });

  it("measurePage returns an incomplete measurement if the page itself caused the restart", async () => {
    const { state, network } = createOnePage();
    const { entries, complete } = await measurePage(
      URL_OF_PAGE,
      network,
      createCrashingWorker(9, (page) => page),
    );
    assert.deepEqual([entries.length, complete, state.gets], [1, false, 1]);
  });

  it("measurePage rejects with UnavailableError after three attempts", async () => {
    const { state, network } = createOnePage();
    await assert.rejects(
      measurePage(
        URL_OF_PAGE,
        network,
        createCrashingWorker(9, () => 0),
      ),
      (error) => error instanceof UnavailableError && error.kind === "overloaded",
    );
    assert.ok(state.closed);
  });
});

it("measurePage reads 5 MB of a document", async () => {
  const read: number[] = [];
  const worker: AnalysisWorker = {
    createPageId: () => 1,
    closePage: () => {},
    call(question) {
      if ("body" in question) read.push(question.body.buffer.byteLength);
      return Promise.resolve(DOCUMENT);
    },
  };
  const complete = async (bytes: number) =>
    (await measurePage(URL_OF_PAGE, createOnePage(bytes).network, worker)).complete;
  assert.deepEqual([await complete(5_000_000), await complete(5_000_001)], [true, false]);
  assert.deepEqual(read, [5_000_000, 5_000_000]);
});

it("measurePage tries 1,000 URLs of a page with endless nested frames", async () => {
  const { state, network } = createOnePage();
  const frames = Array.from({ length: 900 }, (_, n) => `${URL_OF_PAGE}${n}`);
  let pages = 0;
  const worker: AnalysisWorker = {
    createPageId: () => (pages += 1),
    closePage: () => {},
    call: ({ page, type }) =>
      Promise.resolve(
        type === "document"
          ? { ...DOCUMENT, frames: frames.map((url) => ({ url: `${url}/${page}` })) }
          : NOTHING,
      ),
  };
  const { complete } = await measurePage(URL_OF_PAGE, network, worker);
  assert.deepEqual([state.gets, complete], [1_000, false]);
});

it("measurePage follows frames two levels deep", async () => {
  const { state, network } = createOnePage();
  let pages = 0;
  const worker: AnalysisWorker = {
    createPageId: () => (pages += 1),
    closePage: () => {},
    call: ({ page }) =>
      Promise.resolve({ ...DOCUMENT, frames: [{ url: `${URL_OF_PAGE}frame${page}` }] }),
  };
  const { entries, complete } = await measurePage(URL_OF_PAGE, network, worker);
  assert.deepEqual([state.gets, entries.length, complete], [3, 3, true]);
});

describe("measurePage with 200 frames", () => {
  const frames = Array.from({ length: 200 }, (_, n) => ({ url: `${URL_OF_PAGE}${n}` }));

  /**
   * Creates a worker that answers in the next turn. Records its calls, and how many were
   * concurrent.
   */
  function createSlowWorker(onAsked: (count: number) => void = () => {}) {
    const asked: Parameters<AnalysisWorker["call"]>[0][] = [];
    const state = { running: 0, most: 0 };
    let pages = 0;
    const worker: AnalysisWorker = {
      createPageId: () => (pages += 1),
      closePage: () => {},
      async call(question) {
        asked.push(question);
        onAsked(asked.length);
        state.most = Math.max(state.most, (state.running += 1));
        await setImmediate();
        state.running -= 1;
        return question.page === 1 ? { ...DOCUMENT, frames } : DOCUMENT;
      },
    };
    return { worker, asked, state };
  }

  it("measurePage makes two concurrent calls to the worker for a page with 200 frames", async () => {
    const { worker, asked, state } = createSlowWorker();
    await measurePage(URL_OF_PAGE, createOnePage().network, worker);
    assert.deepEqual([asked.length, state.most], [402, 2]);
  });

  it("measurePage shares the limit on elements between all documents of a page", async () => {
    const { worker, asked } = createSlowWorker();
    await measurePage(URL_OF_PAGE, createOnePage().network, worker);
    const allowed = asked.flatMap((question) => ("body" in question ? [question.maxNodes] : []));
    assert.deepEqual([allowed[0], allowed.at(-1)], [100_000, 0]);
  });

  it("measurePage makes no call after the deadline", async () => {
    const { state, network } = createOnePage();
    const { worker, asked } = createSlowWorker((count) => {
      if (count === 10) state.remainingMs = 0;
    });
    const { complete } = await measurePage(URL_OF_PAGE, network, worker);
    assert.deepEqual([asked.length, complete], [10, false]);
  });
});
