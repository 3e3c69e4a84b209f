import type { ClosableBarcodeReader } from "../tools/barcode-read/barcode-reader.ts";
import type { BarcodeReader } from "../tools/barcode-read/reader.ts";
import type { SymbolEncoder } from "../domain/barcode/symbol.ts";
import type { ClosableSymbolEncoder } from "../tools/barcode/symbol-encoder.ts";
import type { Renderer } from "../tools/code-image/renderer.ts";
import type { ThreadedRenderer } from "../tools/code-image/pool.ts";
import type { ToolContext, Waiting } from "../tools/tool-context.ts";
import type { TaskWaiter } from "../lib/workers/fair-queue.ts";
import { runForClient, type TaskPool } from "../lib/workers/task-pool.ts";
import { createHighlighter } from "./highlighter.ts";
import { createInvoiceTool } from "./invoice-tool.ts";

/** The pools of threads, whose methods take the client that waits. */
export interface Pools {
  renderer: ThreadedRenderer;
  tasks: TaskPool;
  symbolEncoder: ClosableSymbolEncoder;
  barcodeReader: ClosableBarcodeReader;
}

interface ClientOptions extends Waiting {
  pools: Pools;
  client: string;
}

/**
 * A context whose tasks wait in one client's turn. Every request has one, so that resources are
 * bound to the client when they are read.
 */
export class ClientContext implements ToolContext {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: Waiting["onProgress"];
  readonly #shared: ToolContext;
  readonly #pools: Pools;
  readonly #client: string;

  constructor(shared: ToolContext, { pools, client, signal, onProgress }: ClientOptions) {
    this.signal = signal;
    this.onProgress = onProgress;
    this.#shared = shared;
    this.#pools = pools;
    this.#client = client;
  }

  get now() {
    return this.#shared.now;
  }

  get randomInt() {
    return this.#shared.randomInt;
  }

  get tasks() {
    return runForClient(this.#pools.tasks, this.#client, this.signal);
  }

  get highlighter() {
    return createHighlighter(this.tasks);
  }

  get invoices() {
    return createInvoiceTool(this);
  }

  get renderer(): Renderer {
    const { renderer } = this.#pools;
    const waiter = this.#waiter;
    return { draw: (picture) => renderer.draw(picture, waiter) };
  }

  get symbolEncoder(): SymbolEncoder {
    const { symbolEncoder } = this.#pools;
    const waiter = this.#waiter;
    return { encode: (request) => symbolEncoder.encode(request, waiter) };
  }

  get barcodeReader(): BarcodeReader {
    const { barcodeReader } = this.#pools;
    const waiter = this.#waiter;
    return { read: (image, options) => barcodeReader.read(image, options, waiter) };
  }

  get network() {
    return this.#shared.network;
  }

  get measurements() {
    return this.#shared.measurements;
  }

  get fees() {
    return this.#shared.fees;
  }

  get rates() {
    return this.#shared.rates;
  }

  forClient(client: string, waiting?: Waiting): ToolContext {
    return this.#shared.forClient(client, waiting);
  }

  get #waiter(): TaskWaiter {
    return { client: this.#client, signal: this.signal };
  }
}
