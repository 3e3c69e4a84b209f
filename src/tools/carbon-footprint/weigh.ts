import { promisify } from "node:util";
import { gzip as gzipCallback } from "node:zlib";
import { NotNowError } from "../../lib/errors.ts";
import {
  type Answer,
  FetchFailure,
  type Head,
  type Network,
  type Visit,
} from "../../lib/network.ts";
import { slots } from "../../lib/slots.ts";
import { type Analyst, PageLost } from "./analyst.ts";
import { type Entry, entryOf } from "./ledger.ts";
import type { DocumentFindings, Findings } from "./page.ts";
import type { Resource, ResourceKind } from "./resource.ts";
import { MOST_NODES } from "./work.ts";
import type { Question } from "./worker.ts";

const gzip = promisify(gzipCallback);

/** A weighed page. */
export interface Measurement {
  /** The address that answered, without fragment. */
  finalUrl: string;
  /** The page itself first. */
  entries: Entry[];
  rendered: "server" | "client";
  /** False where a limit ended the measurement early. */
  complete: boolean;
  dynamicImports: number;
  autoplays: number;
  /** Sub-resources that could not be got. */
  failed: number;
}

const MOST_FRAME_DEPTH = 2;
/** More of a document is not read; its text is kept until all is weighed. */
const MOST_DOCUMENT_BYTES = 5_000_000;
/** Questions of one measurement that the analyst has at once: others' come in between, however many there are. */
const MOST_QUESTIONS = 2;
/** URLs that are tried; the visit refuses most of them. */
const MOST_ASKED = 1_000;
const RETRY_SECONDS = 5;
/** Text shorter than a packet is not worth compressing. */
const LEAST_COMPRESSED_BYTES = 1400;
const ACCEPT: Partial<Record<ResourceKind, string>> = {
  document: "text/html,application/xhtml+xml,*/*;q=0.8",
  stylesheet: "text/css,*/*;q=0.1",
  image: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  icon: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
};

/** A page that was lost to another one's misdeeds is weighed again, so often in all. */
const MOST_ATTEMPTS = 3;

/** Weighs the page at a URL and all it loads. Throws FetchFailure and NotNowError. */
export async function weigh(url: string, network: Network, analyst: Analyst): Promise<Measurement> {
  const visit = await network.visit(url);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const weighing = new Weighing(visit, analyst);
      try {
        return await weighing.weigh(url);
      } catch (error) {
        if (!(error instanceof PageLost)) throw error;
        if (attempt === MOST_ATTEMPTS) throw busy();
        visit.renew();
      } finally {
        weighing.close();
      }
    }
  } finally {
    visit.end();
  }
}

function busy(): NotNowError {
  return new NotNowError("the measurement was interrupted by others", "busy", RETRY_SECONDS);
}

/** One measurement under way. */
class Weighing {
  readonly #visit: Visit;
  readonly #analyst: Analyst;
  readonly #entries: Entry[] = [];
  readonly #asked = new Set<string>();
  readonly #pending = new Set<Promise<void>>();
  readonly #pages: number[] = [];
  readonly #turn = slots(MOST_QUESTIONS);
  #nodesLeft = MOST_NODES;
  #complete = true;
  #failed = 0;
  #dynamicImports = 0;
  /** What ended the measurement, thrown once everything under way has come to rest. */
  #broken: unknown;

  constructor(visit: Visit, analyst: Analyst) {
    this.#visit = visit;
    this.#analyst = analyst;
  }

  async weigh(url: string): Promise<Measurement> {
    this.#asked.add(withoutFragment(url));
    const answer = await this.#getDocument(url);
    if (answer.status < 200 || answer.status > 299) {
      throw new FetchFailure("status", `answered ${answer.status}`);
    }
    if (!isPage(answer)) throw new FetchFailure("not-html", `is not HTML but ${typeOf(answer)}`);
    this.#asked.add(withoutFragment(answer.url));
    const [, document] = await Promise.all([
      this.#count(answer, "document"),
      this.#openDocument(answer, 0),
    ]);
    await this.#drain();
    await this.#applyStyles();
    return {
      finalUrl: withoutFragment(answer.url),
      entries: this.#entries,
      rendered: document?.rendered ?? "server",
      complete: this.#complete && this.#visit.refused() === 0,
      dynamicImports: this.#dynamicImports,
      autoplays: document?.autoplays ?? 0,
      failed: this.#failed,
    };
  }

