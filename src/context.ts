import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FeeSchedules } from "./fees/schedules.ts";
import { readFees } from "./fees/files.ts";
import type { SafeFetchOptions } from "./fetch/safe-fetch.ts";
import type { Network } from "./lib/net/network.ts";
import type { TaskRunner } from "./lib/workers/task-pool.ts";
import { WorkerError } from "./lib/workers/worker-client.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import type { BarcodeReader } from "./tools/barcode-read/reader.ts";
import type { SymbolEncoder } from "./tools/barcode/symbol.ts";
import type { Measurements } from "./tools/carbon-footprint/crawl/measurement.ts";
import type { Renderer } from "./tools/code-image/renderer.ts";
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
   * Maximum time for highlighting a code image, in milliseconds; after it the image is drawn without colors. Infinity
   * for commands, because they serve only their caller. Default: the renderer's own.
   */
  highlightDeadlineMs?: number | undefined;
  /** Default: the built-in rates. */
  rateBook?: RateBook;
};

/** Maximum workers that run tasks: each takes 30 MB of memory for fonts. */
const MAX_TASK_WORKERS = 4;

/**
 * Creates the resources of tools. Each is loaded or started on first use, because most processes need few of them. The
 * first read of `fees` throws an Error of one line when a fee file is invalid.
 */
export function createContext({
  feesDirectory,
  onFees,
  highlightDeadlineMs,
  rateBook = createRateBook({}),
  ...options
}: ToolContextOptions): ClosableContext {
  const renderer = lazyRenderer(highlightDeadlineMs);
  const tasks = lazyTasks();
  const symbolEncoder = lazySymbolEncoder();
  const barcodeReader = lazyBarcodeReader();
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
    renderer,
    tasks,
    highlighter: createHighlighter(tasks),
    symbolEncoder,
    barcodeReader,
    network,
    measurements: lazyMeasurements(network),
    close: async () => {
      await Promise.all([
        renderer.close(),
        symbolEncoder.close(),
        barcodeReader.close(),
        tasks.close(),
      ]);
    },
  };
}

/**
 * Colors code with the highlighter of code images. Falls back to plain code, because a document without colors is
 * better than none.
 */
function createHighlighter(tasks: TaskRunner): Highlighter {
  const task = new URL("./tools/code-image/highlight/print-task.js", import.meta.url);
  return {
    async highlight(blocks) {
      try {
        return await tasks.run(task, blocks);
      } catch (error) {
        if (error instanceof WorkerError && error.reason !== "closed") return [];
        throw error;
      }
    },
  };
}

/** A resource with threads, which `close` terminates on shutdown. */
interface Closable {
  close(): Promise<void>;
}

function lazyRenderer(deadlineMs: number | undefined): Renderer & Closable {
  const limits = deadlineMs === undefined ? {} : { deadlineMs };
  const load = once(async () =>
    (await import("./tools/code-image/pool.ts")).createRenderer(limits),
  );
  return {
    draw: async (picture) => (await load()).draw(picture),
    close: async () => (await load.started())?.close(),
  };
}

function lazySymbolEncoder(): SymbolEncoder & Closable {
  const load = once(async () =>
    (await import("./tools/barcode/symbol-encoder.ts")).createSymbolEncoder(),
  );
  return {
    encode: async (request) => (await load()).encode(request),
    close: async () => (await load.started())?.close(),
  };
}

function lazyBarcodeReader(): BarcodeReader & Closable {
  const load = once(async () =>
    (await import("./tools/barcode-read/barcode-reader.ts")).createBarcodeReader(),
  );
  return {
    read: async (image, options) => (await load()).read(image, options),
    close: async () => (await load.started())?.close(),
  };
}

function lazyTasks(): TaskRunner & Closable {
  const workers = Math.min(MAX_TASK_WORKERS, availableParallelism());
  const load = once(async () =>
    (await import("./lib/workers/task-pool.ts")).createTaskPool({ workers }),
  );
  return {
    run: async (task, input) => (await load()).run(task, input),
    close: async () => (await load.started())?.close(),
  };
}

/** Returns a function that calls `create` once. Its `started` returns that call's promise, undefined before. */
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
    measure: async (url) => (await load()).measure(url),
    measureWeight: async (url) => (await load()).measureWeight(url),
  };
}

function now(): number {
  return Date.now();
}
