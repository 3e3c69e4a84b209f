import type { FeeSchedules } from "../fees/schedules.ts";
import type { Network } from "../lib/net/network.ts";
import type { TaskRunner } from "../lib/workers/task-pool.ts";
import type { ExchangeRates } from "../rates/rates.ts";
import type { BarcodeReader } from "./barcode-read/reader.ts";
import type { SymbolEncoder } from "../domain/barcode/symbol.ts";
import type { Measurements } from "./carbon-footprint/crawl/measurement.ts";
import type { Renderer } from "./code-image/renderer.ts";
import type { InvoiceTool } from "./einvoice-read/invoice-tool.ts";
import type { Highlighter } from "./pdf/highlighter.ts";

/**
 * Everything impure that a tool can use. `src/context.ts` creates it, and loads or starts a
 * resource when a tool first reads it. The interface of a resource is in the folder of the tool
 * that uses it.
 */
export interface ToolContext extends Waiting {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Returns an unbiased integer from 0 to `bound - 1` from the system's CSPRNG. */
  randomInt(bound: number): number;
  /** Draws code images on worker threads. */
  readonly renderer: Renderer;
  /** Runs tasks, such as making a PDF, on worker threads. */
  readonly tasks: TaskRunner;
  /** Colors code for white paper on worker threads. */
  readonly highlighter: Highlighter;
  /** Checks and writes the invoices that others were read into. */
  readonly invoices: InvoiceTool;
  /** Encodes barcodes on worker threads where that can take long. */
  readonly symbolEncoder: SymbolEncoder;
  /** Finds barcodes in images on worker threads. */
  readonly barcodeReader: BarcodeReader;
  /** Fetches URLs that callers choose, behind the SSRF guard. */
  readonly network: Network;
  /** Measures web pages and caches the results. */
  readonly measurements: Measurements;
  /** The fee schedules of the marketplaces, validated. */
  readonly fees: FeeSchedules;
  /** The exchange rates of every day since 1999. */
  readonly rates: ExchangeRates;
  /**
   * Returns this context for one caller: its tasks take turns with those of other clients.
   * `client` is an address as limits count it.
   */
  forClient(client: string, waiting?: Waiting): ToolContext;
}

/** How a caller waits for a result. */
export interface Waiting {
  /** Aborted when it no longer waits. Absent: it always waits. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of parts that are finished. Absent: progress is not reported. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** A part of the context that takes long to load. Tools receive those that they declare. */
export type Resource = Exclude<keyof ToolContext, Given | "forClient">;

/** Members that every tool receives: clock, random numbers, and how its caller waits. */
type Given = "now" | "randomInt" | keyof Waiting;

/** The context of a tool: what every one receives, and the declared resources. */
export type ContextOf<U extends Resource> = Pick<ToolContext, Given | U>;
