import type { FileSource } from "../lib/input/file-members.ts";
import { mergeDefaults } from "./rows/merge-defaults.ts";
import type { BatchRow } from "./rows/batch-row.ts";
import { TimeSlice } from "./rows/time-slice.ts";
import type { ReplyFormat, Tool } from "../tools/define.ts";
import { computeResult, type CountUse } from "../tools/run.ts";
import type { ToolContext } from "../tools/tool-context.ts";

/** The reply to a row that failed. */
export interface RowError {
  status: number;
  message: string;
}

/** The reply to a good row. */
export interface RowReply {
  type: string;
  /** A file, or the text of JSON. */
  body: string | Uint8Array;
  /** The value of JSON. */
  value?: object;
}

/** The result of one row. */
export interface RowResult {
  /** Counts from 1. */
  number: number;
  row: BatchRow;
  /** The input with its defaults; undefined for a row that cannot be read. */
  input: unknown;
  outcome: { reply: RowReply } | { error: RowError };
}

/** What a reply is needed for: a file, or one of the forms of JSON. */
export type RowForm = "file" | "json" | "call";

/** How the rows of a batch run. */
export interface RunRowsOptions {
  tool: Tool;
  context: ToolContext;
  /** The caller, in whose turn rows wait for threads. */
  client?: string | undefined;
  /** Aborted when nobody waits any longer. No row starts afterwards. */
  signal: AbortSignal;
  /** The members of the tool's own query. */
  query?: Record<string, unknown>;
  defaults?: Record<string, unknown> | undefined;
  form: RowForm;
  countUse?: CountUse | undefined;
  /** The files that members may name. Default: none. */
  files?: FileSource | undefined;
  /** True: no row starts after one that failed. */
  stopsAtError: boolean;
  /** Rows that run at the same time. */
  concurrency: number;
  /** Returns the status and the sentence of an error, as a single call would. */
  describeError(error: unknown): RowError;
}

/** Finished rows that wait for a slow reader: how many, and their bytes. */
const MAX_WAITING_ROWS = 64;
const MAX_WAITING_BYTES = 16 * 1024 ** 2;

/** Runs rows and yields their results in order, while later rows run. */
export async function* runRows(
  rows: Iterable<BatchRow>,
  options: RunRowsOptions,
): AsyncGenerator<RowResult, void> {
  const pipeline = new RowPipeline(rows[Symbol.iterator](), options);
  try {
    for (;;) {
      const result = await pipeline.next();
      if (!result || options.signal.aborted) return;
      yield result;
      if ("error" in result.outcome && options.stopsAtError) return;
    }
  } finally {
    pipeline.stop();
  }
}

/** Starts rows ahead of their reader, within limits. */
class RowPipeline {
  readonly #rows: Iterator<BatchRow>;
  readonly #options: RunRowsOptions;
  readonly #slice = new TimeSlice();
  readonly #started: Promise<RowResult>[] = [];
  #number = 0;
  #running = 0;
  #waitingBytes = 0;
  #filling: Promise<void> | undefined;
  #isDone = false;

  constructor(rows: Iterator<BatchRow>, options: RunRowsOptions) {
    this.#rows = rows;
    this.#options = options;
  }

  /** Resolves with the result of the next row; undefined after the last. */
  async next(): Promise<RowResult | undefined> {
    while (this.#started.length === 0 && this.#mayStart()) await this.#fill();
    const first = this.#started.shift();
    if (!first) return undefined;
    const result = await first;
    this.#waitingBytes -= measure(result);
    void this.#fill();
    return result;
  }

  /** Starts no further rows. */
  stop(): void {
    this.#isDone = true;
  }

  /** Starts rows until a limit is reached. Every start is in a slice of time. */
  #fill(): Promise<void> {
    this.#filling ??= this.#startRows().finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #startRows(): Promise<void> {
    while (this.#mayStart()) {
      const pause = this.#slice.pause();
      if (pause) await pause;
      this.#startNext();
    }
  }

  #mayStart(): boolean {
    return (
      !this.#isDone &&
      !this.#options.signal.aborted &&
      this.#running < this.#options.concurrency &&
      this.#started.length < MAX_WAITING_ROWS &&
      this.#waitingBytes < MAX_WAITING_BYTES
    );
  }

  #startNext(): void {
    const next = this.#isDone ? undefined : this.#rows.next();
    if (!next || next.done) {
      this.#isDone = true;
      return;
    }
    this.#number += 1;
    this.#running += 1;
    const result = runRow(next.value, this.#number, this.#options).then((finished) => {
      this.#running -= 1;
      this.#waitingBytes += measure(finished);
      if ("error" in finished.outcome && this.#options.stopsAtError) this.#isDone = true;
      void this.#fill();
      return finished;
    });
    this.#started.push(result);
  }
}

/** Runs one row. Never rejects, because a row's own error is its result. */
async function runRow(row: BatchRow, number: number, options: RunRowsOptions): Promise<RowResult> {
  const { tool, defaults, describeError } = options;
  let input: unknown;
  try {
    const own = row.read();
    input = defaults ? mergeDefaults(own, defaults, tool.input) : own;
    return { number, row, input, outcome: { reply: await createReply(input, options) } };
  } catch (error) {
    return { number, row, input, outcome: { error: describeError(error) } };
  }
}

async function createReply(input: unknown, options: RunRowsOptions): Promise<RowReply> {
  const { tool, context, client, signal, query, countUse, files, form } = options;
  const common = { context, client, signal, countUse, files };
  const formatReply = await computeResult(tool, input, { ...common, ...(query && { query }) });
  const isChosen = form === "call" && Object.keys(query ?? {}).length > 0;
  const format: ReplyFormat = isChosen ? "default" : form === "file" ? "file" : "json";
  const { type, body } = await formatReply(format, isChosen ? "application/json" : "");
  if (typeof body === "string" || body instanceof Uint8Array) return { type, body };
  return { type, body: JSON.stringify(body), value: body };
}

function measure({ outcome }: RowResult): number {
  return "error" in outcome ? 0 : outcome.reply.body.length;
}
