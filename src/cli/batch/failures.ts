import { TableReader } from "../../domain/table/read-table.ts";
import type { BatchOutput } from "../../jobs/options.ts";
import type { BatchReport } from "./report.ts";
import { ZipReader } from "./unzip.ts";

/** Finds the rows in the next bytes of an output, of which there are no more where it is last. */
type FindRows = (bytes: Uint8Array, isLast: boolean) => void | Promise<void>;

/** Passes an output on, and reports the rows in it. */
export async function* reportRows(
  chunks: AsyncIterable<Uint8Array>,
  kind: BatchOutput,
  report: BatchReport,
): AsyncGenerator<Uint8Array> {
  const find = FINDERS[kind](report);
  for await (const bytes of chunks) {
    yield bytes;
    await find(bytes, false);
  }
  await find(new Uint8Array(), true);
}

const FINDERS: Record<BatchOutput, (report: BatchReport) => FindRows> = {
  ndjson: findInLines,
  csv: (report) => findInTable((cells) => report.add(Number(cells[0]), cells.at(-1) || undefined)),
  zip: findInZip,
  // There is a PDF only when all rows are good.
  pdf: () => () => undefined,
};

function findInLines(report: BatchReport): FindRows {
  const decoder = new TextDecoder();
  let text = "";
  return (bytes, isLast) => {
    text += decoder.decode(bytes, { stream: !isLast });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      // Results may be large, and are not needed.
      const [, row, status] = /^\{"row":(\d+),"status":(\d+),/.exec(line) ?? [];
      const { error } = status === "200" ? {} : (JSON.parse(line) as { error?: string });
      report.add(Number(row), error);
    }
  };
}

function findInTable(add: (cells: readonly string[]) => void): FindRows {
  const decoder = new TextDecoder();
  const reader = new TableReader();
  let row = 0;
  return (bytes, isLast) => {
    for (const { cells } of reader.read(decoder.decode(bytes, { stream: !isLast }), isLast)) {
      if (row > 0) add(cells);
      row += 1;
    }
  };
}

function findInZip(report: BatchReport): FindRows {
  const zip = new ZipReader();
  const find = findInTable(([row, , , error]) => report.add(Number(row), error || undefined));
  return async (bytes) => {
    for await (const { name, content } of zip.read(bytes))
      if (name === "results.csv") await find(content, true);
  };
}
