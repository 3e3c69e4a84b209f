import { availableParallelism } from "node:os";
import { runAhead } from "../lib/concurrency/run-ahead.ts";
import { mergeDefaults } from "../lib/input/merge-defaults.ts";
import type { EncodedRow } from "./output/output.ts";
import type { BatchPlan } from "./plan.ts";
import { chooseFormat } from "./row-replies.ts";
import type { RowError, RowReply } from "./row-result.ts";
import type { BatchRow } from "./rows/batch-row.ts";
import { WorkerError } from "../lib/workers/worker-client.ts";
import { computeResult, type ResultOptions } from "../tools/run.ts";

/** How the rows of a batch run. */
export interface RunRowsOptions extends Pick<
  ResultOptions,
  "context" | "client" | "files" | "countUse"
> {
  plan: BatchPlan;
  /** Aborted when the result is no longer needed. No row starts afterwards. */
  signal: AbortSignal;
  /** Rows that run at the same time. Default: enough that no thread waits for the next one. */
  concurrency?: number;
  /** The number of the first row. Default: 1. */
  firstNumber?: number;
  /** How often a row runs whose worker ends. Default: 1. */
  attempts?: number;
  /** Returns the status and the sentence of an error, as a single call would. */
  describeError(error: unknown): RowError;
}

/** How often a row of a job or a command runs whose worker ends. */
export const MAX_ATTEMPTS = 3;

/** Finished rows that wait for a slow reader: how many, and their bytes. */
const MAX_WAITING_ROWS = 64;
const MAX_WAITING_BYTES = 16 * 1024 ** 2;

/** Runs rows and yields their encoded results in order, while later rows run. */
export function runRows(
  rows: Iterable<BatchRow> | AsyncIterable<BatchRow>,
  options: RunRowsOptions,
): AsyncGenerator<EncodedRow, void> {
  const { plan, signal, concurrency = 2 * availableParallelism(), firstNumber = 1 } = options;
  return runAhead(rows, {
    run: (row, index) => runRow(row, firstNumber + index, options),
    signal,
    maxRunning: concurrency,
    maxWaiting: MAX_WAITING_ROWS,
    maxWaitingBytes: MAX_WAITING_BYTES,
    measure: ({ bytes }) => bytes.length,
    isLast: (row) => plan.options.onError === "stop" && row.error !== undefined,
  });
}

/** Runs one row. Never rejects, because a row's own error is its result. */
async function runRow(row: BatchRow, number: number, options: RunRowsOptions): Promise<EncodedRow> {
  const { plan, describeError } = options;
  const { defaults } = plan.options;
  let input: unknown;
  try {
    const members = row.read();
    input = defaults ? mergeDefaults(members, defaults, plan.tool.input) : members;
    const reply = await createReplyInAttempts(input, options);
    return await plan.output.encode({ number, row, input, outcome: { reply } });
  } catch (error) {
    return plan.output.encode({ number, row, input, outcome: { error: describeError(error) } });
  }
}

async function createReplyInAttempts(input: unknown, options: RunRowsOptions): Promise<RowReply> {
  for (let attemptsLeft = (options.attempts ?? 1) - 1; ; attemptsLeft -= 1) {
    try {
      return await createReply(input, options);
    } catch (error) {
      if (attemptsLeft === 0 || !isWorkerExit(error)) throw error;
    }
  }
}

function isWorkerExit(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof WorkerError && cause.reason === "exited";
}

async function createReply(
  input: unknown,
  { plan, context, client, signal, countUse, files }: RunRowsOptions,
): Promise<RowReply> {
  const { tool, query, output, countsReplies } = plan;
  const uses = countsReplies ? countUse : undefined;
  const options = { context, client, signal, countUse: uses, files, query };
  const formatReply = await computeResult(tool, input, options);
  const { format, accept } = chooseFormat(output.form, query);
  const { type, body } = await formatReply(format, accept);
  if (typeof body === "string" || body instanceof Uint8Array) return { type, body };
  return { type, body: JSON.stringify(body), value: body };
}
