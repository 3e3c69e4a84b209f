import { TableReader } from "../../domain/table/read-table.ts";
import type { Job } from "../../sdk/batch-types.ts";

/** Failed rows that are listed. */
const SHOWN_FAILURES = 20;

/** Larger tables are not read for the errors in them. */
const MAX_TABLE_BYTES = 32 * 1024 ** 2;

/** Bytes at a ZIP's end that contain the directory's entry of `results.csv`, the last one. */
const ZIP_END_BYTES = 256;

const MAX_UINT32 = 0xff_ff_ff_ff;

/** A row's error, as its file has it. */
interface Failure {
  row: string;
  error: string;
}

/** Reads the first errors in the result of a job that is done: none, where they are not near. */
export async function readFailures(job: Job, url: string, signal: AbortSignal): Promise<string[]> {
  const body = await openErrors(job, url, signal);
  if (!body) return [];
  const sentences: string[] = [];
  for await (const { row, error } of readErrors(body, job.output === "ndjson")) {
    sentences.push(`Row ${row}: ${error}`);
    if (sentences.length === Math.min(SHOWN_FAILURES, job.failed)) break;
  }
  return sentences;
}

/** Opens the table with the errors: the file, or the one in a ZIP. */
async function openErrors({ output, bytes }: Job, url: string, signal: AbortSignal) {
  const size = bytes ?? 0;
  const fetchBytes = (start: number, end: number) =>
    fetch(url, { headers: { range: `bytes=${start}-${end - 1}` }, signal });
  if (output !== "zip")
    return size <= MAX_TABLE_BYTES ? (await fetch(url, { signal })).body : undefined;
  const end = await (await fetchBytes(Math.max(0, size - ZIP_END_BYTES), size)).arrayBuffer();
  const entry = findLastEntry(new DataView(end));
  if (!entry) return undefined;
  const { body } = await fetchBytes(entry.start, entry.start + entry.bytes);
  return body?.pipeThrough<Uint8Array<ArrayBuffer>>(new DecompressionStream("deflate-raw"));
}

/** Returns where the data of the last file of a ZIP is, unless the ZIP is over 4 GiB. */
function findLastEntry(view: DataView): { start: number; bytes: number } | undefined {
  for (let at = view.byteLength - 46; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) continue;
    const offset = view.getUint32(at + 42, true);
    const start = offset + 30 + view.getUint16(at + 28, true);
    return offset < MAX_UINT32 ? { start, bytes: view.getUint32(at + 20, true) } : undefined;
  }
  return undefined;
}

/** Yields the errors of lines, or of a table: the row is its first column, the error its last. */
async function* readErrors(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  isNdjson: boolean,
): AsyncGenerator<Failure> {
  const table = new TableReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let partialLine = "";
  let isHeader = !isNdjson;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      const lines = (partialLine + text).split("\n");
      partialLine = lines.pop() ?? "";
      const failures = isNdjson
        ? lines.filter(Boolean).map(parseLine)
        : Array.from(table.read(text, done), ({ cells }) => toFailure(cells));
      for (const failure of isHeader ? failures.slice(1) : failures)
        if (failure.error) yield failure;
      isHeader &&= failures.length === 0;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

function parseLine(line: string): Failure {
  const { row, error = "" } = JSON.parse(line) as { row: number; error?: string };
  return { row: String(row), error };
}

function toFailure(cells: readonly string[]): Failure {
  return { row: cells[0] ?? "", error: cells.at(-1) ?? "" };
}