  close(): void {
    for (const page of this.#pages) this.#analyst.forget(page);
  }

  async #openDocument(answer: Answer, depth: number): Promise<DocumentFindings | undefined> {
    const page = this.#analyst.newPage();
    this.#pages.push(page);
    const found = (await this.#read(page, "document", answer.url, answer)) as
      | DocumentFindings
      | undefined;
    if (found === undefined) return undefined;
    this.#nodesLeft = Math.max(0, this.#nodesLeft - found.nodes);
    for (const frame of depth < MOST_FRAME_DEPTH ? found.frames : []) this.#frame(frame, depth + 1);
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
  async #read(page: number, ask: "document" | "sheet" | "script", url: string, answer: Answer) {
    const type = answer.headers["content-type"] ?? "";
    const found = await this.#turn(() => {
      const body = new Uint8Array(answer.body ?? []);
      return this.#ask({
        page,
        ask,
        url,
        base: answer.url,
        body,
        type,
        mostNodes: this.#nodesLeft,
      });
    });
    this.#take(page, found);
    return found;
  }

  /** Undefined where this measurement's own page ended the thread, or the job's deadline came first. */
  async #ask(question: Question): Promise<Findings | undefined> {
    if (this.#visit.remainingMs() === 0) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#visit.remainingMs(), undefined);
    });
    try {
      return await Promise.race([this.#analyst.ask(question), late]);
    } catch (error) {
      if (error instanceof PageLost && this.#pages.includes(error.culprit)) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(page: number, found: Findings | undefined): void {
    if (!found?.complete) this.#complete = false;
    this.#dynamicImports += found?.dynamicImports ?? 0;
    for (const resource of found?.resources ?? []) this.#request(resource, page);
  }

  #request(
    { url, kind }: Resource,
    page: number,
    counts: (head: Head) => boolean = () => true,
  ): void {
    this.#once(url, async () => {
      const readable = kind === "stylesheet" || kind === "module";
      const answer = await this.#get(url, kind, (head) => readable && isSuccess(head));
      if (!counts(answer)) return;
      const ask = kind === "module" ? "script" : "sheet";
      await Promise.all([
        this.#count(answer, kind),
        readable && answer.body && this.#read(page, ask, url, answer),
      ]);
    });
  }

  #frame(url: string, depth: number): void {
    this.#once(url, async () => {
      const answer = await this.#getDocument(url);
      await Promise.all([
        this.#count(answer, "document"),
        answer.body && this.#openDocument(answer, depth),
      ]);
    });
  }

  async #getDocument(url: string): Promise<Answer> {
    const answer = await this.#get(url, "document", isPage);
    if (answer.body === undefined || answer.body.length <= MOST_DOCUMENT_BYTES) return answer;
    this.#complete = false;
    // Copied, so that the rest is let go of.
    return { ...answer, body: new Uint8Array(answer.body.subarray(0, MOST_DOCUMENT_BYTES)) };
  }

  #get(url: string, kind: ResourceKind, body: (head: Head) => boolean): Promise<Answer> {
    return this.#visit.get(url, { accept: ACCEPT[kind] ?? "*/*", body });
  }

  /** Each URL once; what fails is told, not thrown. */
  #once(url: string, task: () => Promise<void>): void {
    if (this.#asked.has(url) || this.#broken !== undefined) return;
    if (this.#asked.size >= MOST_ASKED) {
      this.#complete = false;
      return;
    }
    this.#asked.add(url);
    const done = task()
      .catch((error: unknown) => {
        if (!(error instanceof FetchFailure)) this.#broken ??= error;
        else if (error.kind === "timeout" || error.kind === "too-large") this.#complete = false;
        else this.#failed += 1;
      })
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async #drain(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    if (this.#broken !== undefined) throw this.#broken;
  }

  async #applyStyles(): Promise<void> {
    for (const page of this.#pages) {
      this.#take(page, await this.#turn(() => this.#ask({ page, ask: "styled" })));
    }
    await this.#drain();
  }

  async #count(answer: Answer, kind: ResourceKind): Promise<void> {
    if (answer.cut) this.#complete = false;
    const entry = entryOf(answer, kind);
    this.#entries.push(entry);
    entry.gzipSaves = await gzipSaving(answer);
  }
}

async function gzipSaving({ body, headers }: Answer): Promise<number> {
  if (!body || body.length < LEAST_COMPRESSED_BYTES || headers["content-encoding"]) return 0;
  return Math.max(0, body.length - (await gzip(body)).length);
}

function isSuccess({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

function isPage(head: Head): boolean {
  return isSuccess(head) && /^(text\/html|application\/xhtml\+xml|)$/.test(typeOf(head));
}

function typeOf({ headers }: Head): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase().slice(0, 60) ?? "";
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}
