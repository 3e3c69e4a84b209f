import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FeeSchedules } from "./fees/schedules.ts";
import { readFees } from "./fees/files.ts";
import type { SafeFetchOptions } from "./fetch/safe-fetch.ts";
import { ValidationError } from "./lib/errors.ts";
import type { Network } from "./lib/net/network.ts";
import { runForClient, type TaskPool, type TaskRunner } from "./lib/workers/task-pool.ts";
import { WorkerError } from "./lib/workers/worker-client.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import type { ClosableBarcodeReader } from "./tools/barcode-read/barcode-reader.ts";
import type { BarcodeReader } from "./tools/barcode-read/reader.ts";
import type { SymbolEncoder } from "./tools/barcode/symbol.ts";
import type { ClosableSymbolEncoder } from "./tools/barcode/symbol-encoder.ts";
import type { Measurements } from "./tools/carbon-footprint/crawl/measurement.ts";
import type { Renderer } from "./tools/code-image/renderer.ts";
import type { ThreadedRenderer } from "./tools/code-image/pool.ts";
import type { InvoiceTool } from "./tools/einvoice-read/invoice-tool.ts";
import type { ToolContext } from "./tools/tool-context.ts";
import type { Highlighter } from "./tools/pdf/highlighter.ts";

/** A context with threads, which `close` terminates. */
export interface ClosableContext extends ToolContext {
  close(): Promise<void>;
}

/** Limits of outbound requests and folders of fee schedules and exchange rates. */
export type ToolContextOptions = Omit<SafeFetchOptions, "now" | "resolve"> & {
  /** Folder of fee schedules that override the shipped ones. */
  feesDirectory?: string | undefined;
  /** Called once, with the schedules, when a tool first reads them. */
  onFees?: (fees: FeeSchedules) => void;
  /**
   * Maximum time for highlighting a code image, in milliseconds; after it the image is drawn
   * without colors. Infinity for commands, because they serve only their caller. Default: the
   * renderer's own.
   */
  highlightDeadlineMs?: number | undefined;
  /** Default: the built-in rates. */
  rateBook?: RateBook;
};

/** Maximum workers that run tasks: each takes 30 MB of memory for fonts. */
const MAX_TASK_WORKERS = 4;

/**
 * Creates the resources of tools. Each is loaded or started on first use, because most processes
 * need few of them. The first read of `fees` throws an Error of one line when a fee file is
 * invalid.
 */
export function createContext({
  feesDirectory,
  onFees,
  highlightDeadlineMs,
  rateBook = createRateBook({}),
  ...options
}: ToolContextOptions): ClosableContext {
  const pools: Pools = {
    renderer: lazyRenderer(highlightDeadlineMs),
    tasks: lazyTasks(),
    symbolEncoder: lazySymbolEncoder(),
    barcodeReader: lazyBarcodeReader(),
  };
  const network = lazyNetwork({ ...options, now });
  let fees: FeeSchedules | undefined;
  return {
    now,
    randomInt: (bound) => randomInt(bound),
    get fees() {
      if (fees) return fees;
      fees = readFees(feesDirectory);
      onFees?.(fees);
      return fees;
    },
    get rates() {
      return rateBook.rates;
    },
    tasks: pools.tasks,
    highlighter: createHighlighter(pools.tasks),
    invoices: createInvoiceTool(pools.tasks),
    renderer: pools.renderer,
    symbolEncoder: pools.symbolEncoder,
    barcodeReader: pools.barcodeReader,
    forClient(client, signal) {
      return new ClientContext(this, { pools, client, signal });
    },
    network,
    measurements: lazyMeasurements(network),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/** The pools of threads, whose methods take the client that waits. */
interface Pools {
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
class ClientContext implements ToolContext {
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
    return createInvoiceTool(this.tasks);
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

/** Runs the invoice tool, which other tools reach only through the context. */
function createInvoiceTool(tasks: TaskRunner): InvoiceTool {
  const context = { now, tasks } as ToolContext;
  return {
    async check(input) {
      const [{ default: tool }, { computeResult }] = await loadInvoiceTool();
      try {
        const reply = await (await computeResult(tool, input, { context }))("json");
        return { total: (reply.body as { total: number }).total };
      } catch (error) {
        if (error instanceof ValidationError) return { issues: error.issues };
        throw error;
      }
    },
    async write(input, format) {
      const [{ default: tool }, { runTool }] = await loadInvoiceTool();
      return runTool(tool, input, { context, query: { format }, format: "file" });
    },
  };
}

function loadInvoiceTool() {
  return Promise.all([import("./tools/invoice/tool.ts"), import("./tools/run.ts")]);
}

/**
 * Colors code with the highlighter of code images. Falls back to plain code, because a document
 * without colors is better than none.
 */
function createHighlighter(tasks: TaskRunner): Highlighter {
  const task = new URL("./tools/code-image/highlight/print-task.js", import.meta.url);
  return {
    async highlight(blocks) {
      try {
        return await tasks.run(task, blocks, { onTimeout: () => [] });
      } catch (error) {
        // Thrown by a grammar that fails on the code.
        if (error instanceof WorkerError) return [];
        throw error;
      }
    },
  };
}

function lazyRenderer(deadlineMs: number | undefined): ThreadedRenderer {
  const limits = deadlineMs === undefined ? {} : { deadlineMs };
  const load = once(async () =>
    (await import("./tools/code-image/pool.ts")).createRenderer(limits),
  );
  return {
    draw: async (...args) => (await load()).draw(...args),
    close: async () => (await load.started())?.close(),
  };
}

function lazySymbolEncoder(): ClosableSymbolEncoder {
  const load = once(async () =>
    (await import("./tools/barcode/symbol-encoder.ts")).createSymbolEncoder(),
  );
  return {
    encode: async (...args) => (await load()).encode(...args),
    close: async () => (await load.started())?.close(),
  };
}

function lazyBarcodeReader(): ClosableBarcodeReader {
  const load = once(async () =>
    (await import("./tools/barcode-read/barcode-reader.ts")).createBarcodeReader(),
  );
  return {
    read: async (...args) => (await load()).read(...args),
    close: async () => (await load.started())?.close(),
  };
}

function lazyTasks(): TaskPool {
  const workers = Math.min(MAX_TASK_WORKERS, availableParallelism());
  const load = once(async () =>
    (await import("./lib/workers/task-pool.ts")).createTaskPool({ workers }),
  );
  return {
    run: async (...args) => (await load()).run(...args),
    close: async () => (await load.started())?.close(),
  };
}

/**
 * Returns a function that calls `create` once. Its `started` returns that call's promise, undefined
 * before.
 */
function once<T>(
  create: () => Promise<T>,
): (() => Promise<T>) & { started(): Promise<T> | undefined } {
  let created: Promise<T> | undefined;
  return Object.assign(() => (created ??= create()), { started: () => created });
}

/** Loads the HTTP client with the first request, because that takes a tenth of a second. */
export function lazyNetwork(options: SafeFetchOptions): Network {
  const load = once(async () => (await import("./fetch/safe-fetch.ts")).createSafeFetch(options));
  return { openSession: async (url) => (await load()).openSession(url) };
}

/** Loads the crawler with the first page. */
function lazyMeasurements(network: Network): Measurements {
  const load = once(async () => {
    const { createMeasurements } = await import("./tools/carbon-footprint/crawl/measurements.ts");
    return createMeasurements(network, now);
  });
  return {
    measure: async (url, signal) => (await load()).measure(url, signal),
    measureWeight: async (url, signal) => (await load()).measureWeight(url, signal),
  };
}

function now(): number {
  return Date.now();
}
