import { limitConcurrency } from "../../../lib/concurrency/semaphore.ts";
import {
  type FetchedResponse,
  FetchError,
  type FetchSession,
  type ResponseHead,
} from "../../../lib/net/network.ts";
import { withTimeout } from "../../../lib/concurrency/timeout.ts";
import {
  type AnalysisRequest,
  type AnalysisWorker,
  type TextRequest,
  WorkerRestartedError,
} from "../worker/analysis-worker.ts";
import { MAX_NODES } from "../worker/op-budget.ts";
import type { AnalysisResult, DocumentAnalysis } from "../worker/page-session.ts";
import { createEntry, measureGzipSavings, type ResourceEntry } from "./entries.ts";
import { createFetchQueue } from "./fetch-queue.ts";
import type { Measurement } from "./measurement.ts";
import type { PageFrame, PageResource, ResourceKind } from "./resource.ts";
import { getMediaType, isHtml, isSuccess } from "./response-head.ts";

const MAX_FRAME_DEPTH = 2;
/** Longer documents are cut, because their text stays in memory until the crawl ends. */
const MAX_DOCUMENT_BYTES = 5_000_000;
/**
 * Concurrent worker calls of one crawl, so that the calls of other crawls are served in between.
 */
const MAX_WORKER_CALLS = 2;
const ACCEPT: Partial<Record<ResourceKind, string>> = {
  document: "text/html,application/xhtml+xml,*/*;q=0.8",
  stylesheet: "text/css,*/*;q=0.1",
  image: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  icon: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
};

/** A text to analyze: its URL, the base URL of its references, and its bytes. */
interface TextSource {
  url: string;
  base: string;
  body: Uint8Array;
  contentType: string;
}

/** Crawls one page: fetches the resources that the worker finds in its texts. */
export class PageCrawl {
  readonly #session: FetchSession;
  readonly #worker: AnalysisWorker;
  readonly #entries: ResourceEntry[] = [];
  readonly #queue = createFetchQueue();
  readonly #pageIds: number[] = [];
  readonly #limit = limitConcurrency(MAX_WORKER_CALLS);
  #nodesLeft = MAX_NODES;
  #complete = true;
  #dynamicImports = 0;
  #srcdocCount = 0;

  constructor(session: FetchSession, worker: AnalysisWorker) {
    this.#session = session;
    this.#worker = worker;
  }

  /** Measures the page at a URL. Throws FetchError, UnavailableError and WorkerRestartedError. */
  async measure(url: string): Promise<Measurement> {
    this.#queue.markVisited(removeFragment(url));
    const response = await this.#getDocument(url);
    if (!isSuccess(response)) throw new FetchError("status", `answered ${response.status}`);
    if (!isHtml(response)) {
      throw new FetchError("not-html", `is not HTML but ${getMediaType(response)}`);
    }
    this.#queue.markVisited(removeFragment(response.url));
    const [, document] = await Promise.all([
      this.#addEntry(response, "document"),
      this.#analyzeDocument(toSource(response), 0),
    ]);
    await this.#queue.onIdle();
    await this.#resolveStyles();
    return this.#createMeasurement(response, document);
  }

  /** Releases what the worker keeps of the page. */
  close(): void {
    for (const pageId of this.#pageIds) this.#worker.closePage(pageId);
  }

  #createMeasurement(
    { url }: FetchedResponse,
    document: DocumentAnalysis | undefined,
  ): Measurement {
    const withinBudget = this.#session.overBudgetCount() === 0;
    return {
      finalUrl: removeFragment(url),
      entries: this.#entries,
      rendered: document?.rendered ?? "server",
      complete: this.#complete && this.#queue.isComplete() && withinBudget,
      dynamicImports: this.#dynamicImports,
      autoplays: document?.autoplays ?? 0,
      failed: this.#queue.failedCount(),
    };
  }

  async #analyzeDocument(source: TextSource, depth: number): Promise<DocumentAnalysis | undefined> {
    const page = this.#worker.createPageId();
    this.#pageIds.push(page);
    const analysis = (await this.#analyzeText(source, { type: "document", page })) as
      | DocumentAnalysis
      | undefined;
    if (analysis === undefined) return undefined;
    this.#nodesLeft = Math.max(0, this.#nodesLeft - analysis.nodes);
    if (depth < MAX_FRAME_DEPTH) {
      for (const frame of analysis.frames) this.#enqueueFrame(frame, source.url, depth + 1);
    }
    if (depth === 0 && !analysis.namesIcon) this.#enqueueDefaultIcon(source.url, page);
    return analysis;
  }

