import { TableReader, type TableRecord } from "../../domain/table/read-table.ts";

/** A file with rows: its beginning, and how many there are. */
export interface RowsFile {
  name: string;
  /** As it is sent; a list of JSON becomes an object. */
  file: Blob;
  kind: "table" | "json" | "ndjson";
  /** Data rows, before any are grouped; undefined for JSON that is too large to be read here. */
  count: number | undefined;
  /** The header of a table. */
  header: readonly string[];
  /** The first rows in the form of the file. */
  sample: Blob;
}

/** Rows that are run as a preview. */
const SAMPLE_ROWS = 3;

/** Bytes of JSON that a page parses; larger files are counted by the server. */
const MAX_JSON_BYTES = 10 * 1024 ** 2;

/**
 * Reads the beginning of a file and counts its rows, in steps that leave the page usable. Rejects
 * with an Error that explains the fault of the file.
 */
export async function readRows(file: File): Promise<RowsFile> {
  const kind = await findKind(file);
  if (kind === "table") return readTable(file);
  return kind === "ndjson" ? readLines(file) : readJson(file);
}

async function findKind(file: File): Promise<RowsFile["kind"]> {
  const extension = /\.(csv|tsv|json|ndjson|jsonl)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (extension === "json") return "json";
  if (extension !== undefined) return /^(csv|tsv)$/.test(extension) ? "table" : "ndjson";
  const start = (await file.slice(0, 4096).text()).trimStart();
  if (start.startsWith("[") || /^\{\s*"rows"/.test(start)) return "json";
  return start.startsWith("{") ? "ndjson" : "table";
}

/** Yields the text of a file in chunks, each in a task of its own. */
async function* readText(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function readTable(file: File): Promise<RowsFile> {
  const reader = new TableReader();
  const first: TableRecord[] = [];
  let count = -1;
  const add = (records: Iterable<TableRecord>) => {
    for (const record of records) {
      if (count < SAMPLE_ROWS) first.push(record);
      count += 1;
    }
  };
  for await (const text of readText(file)) add(reader.read(text, false));
  add(reader.read("", true));
  const header = first[0]?.cells.map((cell) => cell.trim()) ?? [];
  const sample = new Blob([first.map(({ cells }) => formatRecord(cells)).join("")]);
  return { name: file.name, file, kind: "table", count: Math.max(0, count), header, sample };
}

/** Cells as they are, because the server reads them again. */
function formatRecord(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`;
}

async function readLines(file: File): Promise<RowsFile> {
  const first: string[] = [];
  let partialLine = "";
  let count = 0;
  const add = (line: string) => {
    if (line.trim() === "") return;
    if (count < SAMPLE_ROWS) first.push(line);
    count += 1;
  };
  for await (const text of readText(file)) {
    const lines = (partialLine + text).split("\n");
    partialLine = lines.pop() ?? "";
    lines.forEach(add);
  }
  add(partialLine);
  const sample = new Blob([first.join("\n")]);
  return { name: file.name, file, kind: "ndjson", count, header: [], sample };
}

async function readJson(file: File): Promise<RowsFile> {
  const isList = (await file.slice(0, 4096).text()).trimStart().startsWith("[");
  const sent = isList ? new Blob(['{"rows":', file, "}"]) : file;
  const shared = { name: file.name, file: sent, kind: "json", header: [] } as const;
  if (file.size > MAX_JSON_BYTES) return { ...shared, count: undefined, sample: sent };
  const rows = parseRows(await sent.text());
  const sample = new Blob([JSON.stringify({ rows: rows.slice(0, SAMPLE_ROWS) })]);
  return { ...shared, count: rows.length, sample };
}

function parseRows(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The file is not valid JSON.");
  }
  const { rows } = (value ?? {}) as { rows?: unknown };
  if (!Array.isArray(rows)) throw new Error("The file must have a list of rows.");
  return rows;
}
