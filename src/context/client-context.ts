import type { ClosableBarcodeReader } from "../tools/barcode-read/barcode-reader.ts";
import type { BarcodeReader } from "../tools/barcode-read/reader.ts";
import type { SymbolEncoder } from "../domain/barcode/symbol.ts";
import type { ClosableSymbolEncoder } from "../tools/barcode/symbol-encoder.ts";
import type { Renderer } from "../tools/code-image/renderer.ts";
import type { ThreadedRenderer } from "../tools/code-image/pool.ts";
import type { ToolContext } from "../tools/tool-context.ts";
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

interface ClientOptions {
  pools: Pools;
  client: string;
  signal: AbortSignal | undefined;
}

/**
 * A context whose tasks wait in one client's turn. Every request has one, so that resources are
 * bound to the client when they are read.
 */
export class ClientContext implements ToolContext {
  readonly signal: AbortSignal | undefined;
  readonly #shared: ToolContext;
  readonly #pools: Pools;
  readonly #client: string;

  constructor(shared: ToolContext, { pools, client, signal }: ClientOptions) {
    this.signal = signal;
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
    return runForClient(this.#pools.tasks, this.#client);
  }

  get highlighter() {
    return createHighlighter(this.tasks);
  }

  get invoices() {
    return createInvoiceTool(this);
  }

  get renderer(): Renderer {
    const { renderer } = this.#pools;
    const client = this.#client;
    return { draw: (picture) => renderer.draw(picture, client) };
  }

  get symbolEncoder(): SymbolEncoder {
    const { symbolEncoder } = this.#pools;
    const client = this.#client;
    return { encode: (request) => symbolEncoder.encode(request, client) };
  }

  get barcodeReader(): BarcodeReader {
    const { barcodeReader } = this.#pools;
    const client = this.#client;
    return { read: (image, options) => barcodeReader.read(image, options, client) };
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

  forClient(client: string, signal?: AbortSignal): ToolContext {
    return this.#shared.forClient(client, signal);
  }
}
