import type { Readable, Writable } from "node:stream";
import {
  deserializeMessage,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { getErrorMessage } from "../../lib/errors.ts";
import { readLines } from "./lines.ts";

const MAX_MESSAGE_BYTES = 10 * 1024 ** 2;

/** Requests that have no answer yet, above which nothing is read: how many, and their bytes. */
const MAX_OPEN_REQUESTS = 64;
const MAX_OPEN_BYTES = 16 * 1024 ** 2;

/** Milliseconds in which the requests before the end of the input may be answered. */
const GRACE_MS = 700;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

type Id = string | number;

/**
 * Messages as lines of two streams. Unlike the package's own transport it reads only as fast as
 * responses are taken, and it answers requests that precede the end of the input.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  /** Called when the connection has ended; `onclose` belongs to the package. */
  onEnd?: () => void;
  /** Filters messages. Returns an answer to one that is not passed on. */
  inspect?: (message: JSONRPCMessage) => Promise<JSONRPCMessage | undefined> | undefined;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  /** The bytes of each request without an answer, by its id. */
  readonly #open = new Map<Id, number>();
  #openBytes = 0;
  #isClosed = false;
  /** Ends the wait of the reading side for an answer. */
  #onChange = () => {};
  /** Answers that the reader has not taken. */
  #waiting: (() => void)[] = [];

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    const release = () => this.#waiting.splice(0).forEach((resolve) => resolve());
    output.on("drain", release).on("close", release);
  }

  start(): Promise<void> {
    void this.#readAll()
      .catch((error: unknown) => this.onerror?.(new Error(getErrorMessage(error))))
      .finally(() => void this.close());
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("the connection is closed");
    const isTaken = this.#output.write(serializeMessage(message));
    if (!isTaken) await this.#waitForReader();
    if (!("method" in message)) this.#settle(message.id);
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.destroy();
    this.#onChange();
    this.onclose?.();
    this.onEnd?.();
    return Promise.resolve();
  }

  async #readAll(): Promise<void> {
    for await (const line of readLines(this.#input, MAX_MESSAGE_BYTES)) {
      if (this.#isClosed) return;
      if (line === null) await this.#reject(INVALID_REQUEST, "A message has at most 10 MiB.");
      else await this.#receive(line);
      while (this.#isFull() && !this.#isClosed) await this.#waitForChange();
    }
    const timer = setTimeout(() => {
      this.#open.clear();
      this.#onChange();
    }, GRACE_MS);
    while (this.#open.size > 0) await this.#waitForChange();
    clearTimeout(timer);
  }

  async #receive(line: Buffer): Promise<void> {
    const text = line.toString();
    if (text.trim() === "") return;
    const message = parse(text);
    if (typeof message === "number") {
      await this.#reject(message, "The line is not a message of JSON-RPC.");
      return;
    }
    const refusal = await this.inspect?.(message);
    if (refusal) {
      await this.send(refusal);
      return;
    }
    if ("method" in message) this.#track(message, line.length);
    this.onmessage?.(message);
  }

  /** Remembers a request until it is answered or canceled. */
  #track(message: JSONRPCRequest | JSONRPCNotification, bytes: number): void {
    if (!("id" in message)) {
      const isCancellation = message.method === "notifications/cancelled";
      if (isCancellation) this.#settle(message.params?.["requestId"] as Id | undefined);
      return;
    }
    // A subscription is answered when it ends.
    if (message.method === "subscriptions/listen") return;
    this.#settle(message.id);
    this.#open.set(message.id, bytes);
    this.#openBytes += bytes;
  }

  #settle(id: Id | undefined): void {
    const bytes = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || bytes === undefined) return;
    this.#open.delete(id);
    this.#openBytes -= bytes;
    this.#onChange();
  }

  #isFull(): boolean {
    return this.#open.size >= MAX_OPEN_REQUESTS || this.#openBytes > MAX_OPEN_BYTES;
  }

  /** Resolves when a request is answered or the transport is closed. */
  #waitForChange(): Promise<void> {
    return new Promise((resolve) => (this.#onChange = resolve));
  }

  async #reject(code: number, message: string): Promise<void> {
    const line = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
    if (!this.#output.write(`${line}\n`)) await this.#waitForReader();
  }

  /** Resolves when the reader has taken what was written, or is gone. */
  #waitForReader(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}

/** Returns a message, or the code of the error of a line that is none. */
function parse(line: string): JSONRPCMessage | number {
  try {
    return deserializeMessage(line);
  } catch (error) {
    return error instanceof SyntaxError ? PARSE_ERROR : INVALID_REQUEST;
  }
}
