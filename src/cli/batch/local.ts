import { runAhead } from "../../lib/concurrency/run-ahead.ts";
import { toBatchClient } from "../../lib/workers/fair-queue.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { type BatchPlan, type StoredBatch, toStoredPlan } from "../../jobs/plan.ts";
import type { RowSource } from "../../jobs/rows/batch-row.ts";
import { createLazyContext } from "../lazy-context.ts";
import { OUR_ERROR } from "./describe-error.ts";
import { type RowGroup, runGroup } from "./run-group.ts";

/** Rows of a group at most; small batches have smaller ones, so that every thread gets some. */
const MAX_GROUP_ROWS = 16;

/** Groups for each thread, so that none waits for the last one long. */
const GROUPS_PER_THREAD = 8;

/** Rows up to which starting threads takes longer than running the rows. */
const MAX_UNTHREADED_ROWS = 16;

const MAX_WAITING_BYTES = 16 * 1024 ** 2;

interface LocalOptions {
  plan: BatchPlan;
  threads: number;
  signal: AbortSignal;
}

/** Runs rows on threads of this machine, and yields their results in order. */
export async function* runLocally(
  sources: AsyncIterable<RowSource>,
  options: LocalOptions,
): AsyncGenerator<EncodedRow, void> {
  const { plan, threads, signal } = options;
  const isThreaded = threads > 1 && plan.rowCount > MAX_UNTHREADED_ROWS;
  const runner = isThreaded ? createThreads(options) : await createOwnThread(options);
  const size = Math.ceil(plan.rowCount / (threads * GROUPS_PER_THREAD));
  const groups = runAhead(groupSources(sources, Math.min(size, MAX_GROUP_ROWS)), {
    run: (group) => runner.run(group),
    signal,
    maxRunning: isThreaded ? threads : 1,
    maxWaiting: 4 * threads,
    maxWaitingBytes: MAX_WAITING_BYTES,
    measure: (rows) => rows.reduce((sum, { bytes }) => sum + bytes.length, 0),
    isLast: (rows) => plan.options.onError === "stop" && rows.some(isFailed),
  });
  try {
    for await (const rows of groups) yield* rows;
  } finally {
    await runner.close();
  }
}

function isFailed({ error }: EncodedRow): boolean {
  return error !== undefined;
}

async function* groupSources(
  sources: AsyncIterable<RowSource>,
  size: number,
): AsyncGenerator<RowGroup> {
  let group: RowSource[] = [];
  let firstNumber = 1;
  for await (const source of sources) {
    group.push(source);
    if (group.length < size) continue;
    yield { sources: group, firstNumber };
    firstNumber += group.length;
    group = [];
  }
  if (group.length > 0) yield { sources: group, firstNumber };
}

interface GroupRunner {
  run(group: RowGroup): Promise<EncodedRow[]>;
  close(): Promise<void>;
}

async function createOwnThread({ plan, signal }: LocalOptions): Promise<GroupRunner> {
  const context = await createLazyContext(plan.tool);
  return {
    run: (group) => runGroup(group, { plan, context, signal }),
    close: () => context.close(),
  };
}

function createThreads({ plan, threads }: LocalOptions): GroupRunner {
  const workerData: StoredBatch = toStoredPlan(plan);
  const script = new URL("./row-worker.js", import.meta.url);
  const pool = createWorkerPool({ script, workerData, workers: threads, maxQueued: 1 });
  const call = (group: RowGroup) =>
    pool.run((worker) => worker.call<EncodedRow[]>(group), { client: toBatchClient("rows") });
  return {
    async run(group) {
      try {
        return (await call(group)).map(toBuffer);
      } catch {
        return runSingly(group, call);
      }
    },
    close: () => pool.close(),
  };
}

/** Runs each row of a group alone, because one of them ended its thread. */
async function runSingly(
  { sources, firstNumber }: RowGroup,
  call: (group: RowGroup) => Promise<EncodedRow[]>,
): Promise<EncodedRow[]> {
  const results: EncodedRow[] = [];
  for (const [index, source] of sources.entries()) {
    const number = firstNumber + index;
    const failed = { number, status: 500, error: OUR_ERROR };
    const rows = await call({ sources: [source], firstNumber: number }).catch(() => [
      { ...failed, bytes: Buffer.of() },
    ]);
    results.push(...rows.map(toBuffer));
  }
  return results;
}

/** A message to another thread has bytes without the methods of Buffer. */
function toBuffer(row: EncodedRow): EncodedRow {
  const { buffer, byteOffset, byteLength } = row.bytes;
  return { ...row, bytes: Buffer.from(buffer, byteOffset, byteLength) };
}
