import {
  type FetchedResponse,
  FetchError,
  type ResponseHead,
  type FetchSession,
} from "../../../lib/network.ts";
import { limitConcurrency } from "../../../lib/concurrency.ts";
import { type AnalysisWorker, WorkerRestartedError } from "../worker/analysis-worker.ts";
import { createErrands } from "./fetch-queue.ts";
import { isHtml, isSuccess, mediaType } from "./response-heads.ts";
import { type ResourceEntry, entryOf, gzipSaving } from "./entries.ts";
import type { Measurement } from "./measurement.ts";
import type { DocumentFindings, AnalysisResult } from "../worker/page-session.ts";
import type { Resource, ResourceKind } from "./resource.ts";
import { MAX_NODES } from "../worker/op-budget.ts";
import type { Question, Reading } from "../worker/worker.ts";

const MAX_FRAME_DEPTH = 2;
/** More of a document is not read; its text is kept until all is weighed. */
const MAX_DOCUMENT_BYTES = 5_000_000;
/** Questions of one measurement that the analyst has at once: others' come in between, however many there are. */
const MAX_QUESTIONS = 2;
const ACCEPT: Partial<Record<ResourceKind, string>> = {
  document: "text/html,application/xhtml+xml,*/*;q=0.8",
  stylesheet: "text/css,*/*;q=0.1",
  image: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  icon: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
};

/** One measurement under way: it asks the network for what the analyst finds that the page names. */
export class PageCrawl {
  readonly #visit: FetchSession;
  readonly #analyst: AnalysisWorker;
  readonly #entries: ResourceEntry[] = [];
  readonly #errands = createErrands();
  readonly #pages: number[] = [];
  readonly #turn = limitConcurrency(MAX_QUESTIONS);
  #nodesLeft = MAX_NODES;
  #complete = true;
  #dynamicImports = 0;

  constructor(visit: FetchSession, analyst: AnalysisWorker) {
    this.#visit = visit;
    this.#analyst = analyst;
  }

  /** Weighs the page at a URL. Throws FetchFailure, NotNowError and PageLost. */
  async weigh(url: string): Promise<Measurement> {
    this.#errands.markVisited(withoutFragment(url));
    const answer = await this.#getDocument(url);
    if (!isSuccess(answer)) {
      throw new FetchError("status", `answered ${answer.status}`);
    }
    if (!isHtml(answer)) throw new FetchError("not-html", `is not HTML but ${mediaType(answer)}`);
    this.#errands.markVisited(withoutFragment(answer.url));
    const [, document] = await Promise.all([
      this.#count(answer, "document"),
      this.#openDocument(answer, 0),
    ]);
    await this.#errands.onIdle();
    await this.#applyStyles();
    return {
      finalUrl: withoutFragment(answer.url),
      entries: this.#entries,
      rendered: document?.rendered ?? "server",
      complete: this.#complete && this.#errands.complete() && this.#visit.refused() === 0,
      dynamicImports: this.#dynamicImports,
      autoplays: document?.autoplays ?? 0,
      failed: this.#errands.failed(),
    };
  }

  /** Lets go of what the analyst keeps of it. */
  close(): void {
    for (const page of this.#pages) this.#analyst.forget(page);
  }

  async #openDocument(
    answer: FetchedResponse,
    depth: number,
  ): Promise<DocumentFindings | undefined> {
    const page = this.#analyst.newPage();
    this.#pages.push(page);
    const found = (await this.#read({ page, ask: "document", url: answer.url }, answer)) as
      | DocumentFindings
      | undefined;
    if (found === undefined) return undefined;
    this.#nodesLeft = Math.max(0, this.#nodesLeft - found.nodes);
    for (const frame of depth < MAX_FRAME_DEPTH ? found.frames : []) this.#frame(frame, depth + 1);
    if (depth === 0 && !found.namesIcon) {
      this.#request(
        { url: new URL("/favicon.ico", answer.url).href, kind: "icon" },
        page,
        isSuccess,
      );
    }
    return found;
  }

  /** Hands a text to the analyst and asks for what it names. */
  async #read(what: Pick<Reading, "page" | "ask" | "url">, answer: FetchedResponse) {
    const type = answer.headers["content-type"] ?? "";
    const found = await this.#turn(() => {
      const body = new Uint8Array(answer.body ?? []);
      return this.#ask({ ...what, base: answer.url, body, type, mostNodes: this.#nodesLeft });
    });
    this.#take(what.page, found);
    return found;
  }

  /** Undefined where this measurement's own page ended the thread, or the job's deadline came first. */
  async #ask(question: Question): Promise<AnalysisResult | undefined> {
    if (this.#visit.remainingMs() === 0) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#visit.remainingMs(), undefined);
    });
    try {
      return await Promise.race([this.#analyst.call(question), late]);
    } catch (error) {
      if (error instanceof WorkerRestartedError && this.#pages.includes(error.offenderId))
        return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(page: number, found: AnalysisResult | undefined): void {
    if (!found?.complete) this.#complete = false;
    this.#dynamicImports += found?.dynamicImports ?? 0;
    for (const resource of found?.resources ?? []) this.#request(resource, page);
  }

  #request(
    { url, kind }: Resource,
    page: number,
    counts: (head: ResponseHead) => boolean = () => true,
  ): void {
    this.#errands.enqueue(url, async () => {
      const readable = kind === "stylesheet" || kind === "module";
      const answer = await this.#get(url, kind, (head) => readable && isSuccess(head));
      if (!counts(answer)) return;
      const ask = kind === "module" ? "script" : "sheet";
      await Promise.all([
        this.#count(answer, kind),
        readable && answer.body && this.#read({ page, ask, url }, answer),
      ]);
    });
  }

  #frame(url: string, depth: number): void {
    this.#errands.enqueue(url, async () => {
      const answer = await this.#getDocument(url);
      await Promise.all([
        this.#count(answer, "document"),
        answer.body && this.#openDocument(answer, depth),
      ]);
    });
  }

  async #getDocument(url: string): Promise<FetchedResponse> {
    const answer = await this.#get(url, "document", isHtml);
    if (answer.body === undefined || answer.body.length <= MAX_DOCUMENT_BYTES) return answer;
    this.#complete = false;
    // Copied, so that the rest is let go of.
    return { ...answer, body: new Uint8Array(answer.body.subarray(0, MAX_DOCUMENT_BYTES)) };
  }

  #get(
    url: string,
    kind: ResourceKind,
    body: (head: ResponseHead) => boolean,
  ): Promise<FetchedResponse> {
    return this.#visit.get(url, { accept: ACCEPT[kind] ?? "*/*", body });
  }

  async #applyStyles(): Promise<void> {
    for (const page of this.#pages) {
      this.#take(page, await this.#turn(() => this.#ask({ page, ask: "styled" })));
    }
    await this.#errands.onIdle();
  }

  async #count(answer: FetchedResponse, kind: ResourceKind): Promise<void> {
    if (answer.cut) this.#complete = false;
    const entry = entryOf(answer, kind);
    this.#entries.push(entry);
    entry.gzipSaves = await gzipSaving(answer);
  }
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}
