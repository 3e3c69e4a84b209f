import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { ClientContext, type Pools } from "./context/client-context.ts";
import { createHighlighter } from "./context/highlighter.ts";
import { createInvoiceTool } from "./context/invoice-tool.ts";
import { readFees } from "./fees/files.ts";
import type { FeeSchedules } from "./fees/schedules.ts";
import type { SafeFetchOptions } from "./fetch/safe-fetch.ts";
import { createLazily } from "./lib/concurrency/create-lazily.ts";
import type { Network } from "./lib/net/network.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import type { ToolContext } from "./tools/tool-context.ts";

/** A context with threads, which `close` terminates. */
export interface ClosableContext extends ToolContext {
  close(): Promise<void>;
}

/** Limits of outbound requests and folders of fee schedules and exchange rates. */
type ToolContextOptions = Omit<SafeFetchOptions, "now" | "resolve"> & {
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
  const pools = createPools(highlightDeadlineMs);
  const { tasks } = pools;
  const network = lazyNetwork({ ...options, now });
  let fees: FeeSchedules | undefined;
  return {
    ...pools,
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
    highlighter: createHighlighter(tasks),
    invoices: createInvoiceTool({ now, tasks }),
    forClient(client, { signal, onProgress } = {}) {
      return new ClientContext(this, { pools, client, signal, onProgress });
    },
    network,
    measurements: createLazily(async () => {
      const { createMeasurements } = await import("./tools/carbon-footprint/crawl/measurements.ts");
      return createMeasurements(network, now);
    }),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/** Loads the HTTP client with the first request, because that takes a tenth of a second. */
export function lazyNetwork(options: SafeFetchOptions): Network {
  return createLazily(async () => (await import("./fetch/safe-fetch.ts")).createSafeFetch(options));
}

function createPools(deadlineMs: number | undefined): Pools {
  const limits = deadlineMs === undefined ? {} : { deadlineMs };
  const workers = Math.min(MAX_TASK_WORKERS, availableParallelism());
  return {
    renderer: createLazily(async () =>
      (await import("./tools/code-image/pool.ts")).createRenderer(limits),
    ),
    tasks: createLazily(async () =>
      (await import("./lib/workers/task-pool.ts")).createTaskPool({ workers }),
    ),
    symbolEncoder: createLazily(async () =>
      (await import("./tools/barcode/symbol-encoder.ts")).createSymbolEncoder(),
    ),
    barcodeReader: createLazily(async () =>
      (await import("./tools/barcode-read/barcode-reader.ts")).createBarcodeReader(),
    ),
  };
}

function now(): number {
  return Date.now();
}