  /** Lets the worker read a text and enqueues the resources that it references. */
  async #analyzeText(
    source: TextSource,
    target: Pick<TextRequest, "type" | "page">,
  ): Promise<AnalysisResult | undefined> {
    const result = await this.#limit(() => {
      // Copies the body when the call starts, because the copy moves to the worker and those of
      // queued calls would fill memory.
      const body = new Uint8Array(source.body);
      return this.#callWorker({ ...source, ...target, body, maxNodes: this.#nodesLeft });
    });
    this.#addResult(target.page, result);
    return result;
  }

  /** Returns undefined if this page crashed the worker, or the deadline of the session passed. */
  async #callWorker(request: AnalysisRequest): Promise<AnalysisResult | undefined> {
    const remainingMs = this.#session.remainingMs();
    if (remainingMs === 0) return undefined;
    try {
      return await withTimeout(
        this.#worker.call(request),
        remainingMs,
        () => new DeadlinePassedError(),
      );
    } catch (error) {
      if (error instanceof DeadlinePassedError) return undefined;
      const isOffender =
        error instanceof WorkerRestartedError && this.#pageIds.includes(error.offenderId);
      if (isOffender) return undefined;
      throw error;
    }
  }

  #addResult(page: number, result: AnalysisResult | undefined): void {
    if (!result?.complete) this.#complete = false;
    this.#dynamicImports += result?.dynamicImports ?? 0;
    for (const resource of result?.resources ?? []) this.#enqueue(resource, page);
  }

  #enqueue(
    { url, kind }: PageResource,
    page: number,
    isCounted: (head: ResponseHead) => boolean = () => true,
  ): void {
    this.#queue.enqueue(url, async () => {
      const isText = kind === "stylesheet" || kind === "module";
      const response = await this.#get(url, kind, (head) => isText && isSuccess(head));
      if (!isCounted(response)) return;
      const type = kind === "module" ? "script" : "stylesheet";
      const source = { ...toSource(response), url };
      await Promise.all([
        this.#addEntry(response, kind),
        isText && response.body && this.#analyzeText(source, { type, page }),
      ]);
    });
  }

  /** Browsers request `/favicon.ico` for a page that names no icon. It counts if it exists. */
  #enqueueDefaultIcon(pageUrl: string, page: number): void {
    const url = new URL("/favicon.ico", pageUrl).href;
    this.#enqueue({ url, kind: "icon" }, page, isSuccess);
  }

  #enqueueFrame(frame: PageFrame, parentUrl: string, depth: number): void {
    if ("srcdoc" in frame) return this.#enqueueSrcdoc(frame, parentUrl, depth);
    this.#queue.enqueue(frame.url, async () => {
      const response = await this.#getDocument(frame.url);
      await Promise.all([
        this.#addEntry(response, "document"),
        response.body && this.#analyzeDocument(toSource(response), depth),
      ]);
    });
    return undefined;
  }

  /** Adds no entry, because the bytes of a `srcdoc` are part of its parent. */
  #enqueueSrcdoc(
    { srcdoc, base }: Extract<PageFrame, { srcdoc: string }>,
    url: string,
    depth: number,
  ): void {
    const body = new TextEncoder().encode(srcdoc);
    const contentType = "text/html; charset=utf-8";
    // Every srcdoc is a separate document, so it needs a unique key.
    this.#queue.enqueue(`about:srcdoc#${(this.#srcdocCount += 1)}`, async () => {
      await this.#analyzeDocument({ url, base, body, contentType }, depth);
    });
  }

  async #getDocument(url: string): Promise<FetchedResponse> {
    const response = await this.#get(url, "document", isHtml);
    if (response.body === undefined || response.body.length <= MAX_DOCUMENT_BYTES) return response;
    this.#complete = false;
    // Copies the bytes, because a view would keep the whole body in memory.
    return { ...response, body: new Uint8Array(response.body.subarray(0, MAX_DOCUMENT_BYTES)) };
  }

  #get(
    url: string,
    kind: ResourceKind,
    wantsBody: (head: ResponseHead) => boolean,
  ): Promise<FetchedResponse> {
    return this.#session.get(url, { accept: ACCEPT[kind] ?? "*/*", wantsBody });
  }

  async #resolveStyles(): Promise<void> {
    for (const page of this.#pageIds) {
      const result = await this.#limit(() => this.#callWorker({ page, type: "styles" }));
      this.#addResult(page, result);
    }
    await this.#queue.onIdle();
  }

  async #addEntry(response: FetchedResponse, kind: ResourceKind): Promise<void> {
    if (response.truncated) this.#complete = false;
    const entry = createEntry(response, kind);
    this.#entries.push(entry);
    entry.gzipSavings = await measureGzipSavings(response);
  }
}

class DeadlinePassedError extends Error {}

function toSource({ url, headers, body }: FetchedResponse): TextSource {
  const contentType = headers["content-type"] ?? "";
  return { url, base: url, body: body ?? new Uint8Array(), contentType };
}

function removeFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}
