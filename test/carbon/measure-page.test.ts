import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { UnavailableError } from "#src/lib/errors.js";
import type { FetchedResponse, Network } from "#src/lib/network.js";
import {
  type AnalysisWorker,
  WorkerRestartedError,
} from "#src/tools/carbon-footprint/worker/analysis-worker.js";
import { measurePage } from "#src/tools/carbon-footprint/crawl/measure-page.js";

const URL_OF_PAGE = "https://site.example/";
const NOTHING = { resources: [], frames: [], dynamicImports: 0, complete: true };
const DOCUMENT = { ...NOTHING, namesIcon: true, rendered: "server", autoplays: 0, nodes: 1_000 };

/** A network of one page of so many bytes; counts how often it is got. */
function onePage(bytes = 30) {
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

/** Loses the first `times` pages that it is asked to style, each through `culprit`. */
function losing(times: number, culprit: (page: number) => number): AnalysisWorker {
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

describe("a page whose thread ended", () => {
  it("through another page is weighed again, as if nothing had been", async () => {
    const { state, network } = onePage();
    const { entries, complete } = await measurePage(
      URL_OF_PAGE,
      network,
      losing(2, () => 0),
    );
    assert.deepEqual([entries.length, complete, state.gets, state.closed], [1, true, 3, true]);
    assert.equal(state.resets, 2);
  });

  it("through itself is weighed as far as it was read", async () => {
    const { state, network } = onePage();
    const { entries, complete } = await measurePage(
      URL_OF_PAGE,
      network,
      losing(9, (page) => page),
    );
    assert.deepEqual([entries.length, complete, state.gets], [1, false, 1]);
  });

  it("again and again is told to come back", async () => {
    const { state, network } = onePage();
    await assert.rejects(
      measurePage(
        URL_OF_PAGE,
        network,
        losing(9, () => 0),
      ),
      (error) => error instanceof UnavailableError && error.kind === "overloaded",
    );
    assert.ok(state.closed);
  });
});

it("of a document five megabytes are read", async () => {
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
    (await measurePage(URL_OF_PAGE, onePage(bytes).network, worker)).complete;
  assert.deepEqual([await complete(5_000_000), await complete(5_000_001)], [true, false]);
  assert.deepEqual(read, [5_000_000, 5_000_000]);
});

it("of a page with endless frames in frames a thousand addresses are tried, and no more", async () => {
  const { state, network } = onePage();
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

it("frames are followed two deep, as the contract counts them", async () => {
  const { state, network } = onePage();
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

describe("a page of two hundred frames", () => {
  const frames = Array.from({ length: 200 }, (_, n) => ({ url: `${URL_OF_PAGE}${n}` }));

  /** A worker that takes its time; what it was asked is in `asked`, how many at once at most in `most`. */
  function slow(onAsked: (count: number) => void = () => {}) {
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

  it("has two questions asked at once, so that others' come in between", async () => {
    const { worker, asked, state } = slow();
    await measurePage(URL_OF_PAGE, onePage().network, worker);
    assert.deepEqual([asked.length, state.most], [402, 2]);
  });

  it("has so many elements read as one document may have", async () => {
    const { worker, asked } = slow();
    await measurePage(URL_OF_PAGE, onePage().network, worker);
    const allowed = asked.flatMap((question) => ("body" in question ? [question.maxNodes] : []));
    assert.deepEqual([allowed[0], allowed.at(-1)], [100_000, 0]);
  });

  it("is not asked about any more once its time is over", async () => {
    const { state, network } = onePage();
    const { worker, asked } = slow((count) => {
      if (count === 10) state.remainingMs = 0;
    });
    const { complete } = await measurePage(URL_OF_PAGE, network, worker);
    assert.deepEqual([asked.length, complete], [10, false]);
  });
});
