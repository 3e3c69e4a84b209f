import type { FileSource } from "../lib/input/file-members.ts";
import { mergeDefaults } from "../lib/input/merge-defaults.ts";
import type { EncodedRow } from "./output/output.ts";
import type { RowError, RowForm, RowReply, RowResult } from "./row-result.ts";
import type { BatchRow } from "./rows/batch-row.ts";
import { TimeSlice } from "./rows/time-slice.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { ReplyOptions, Tool } from "../tools/define.ts";
import { computeResult, type CountUse } from "../tools/run.ts";
import type { ToolContext } from "../tools/tool-context.ts";

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
  encode(result: RowResult): MaybePromise<EncodedRow>;
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

/** Runs rows and yields their encoded results in order, while later rows run. */
export async function* runRows(
  rows: Iterable<BatchRow>,
  options: RunRowsOptions,
): AsyncGenerator<EncodedRow, void> {
  const pipeline = new RowPipeline(rows[Symbol.iterator](), options);
  try {
    for (;;) {
      const row = await pipeline.next();
      if (!row || options.signal.aborted) return;
      yield row;
      if (row.error !== undefined && options.stopsAtError) return;
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
  readonly #started: Promise<EncodedRow>[] = [];
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
  async next(): Promise<EncodedRow | undefined> {
    while (this.#started.length === 0 && this.#mayStart()) await this.#fill();
    const first = this.#started.shift();
    if (!first) return undefined;
    const row = await first;
    this.#waitingBytes -= row.bytes.length;
    void this.#fill();
    return row;
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
    const row = runRow(next.value, this.#number, this.#options).then((finished) => {
      this.#running -= 1;
      this.#waitingBytes += finished.bytes.length;
      if (finished.error !== undefined && this.#options.stopsAtError) this.#isDone = true;
      void this.#fill();
      return finished;
    });
    this.#started.push(row);
  }
}

/** Runs one row. Never rejects, because a row's own error is its result. */
async function runRow(row: BatchRow, number: number, options: RunRowsOptions): Promise<EncodedRow> {
  const { tool, defaults, encode, describeError } = options;
  let input: unknown;
  try {
    const own = row.read();
    input = defaults ? mergeDefaults(own, defaults, tool.input) : own;
    const reply = await createReply(input, options);
    return await encode({ number, row, input, outcome: { reply } });
  } catch (error) {
    return encode({ number, row, input, outcome: { error: describeError(error) } });
  }
}

/** Returns the format of the replies to rows. A call with a query of its own may choose a file. */
export function chooseFormat(
  form: RowForm,
  query: Record<string, unknown> = {},
): Pick<ReplyOptions, "format" | "accept"> {
  if (form === "call" && Object.keys(query).length > 0)
    return { format: "default", accept: "application/json" };
  return { format: form === "file" ? "file" : "json", accept: "" };
}

async function createReply(input: unknown, options: RunRowsOptions): Promise<RowReply> {
  const { tool, context, client, signal, query, countUse, files, form } = options;
  const common = { context, client, signal, countUse, files };
  const formatReply = await computeResult(tool, input, { ...common, ...(query && { query }) });
  const { format, accept } = chooseFormat(form, query);
  const { type, body } = await formatReply(format, accept);
  if (typeof body === "string" || body instanceof Uint8Array) return { type, body };
  return { type, body: JSON.stringify(body), value: body };
}
