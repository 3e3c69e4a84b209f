import { HttpError } from "../../lib/errors.ts";
import type { Tool } from "../../tools/define.ts";
import { type BatchPlan, createPlan } from "../plan.ts";
import { openBody, RowReader } from "../rows/body.ts";
import { formatPlan, INPUT, InputWriter, PLAN } from "./input-file.ts";
import type { JobFiles } from "./job-files.ts";
import { isFullDisk, NoSpaceError } from "./job-errors.ts";
import type { ClaimedChunk, JobQueue } from "./job-queue.ts";
import { changeClaim, type Job } from "./job.ts";
import type { PendingFile } from "./pending-file.ts";
import { Reservation } from "./reservation.ts";
import type { JobRunner } from "./runner.ts";

interface SentJob {
  tool: Tool;
  /** The sender, without spaces. */
  client: string;
  /** Bytes of the body where they are known. */
  bytes: number | undefined;
  contentType: string;
  /** The members of the tool's own query, and the options beside them. */
  query: Record<string, unknown>;
  options: Record<string, unknown>;
  /** Calls `write` with each part of the body. */
  read(write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Counts the rows. Rejects for more than the sender may have. */
  countRows(rows: number): Promise<void>;
}

export interface ReceiverOptions {
  queue: JobQueue;
  files: JobFiles;
  runner: JobRunner;
  maxRows: number;
}

/** Bytes that are reserved for a body of unknown length. */
const RESERVED_BYTES = 65_536;

const BODY = "body";

/**
 * Stores the input of a job and queues it. Rejects as a batch would for what refuses all of it, and
 * with an HttpError of 507 where there is no space.
 */
export async function receiveJob(
  sent: SentJob,
  options: ReceiverOptions,
): Promise<{ job: Job; plan: BatchPlan }> {
  const { queue, runner } = options;
  const { client, tool, bytes = RESERVED_BYTES } = sent;
  const claimed = await queue.add({ client, tool: tool.name, bytes }).catch(throwSpaceError);
  const { job, claim } = claimed;
  const held = runner.hold(job.id, claim.token);
  try {
    return await storeInput(sent, claimed, options);
  } catch (error) {
    await queue.forget(job.id).catch(() => undefined);
    return throwSpaceError(error);
  } finally {
    held.release();
  }
}

function throwSpaceError(error: unknown): never {
  if (error instanceof NoSpaceError) throw new HttpError(507, "There is no space for a new job.");
  if (isFullDisk(error)) throw new HttpError(507, "The disk is full.");
  throw error;
}

async function storeInput(
  sent: SentJob,
  { job: { id }, claim }: ClaimedChunk,
  { queue, files, runner, maxRows }: ReceiverOptions,
): Promise<{ job: Job; plan: BatchPlan }> {
  const reservation = new Reservation(queue, { id }, claim);
  const create = (name: string) =>
    files.createFile({ id, name, token: claim.token, onGrow: reservation.forFile(name) });
  await files.create(id);
  await fill(await create(BODY), (file) =>
    // Copied, because the memory of a part is released.
    sent.read((part) => file.write(Buffer.from(part))),
  );
  const { tool, query, contentType, options } = sent;
  const source = { read: (start?: number, end?: number) => files.read(id, BODY, start, end) };
  const body = await openBody({ bytes: source, contentType, options });
  const reader = new RowReader(body, { tool, maxRows, unit: "job." });
  const chunks = await writeInput(await create(INPUT), tool, reader);
  const { columns, count: rowCount } = reader;
  const plan = createPlan({ tool, query, options: reader.options, columns, rowCount });
  const text = formatPlan(plan, chunks);
  await sent.countRows(rowCount);
  await fill(await create(PLAN), (file) => file.write(Buffer.from(text)));
  await files.removeFile(id, BODY);
  const queued = await queue.update(id, (job) => {
    const changed = changeClaim(job, claim.token);
    if (!changed) return undefined;
    const bytes = chunks.length + text.length;
    const facts = { rows: rowCount, chunks: chunks.chunks.length, output: plan.outputKind };
    return { ...changed, ...facts, bytes, state: "queued" };
  });
  if (!queued) throw new Error("the claim of a job that is received is lost");
  runner.wake();
  return { job: queued, plan };
}

async function writeInput(file: PendingFile, tool: Tool, reader: RowReader): Promise<InputWriter> {
  const input = new InputWriter(file, tool);
  await fill(file, async () => {
    for await (const row of reader.read()) await input.add(row);
  });
  return input;
}

/** Writes and renames a file, or deletes it. */
async function fill(file: PendingFile, write: (file: PendingFile) => Promise<void>): Promise<void> {
  await file.discardOnError(async () => {
    await write(file);
    await file.commit();
  });
}
