import { HttpError, ValidationError } from "../../lib/errors.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { Tool } from "../../tools/define.ts";
import { type BatchOptions, parseBatchOptions } from "../options.ts";
import type { BatchRow, BatchRows } from "./batch-row.ts";
import {
  type JsonBody,
  type NumberedLine,
  splitJsonBody,
  splitLines,
  toJsonRow,
} from "./json-rows.ts";
import { readTableRows } from "./table-rows.ts";
import { TimeSlice } from "./time-slice.ts";
import { decodeUtf8 } from "./utf8.ts";

/** How the rows of a body are written. */
type BodyKind = "json" | "ndjson" | "table";

const KINDS = new Map<string, BodyKind>([
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  ["text/csv", "table"],
  ["text/tab-separated-values", "table"],
]);

const EXTENSIONS = new Map<string, BodyKind>([
  ["json", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["csv", "table"],
  ["tsv", "table"],
]);

const FORM = "multipart/form-data";

/** Media types of the bodies of a batch. */
export const BATCH_MEDIA_TYPES: readonly string[] = [...KINDS.keys(), FORM];

/** A body as it was sent, and the options of its query. */
export interface BatchBody {
  bytes: Uint8Array;
  contentType: string;
  options: Record<string, unknown>;
}

/** The rows of a batch and its options. */
export interface Batch extends BatchRows {
  options: BatchOptions;
}

/**
 * Reads a body in slices of time. Rejects with an HttpError of 400 for text that is not UTF-8 or
 * JSON, and with a ValidationError for wrong options, a broken table, or a number of rows that is
 * not allowed.
 */
export async function readBatch(
  body: BatchBody,
  { tool, maxRows }: { tool: Tool; maxRows: number },
): Promise<Batch> {
  const { bytes, kind, options: sent } = await openBody(body);
  const text = decodeUtf8(bytes, kind === "table" ? "The table" : "The body");
  const limits = { maxRows, maxBytes: tool.bodyLimitBytes };
  if (kind === "table") {
    const options = parseBatchOptions(sent);
    const { count, ...table } = await readTableRows(text, {
      schema: tool.input,
      mapping: options.mapping,
      groupBy: options.groupBy,
      ...limits,
    });
    requireRowCount(count, maxRows);
    return { ...table, options };
  }
  const json = kind === "json" ? await splitInSlices(splitJsonBody(text)) : undefined;
  const options = parseBatchOptions({ ...sent, ...json?.options });
  requireNoTableOptions(options);
  const rows = await readJsonRows(json ? toLines(json) : splitLines(text), limits);
  return { rows, options };
}

/** Returns the bytes and the kind of the rows; those of a form are in its file. */
async function openBody({ bytes, contentType, options }: BatchBody) {
  const type = parseMediaType(contentType);
  if (type !== FORM) return { bytes, kind: KINDS.get(type) ?? "json", options };
  const form = await parseForm(bytes, contentType);
  const file = form.get("rows");
  if (!(file instanceof Blob)) throw ValidationError.at(["rows"], "must be a file");
  const extension = file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase();
  const kind = KINDS.get(parseMediaType(file.type)) ?? EXTENSIONS.get(extension);
  if (!kind)
    throw ValidationError.at(["rows"], `must be a file of ${[...EXTENSIONS.keys()].join(", ")}`);
  const fields = [...form].filter(([name]) => name !== "rows");
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    kind,
    options: { ...options, ...parseFormFields(fields) },
  };
}

async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const headers = { "content-type": contentType };
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
  } catch {
    throw new HttpError(400, "The form cannot be read.");
  }
}

/** Parses the fields that are objects, as in a query. */
function parseFormFields(fields: readonly [string, string | File][]): Record<string, unknown> {
  const values = fields.map(([name, value]) => [
    name,
    typeof value === "string" && (name === "defaults" || name === "mapping")
      ? parseObject(value)
      : value,
  ]);
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Returns text that is not JSON as it is, so that the schema rejects it. */
function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function splitInSlices(body: Generator<undefined, JsonBody>): Promise<JsonBody> {
  const slice = new TimeSlice();
  for (;;) {
    const { value, done } = body.next();
    if (done) return value;
    const pause = slice.pause();
    if (pause) await pause;
  }
}

function* toLines({ rows }: JsonBody): Generator<Partial<NumberedLine> & { text: string }> {
  for (const text of rows) yield { text };
}

/** Checks every row up to the limit, and counts the others. */
async function readJsonRows(
  lines: Iterable<Partial<NumberedLine> & { text: string }>,
  { maxRows, maxBytes }: { maxRows: number; maxBytes: number },
): Promise<BatchRow[]> {
  const slice = new TimeSlice();
  const rows: BatchRow[] = [];
  let index = 0;
  for (const line of lines) {
    if (index < maxRows) rows.push(toJsonRow(line.text, { ...line, index, maxBytes }));
    index += 1;
    const pause = slice.pause();
    if (pause) await pause;
  }
  requireRowCount(index, maxRows);
  return rows;
}

function requireRowCount(count: number, maxRows: number): void {
  if (count === 0) throw ValidationError.at(["rows"], "must have at least 1 row");
  if (count <= maxRows) return;
  const message = `has ${count} rows; at most ${maxRows} in one batch. Create a job instead.`;
  throw ValidationError.at(["rows"], message);
}

function requireNoTableOptions({ mapping, groupBy }: BatchOptions): void {
  for (const [name, value] of Object.entries({ mapping, groupBy }))
    if (value !== undefined) throw ValidationError.at([name], "is only for tables");
}
