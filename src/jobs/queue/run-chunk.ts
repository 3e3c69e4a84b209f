import { setTimeout as sleep } from "node:timers/promises";
import { UnavailableError } from "../../lib/errors.ts";
import type { FileSource } from "../../lib/input/file-members.ts";
import type { RateLimit } from "../../lib/rate-limit.ts";
import { toBatchClient } from "../../lib/workers/fair-queue.ts";
import { type Counters, MINUTE_MS } from "../../store/store.ts";
import type { Tool } from "../../tools/define.ts";
import type { ToolContext } from "../../tools/tool-context.ts";
import type { EncodedRow } from "../output/output.ts";
import { writeOutput } from "../output/write-output.ts";
import type { RowError } from "../row-result.ts";
import { MAX_ATTEMPTS, runRows } from "../run-rows.ts";
import type { JobInput } from "./input-file.ts";
import { type JobFiles, RESULT } from "./job-files.ts";
import type { ClaimedChunk, JobQueue } from "./job-queue.ts";
import type { ChunkResult } from "./job.ts";
import type { PendingFile } from "./pending-file.ts";
import { Reservation } from "./reservation.ts";
import { readEncodedRows, writeRow } from "./row-file.ts";

export interface ChunkContext {
  queue: JobQueue;
  files: JobFiles;
  tools: ReadonlyMap<string, Tool>;
  toolContext: ToolContext;
  /** The files that members of rows may name. */
  fileSource: FileSource;
  counters: Counters;
  /** Returns the status and the sentence of an error; logs one of ours under the id. */
  describeError(error: unknown, source: { id: string }): RowError;
  /** Called with the status of each row. */
  onRow(tool: string, status: number): void;
}

/**
 * Counts rows to limits. Returns the end of a window that has no space for them, in milliseconds
 * since 1970. More rows than a whole window allows run at its beginning.
 */
export async function countToLimits(
  { queue, counters }: ChunkContext,
  { job }: ClaimedChunk,
  { limits, rows }: { limits: readonly RateLimit[]; rows: number },
): Promise<number | undefined> {
  for (const { name, perMinute } of limits) {
    // Beside the window of single calls, because a job would leave them nothing.
    const key = `${name} job ${job.client}`;
    const { count, endsAtMs } = await counters.hit(key, MINUTE_MS, queue.nowMs, rows);
    if (count > perMinute && count > rows) return endsAtMs;
  }
  return undefined;
}

/** A claim that is renewed until its release. */
export interface HeldClaim {
  /** Aborted when the claim is lost or this process stops. */
  signal: AbortSignal;
  /** Reports rows that begin (1) and cease (-1) to wait. */
  onWait(rows: 1 | -1): void;
  release(): void;
}

interface ChunkWork {
  input: JobInput;
  held: HeldClaim;
}

/** Runs the rows of a chunk and writes their results to a file. Rejects when it is aborted. */
export async function runChunk(
  context: ChunkContext,
  { job, claim }: ClaimedChunk,
  { input, held }: ChunkWork,
): Promise<ChunkResult> {
  const { toolContext, fileSource, onRow } = context;
  const { plan } = input;
  const { firstRow, rows } = input.locate(claim.chunk);
  const results = runRows(await input.readRows(claim.chunk), {
    plan,
    context: toolContext,
    client: toBatchClient(job.client),
    files: fileSource,
    signal: held.signal,
    countUse: (limit) => waitForLimit(context, { job, claim }, { limit, held }),
    firstNumber: firstRow,
    attempts: MAX_ATTEMPTS,
    // Not the whole id, because it gives access to the results.
    describeError: (error) => context.describeError(error, { id: `job ${job.id.slice(0, 8)}` }),
  });
  const file = await createClaimedFile(context, { job, claim }, formatChunkName(claim.chunk));
  return file.discardOnError(async () => {
    let failed = 0;
    let stop: string | undefined;
    for await (const row of results) {
      await writeRow(file, row);
      if (row.error !== undefined) failed += 1;
      if (row.error !== undefined && plan.options.onError === "stop")
        stop = `row ${row.number}: ${row.error}`;
      onRow(plan.tool.name, row.status);
    }
    held.signal.throwIfAborted();
    return { rows, failed, bytes: await file.commit(), stop };
  });
}

/** Joins the results of all chunks. Resolves with the bytes of the result. */
export async function joinChunks(
  context: ChunkContext,
  claimed: ClaimedChunk,
  { input, held }: ChunkWork,
): Promise<number> {
  const { id, chunks } = claimed.job;
  async function* readAll(): AsyncGenerator<EncodedRow> {
    for (let chunk = 0; chunk < chunks; chunk += 1)
      yield* readEncodedRows(context.files.read(id, formatChunkName(chunk)));
  }
  const file = await createClaimedFile(context, claimed, RESULT);
  return file.discardOnError(async () => {
    for await (const bytes of writeOutput(input.plan.output.createWriter(), readAll())) {
      held.signal.throwIfAborted();
      await file.write(bytes);
    }
    return file.commit();
  });
}

/** Creates a file whose bytes count to the claim, in place of what an earlier claim left of it. */
async function createClaimedFile(
  { queue, files }: ChunkContext,
  { job, claim }: ClaimedChunk,
  name: string,
): Promise<PendingFile> {
  await files.removeUncommitted(job.id, name);
  const onGrow = new Reservation(queue, job, claim).forFile(name);
  return files.createFile({ id: job.id, name, token: claim.token, onGrow });
}

function formatChunkName(chunk: number): string {
  return `chunk-${chunk}`;
}

/** Waits for a limit of single rows, which is known only when they run. */
async function waitForLimit(
  context: ChunkContext,
  claimed: ClaimedChunk,
  { limit, held }: { limit: RateLimit; held: HeldClaim },
): Promise<void> {
  const { signal, onWait } = held;
  for (;;) {
    const endsAtMs = await countToLimits(context, claimed, { limits: [limit], rows: 1 });
    if (endsAtMs === undefined) return;
    onWait(1);
    const waitMs = Math.max(1, endsAtMs - context.queue.nowMs);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    onWait(-1);
    if (signal.aborted) throw new UnavailableError("The job was stopped.", "overloaded", 1);
  }
}
