import type { DataRow } from "../../domain/table/inputs.ts";
import { toArray } from "../../lib/concurrency/to-array.ts";
import type { Tool } from "../../tools/define.ts";
import { type BatchPlan, restorePlan, type StoredBatch, toStoredPlan } from "../plan.ts";
import { type BatchRow, createBatchRow, type RowSource } from "../rows/batch-row.ts";
import type { JobFiles } from "./job-files.ts";
import type { PendingFile } from "./pending-file.ts";

/** Rows of a chunk; of a tool with a limit per minute there are fewer. */
const MAX_CHUNK_ROWS = 100;
const MAX_LIMITED_ROWS = 10;
const MAX_CHUNK_BYTES = 1_048_576;

/** The place of a chunk in the input. */
interface ChunkPlace {
  firstRow: number;
  start: number;
}

/** A plan, and the chunks of its rows. */
interface JobPlan extends StoredBatch {
  chunks: ChunkPlace[];
  /** Bytes of the input. */
  end: number;
}

/** The names of the files of a job. */
export const INPUT = "input";
export const PLAN = "plan.json";

/** Writes rows, and where each chunk of them begins. */
export class InputWriter {
  readonly #file: PendingFile;
  readonly #maxRows: number;
  readonly chunks: ChunkPlace[] = [];
  #rows = 0;

  constructor(file: PendingFile, tool: Tool) {
    const { perMinute, costlyReply } = tool;
    const limit = perMinute ?? (costlyReply?.includesAll && costlyReply.perMinute);
    this.#file = file;
    this.#maxRows = limit === undefined ? MAX_CHUNK_ROWS : Math.min(MAX_LIMITED_ROWS, limit);
  }

  async add(source: RowSource): Promise<void> {
    const last = this.chunks.at(-1);
    const isFull =
      last &&
      (this.#rows >= last.firstRow - 1 + this.#maxRows ||
        this.#file.length - last.start >= MAX_CHUNK_BYTES);
    if (!last || isFull) this.chunks.push({ firstRow: this.#rows + 1, start: this.#file.length });
    this.#rows += 1;
    await this.#file.write(Buffer.from(`${JSON.stringify(source)}\n`));
  }

  /** Bytes that are written. */
  get length(): number {
    return this.#file.length;
  }
}

export function formatPlan(plan: BatchPlan, { chunks, length }: InputWriter): string {
  return JSON.stringify({ ...toStoredPlan(plan), chunks, end: length } satisfies JobPlan);
}

/** The plan of a job, and the rows of its chunks. */
export class JobInput {
  readonly plan: BatchPlan;
  readonly #files: JobFiles;
  readonly #id: string;
  readonly #stored: JobPlan;

  constructor(stored: JobPlan, { tool, files, id }: { tool: Tool; files: JobFiles; id: string }) {
    this.plan = restorePlan(stored, tool);
    this.#files = files;
    this.#id = id;
    this.#stored = stored;
  }

  /** Returns the number of the first row of a chunk, and how many it has. */
  locate(chunk: number): { firstRow: number; rows: number } {
    const { chunks, rowCount } = this.#stored;
    const { firstRow } = this.#getPlace(chunk);
    return { firstRow, rows: (chunks[chunk + 1]?.firstRow ?? rowCount + 1) - firstRow };
  }

  async readRows(chunk: number): Promise<BatchRow[]> {
    const { chunks, end } = this.#stored;
    const { start } = this.#getPlace(chunk);
    const bytes = this.#files.read(this.#id, INPUT, start, chunks[chunk + 1]?.start ?? end);
    const lines = Buffer.concat(await toArray(bytes))
      .toString()
      .trimEnd()
      .split("\n");
    const { columns, tool } = this.plan;
    const options = { columns, maxBytes: tool.bodyLimitBytes };
    return lines.map((line) => createBatchRow(JSON.parse(line) as string | DataRow[], options));
  }

  #getPlace(chunk: number): ChunkPlace {
    const place = this.#stored.chunks[chunk];
    if (!place) throw new Error(`the job has no chunk ${chunk}`);
    return place;
  }
}

/** Opens the input of a job. Rejects where its files are gone. */
export async function openInput(
  files: JobFiles,
  id: string,
  tools: ReadonlyMap<string, Tool>,
): Promise<JobInput> {
  const stored = JSON.parse(await files.readText(id, PLAN)) as JobPlan;
  const tool = tools.get(stored.tool);
  if (!tool) throw new Error(`there is no tool ${stored.tool}`);
  return new JobInput(stored, { tool, files, id });
}
