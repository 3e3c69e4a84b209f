import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { ResponseHead } from "../lib/network.ts";
import { type Budget, LIMITS } from "./budget.ts";

/** An unwanted body up to this long is read, to keep its connection; for a longer one that is closed. */
const READ_ON_BYTES = 32_768;

/** A chunk counts as this long at least: taking in a byte by itself costs more than sending it. */
const MIN_CHUNK_BYTES = 256;

/** Interim responses (103 Early Hints) before the one that is meant; real servers send one. */
const MAX_INTERIM = 20;

/** Aborts a response of which enough is known. One for all: nobody sees it, and a stack trace takes long to make. */
const DONE_READING = new Error("enough");

/** One request's outcome, redirects not followed. */
export interface RawResponse {
  head: ResponseHead;
  bodyBytes: number;
  /** The body as received; empty when it was not wanted. */
  body: Buffer;
  cut: boolean;
}

/** What one request needs besides its URL. */
export interface Request {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  budget: Budget;
  signal: AbortSignal;
  /** A longer body is cut. */
  maxBodyBytes: number;
  wants(head: ResponseHead): boolean;
}

/** Sends one GET and gathers its response within the limits. Rejects with undici's errors or the signal's reason. */
export function sendRequest(url: URL, request: Request): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const gatherer = new ResponseCollector(url, request, (outcome) =>
      outcome instanceof Error ? reject(outcome) : resolve(outcome),
    );
    const { origin, pathname, search } = url;
    request.dispatcher.dispatch(
      { origin, path: pathname + search, method: "GET", headers: request.headers },
      gatherer,
    );
  });
}

/** Takes one response in, and closes the connection as soon as enough of it is known. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #url: URL;
  readonly #request: Request;
  readonly #settle: (outcome: RawResponse | Error) => void;
  readonly #chunks: Buffer[] = [];
  #head: ResponseHead | undefined;
  #interim = 0;
  #received = 0;
  #declared: number | undefined;
  #wanted = false;
  #cut = false;
  #onAbort: (() => void) | undefined;

  constructor(url: URL, request: Request, settle: (outcome: RawResponse | Error) => void) {
    this.#url = url;
    this.#request = request;
    this.#settle = settle;
    // Raced by hand: an abort alone does not settle a request that is still connecting.
    this.#onAbort = () => this.#finish(request.signal.reason as Error);
    request.signal.addEventListener("abort", this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#onAbort === undefined) controller.abort(new Error("aborted"));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message = "",
  ): void {
    if (status < 200) return this.#countInterim(controller);
    const raw = (controller.rawHeaders ?? []) as Buffer[];
    this.#head = {
      url: this.#url.href,
      status,
      headers: flat(headers),
      headerBytes: headerBytes(message, raw),
    };
    this.#declared = declaredLength(headers);
    this.#wanted = this.#request.wants(this.#head);
    if (this.#isKnown()) controller.abort(DONE_READING);
  }

  #countInterim(controller: Dispatcher.DispatchController): void {
    this.#interim += 1;
    if (this.#interim > MAX_INTERIM) controller.abort(new Error("interim responses without end"));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { budget, maxBodyBytes } = this.#request;
    const counted = Math.max(chunk.length, MIN_CHUNK_BYTES);
    this.#received += chunk.length;
    budget.drawnBytes -= counted;
    if (this.#wanted) {
      budget.encodedTextBytes -= counted;
      this.#chunks.push(chunk);
    }
    const textLeft = this.#wanted ? budget.encodedTextBytes : Infinity;
    this.#cut = this.#received > maxBodyBytes || Math.min(budget.drawnBytes, textLeft) < 0;
    if (this.#cut || this.#isKnown()) controller.abort(DONE_READING);
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#cut || this.#isKnown() ? undefined : error);
  }

  /** Whether the rest of the body would tell nothing new: its length is declared and its text is not wanted. */
  #isKnown(): boolean {
    if (this.#head === undefined || this.#wanted || this.#declared === undefined) return false;
    return this.#declared - this.#received > READ_ON_BYTES;
  }

  #finish(error?: Error): void {
    if (this.#onAbort === undefined) return;
    this.#request.signal.removeEventListener("abort", this.#onAbort);
    this.#onAbort = undefined;
    if (this.#head === undefined || error) return this.#settle(error ?? new Error("no response"));
    const bodyBytes = this.#isKnown() ? (this.#declared ?? 0) : this.#received;
    const body = Buffer.concat(this.#chunks);
    return this.#settle({ head: this.#head, bodyBytes, body, cut: this.#cut && !this.#isKnown() });
  }
}

/** `HTTP/1.1 200 OK` and `name: value` lines as sent, each with its line end, and the blank line. */
function headerBytes(message: string, raw: readonly Buffer[]): number {
  const statusLine = "HTTP/1.1 200 ".length + message.length + 2;
  // Name and value alternate; ": " and CRLF come to four bytes a pair.
  return raw.reduce((sum, part) => sum + part.length + 2, statusLine + 2);
}

/** What the sender says the body is long, where that can be believed. */
function declaredLength(headers: IncomingHttpHeaders): number | undefined {
  const text = headers["content-length"];
  if (text === undefined || !/^\d{1,10}$/.test(text) || headers["transfer-encoding"])
    return undefined;
  return Number(text) <= LIMITS.declaredBytes ? Number(text) : undefined;
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
