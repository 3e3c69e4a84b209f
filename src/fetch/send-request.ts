import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { ResponseHead } from "../lib/net/network.ts";
import { FETCH_LIMITS, type FetchBudget } from "./budget.ts";

/**
 * A body that is not needed is read up to this length to reuse its connection; a longer one closes
 * it.
 */
const MAX_DRAIN_BYTES = 32_768;

/**
 * Chunks count as at least this many bytes, because a chunk of one byte costs more to process than
 * to send.
 */
const MIN_CHUNK_BYTES = 256;

/** Interim responses (103 Early Hints) before the final one; real servers send one. */
const MAX_INTERIM_RESPONSES = 20;

/**
 * The abort reason of a response that needs no further bytes. Shared, because capturing a stack
 * trace is slow.
 */
const DONE_READING = new Error("done reading");

/** The response to one request, without following redirects. */
export interface RawResponse {
  head: ResponseHead;
  bodyBytes: number;
  /** The encoded body; empty if it was not requested. */
  body: Buffer;
  truncated: boolean;
}

interface OutboundRequest {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  budget: FetchBudget;
  signal: AbortSignal;
  /** Encoded bytes after which a body is truncated. */
  maxBodyBytes: number;
  wantsBody(head: ResponseHead): boolean;
}

/**
 * Sends one GET and collects its response within the limits. Rejects with undici's errors or the
 * signal's reason.
 */
export function sendRequest(url: URL, request: OutboundRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const collector = new ResponseCollector(url, request, (outcome) =>
      outcome instanceof Error ? reject(outcome) : resolve(outcome),
    );
    const { origin, pathname, search } = url;
    request.dispatcher.dispatch(
      { origin, path: pathname + search, method: "GET", headers: request.headers },
      collector,
    );
  });
}

/** Collects one response and aborts it as soon as its needed parts are complete. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #url: URL;
  readonly #request: OutboundRequest;
  readonly #settle: (outcome: RawResponse | Error) => void;
  readonly #chunks: Buffer[] = [];
  #head: ResponseHead | undefined;
  #interimCount = 0;
  #receivedBytes = 0;
  #declaredBytes: number | undefined;
  #bodyWanted = false;
  #truncated = false;
  /** Undefined once the request is settled. */
  #onAbort: (() => void) | undefined;

  constructor(url: URL, request: OutboundRequest, settle: (outcome: RawResponse | Error) => void) {
    this.#url = url;
    this.#request = request;
    this.#settle = settle;
    // The signal settles the request itself, because undici's abort does not settle one that is
    // still connecting.
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
    statusMessage = "",
  ): void {
    const rawHeaders = (controller.rawHeaders ?? []) as Buffer[];
    this.#request.budget.headerLines -= rawHeaders.length / 2;
    if (status < 200) return this.#countInterim(controller);
    this.#head = {
      url: this.#url.href,
      status,
      headers: joinValues(headers),
      headerBytes: measureHeaderBytes(statusMessage, rawHeaders),
    };
    this.#declaredBytes = parseContentLength(headers);
    this.#bodyWanted = this.#request.wantsBody(this.#head);
    if (this.#canStop()) controller.abort(DONE_READING);
  }

  #countInterim(controller: Dispatcher.DispatchController): void {
    this.#interimCount += 1;
    if (this.#interimCount > MAX_INTERIM_RESPONSES) {
      controller.abort(new Error("too many interim responses"));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { budget, maxBodyBytes } = this.#request;
    const cost = Math.max(chunk.length, MIN_CHUNK_BYTES);
    this.#receivedBytes += chunk.length;
    budget.downloadedBytes -= cost;
    if (this.#bodyWanted) {
      budget.encodedTextBytes -= cost;
      this.#chunks.push(chunk);
    }
    const textLeft = this.#bodyWanted ? budget.encodedTextBytes : Infinity;
    this.#truncated =
      this.#receivedBytes > maxBodyBytes || Math.min(budget.downloadedBytes, textLeft) < 0;
    if (this.#truncated || this.#canStop()) controller.abort(DONE_READING);
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#truncated || this.#canStop() ? undefined : error);
  }

  /**
   * Returns true if the rest of the body is not needed, because only its length is, which is
   * declared.
   */
  #canStop(): boolean {
    if (this.#head === undefined || this.#bodyWanted) return false;
    if (this.#declaredBytes === undefined) return false;
    return this.#declaredBytes - this.#receivedBytes > MAX_DRAIN_BYTES;
  }

  #finish(error?: Error): void {
    if (this.#onAbort === undefined) return;
    this.#request.signal.removeEventListener("abort", this.#onAbort);
    this.#onAbort = undefined;
    if (this.#head === undefined || error) return this.#settle(error ?? new Error("no response"));
    const stopped = this.#canStop();
    return this.#settle({
      head: this.#head,
      bodyBytes: stopped ? (this.#declaredBytes ?? 0) : this.#receivedBytes,
      body: Buffer.concat(this.#chunks),
      truncated: this.#truncated && !stopped,
    });
  }
}

/** Returns the bytes of the status line, the header lines and the blank line on the wire. */
function measureHeaderBytes(statusMessage: string, rawHeaders: readonly Buffer[]): number {
  const statusLine = "HTTP/1.1 200 ".length + statusMessage.length + "\r\n".length;
  // Names and values alternate; ": " and CRLF add two bytes to each of them.
  return rawHeaders.reduce((sum, part) => sum + part.length + 2, statusLine + "\r\n".length);
}

/** Returns the declared length of the body, unless it is implausibly large. */
function parseContentLength(headers: IncomingHttpHeaders): number | undefined {
  const text = headers["content-length"];
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  if (headers["transfer-encoding"]) return undefined;
  return Number(text) <= FETCH_LIMITS.declaredBytes ? Number(text) : undefined;
}

function joinValues(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
