import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FeeSchedules } from "./fees/schedules.ts";
import { readFees } from "./fees/files.ts";
import type { SafeFetchOptions } from "./fetch/safe-fetch.ts";
import type { Network } from "./lib/network.ts";
import { createTaskPool, type TaskRunner } from "./lib/task-pool.ts";
import { WorkerError } from "./lib/worker-client.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import { createBarcodeReader } from "./tools/barcode-read/barcode-reader.ts";
import { createSymbolEncoder } from "./tools/barcode/symbol-encoder.ts";
import type { Measurements } from "./tools/carbon-footprint/crawl/measurement.ts";
import { createRenderer } from "./tools/code-image/pool.ts";
import type { ToolContext } from "./tools/define.ts";
import type { Highlighter } from "./tools/pdf/highlighter.ts";

/** A context that owns threads and releases them. */
export interface ClosableContext extends ToolContext {
  close(): Promise<void>;
}

/** How outbound requests are limited, and where the data of the world is. */
export type ContextOptions = Omit<SafeFetchOptions, "now" | "resolve"> & {
  /** Folder of fee schedules that override the shipped ones. */
  feesDirectory?: string | undefined;
  /** Called once, with the schedules, when a tool first reads them. */
  onFees?: (fees: FeeSchedules) => void;
  /** Default: the rates that ship with the product. */
  rateBook?: RateBook;
};

/** Workers that run tasks, at most: each holds fonts and 30 MB of memory. */
const MAX_TASK_WORKERS = 4;

/**
 * Creates what tools can reach. Each resource is loaded or started on first use, because most processes need few of
 * them. The first read of `fees` throws an Error of one line when a fee file is invalid.
 */
export function createContext({
  feesDirectory,
  onFees,
  rateBook = createRateBook({}),
  ...options
}: ContextOptions): ClosableContext {
  const renderer = createRenderer();
  const symbolEncoder = createSymbolEncoder();
  const barcodeReader = createBarcodeReader();
  const tasks = createTaskPool({ workers: Math.min(MAX_TASK_WORKERS, availableParallelism()) });
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

/** Colors code with the highlighter of code images. A document without colors is better than none. */
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

/** Loads the HTTP client with the first request, because that takes a tenth of a second. */
export function lazyNetwork(options: SafeFetchOptions): Network {
  let network: Promise<Network> | undefined;
  return {
    async openSession(url) {
      network ??= import("./fetch/safe-fetch.ts").then(({ createSafeFetch }) =>
        createSafeFetch(options),
      );
      return (await network).openSession(url);
    },
  };
}

/** Loads the crawler with the first page. */
function lazyMeasurements(network: Network): Measurements {
  let measurements: Promise<Measurements> | undefined;
  return {
    async measure(url) {
      measurements ??= import("./tools/carbon-footprint/crawl/measurements.ts").then(
        ({ createMeasurements }) => createMeasurements(network, now),
      );
      return (await measurements).measure(url);
    },
  };
}

function now(): number {
  return Date.now();
}
