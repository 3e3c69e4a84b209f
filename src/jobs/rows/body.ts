import { coerceText } from "../../lib/input/coerce-text.ts";
import type { Column } from "../../domain/table/columns.ts";
import { ValidationError } from "../../lib/errors.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { Tool } from "../../tools/define.ts";
import { type BatchOptions, parseBatchOptions } from "../options.ts";
import type { RowSource } from "./batch-row.ts";
import { findFormParts, type PartRange } from "./form.ts";
import { checkJsonRow, type NumberedLine, readJsonLines, readJsonRows } from "./json-rows.ts";
import { readTableRows } from "./table-rows.ts";
import { readChunks, TextInput } from "./text-input.ts";
import { TimeSlice } from "../../lib/concurrency/time-slice.ts";
import { decodeUtf8 } from "./utf8.ts";

/** How the rows of a body are written. */
export type BodyKind = "json" | "ndjson" | "table";

const KINDS = new Map<string, BodyKind>([
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  ["text/csv", "table"],
  ["text/tab-separated-values", "table"],
]);

/** Kinds by the extension of a file. */
export const BODY_EXTENSIONS: ReadonlyMap<string, BodyKind> = new Map<string, BodyKind>([
  ["json", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["csv", "table"],
  ["tsv", "table"],
]);

const FORM = "multipart/form-data";

export const BATCH_MEDIA_TYPES: readonly string[] = [...KINDS.keys(), FORM];

/** Bytes that can be read more than once, as a whole or from `start` up to `end`. */
export interface ByteSource {
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Returns bytes in memory as a source. */
export function toByteSource(bytes: Uint8Array): ByteSource {
  return {
    // eslint-disable-next-line @typescript-eslint/require-await
    async *read(start, end) {
      yield bytes.subarray(start, end);
    },
  };
}

/** A body as it was sent, and the options of its query. */
interface BatchBody {
  bytes: ByteSource;
  contentType: string;
  options: Record<string, unknown>;
}

/** The rows of a body: where they are, how they are written, and the options beside them. */
interface RowBody {
  bytes: AsyncIterable<Uint8Array>;
  kind: BodyKind;
  options: Record<string, unknown>;
}

/** Opens a body; the rows of a form are in its file. Rejects as {@link RowReader} does. */
export async function openBody({ bytes, contentType, options }: BatchBody): Promise<RowBody> {
  const type = parseMediaType(contentType);
  if (type !== FORM) return { bytes: bytes.read(), kind: KINDS.get(type) ?? "json", options };
  const parts = await findFormParts(bytes.read(), contentType);
  const file = parts.find(({ name }) => name === "rows");
  if (file?.filename == null) throw ValidationError.at(["rows"], "must be a file");
  const kind = findKind(file);
  if (!kind)
    throw ValidationError.at(
      ["rows"],
      `must be a file of ${[...BODY_EXTENSIONS.keys()].join(", ")}`,
    );
  const fields = parts.filter(({ name }) => name !== "rows");
  const merged = { ...options, ...(await readFields(bytes, fields)) };
  return { bytes: bytes.read(file.start, file.end), kind, options: merged };
}

/** Returns the kind of a file by its type, else by its extension. */
function findKind({ contentType, filename }: PartRange): BodyKind | undefined {
  return KINDS.get(parseMediaType(contentType ?? "")) ?? findKindOfFile(filename ?? "");
}

export function findKindOfFile(name: string): BodyKind | undefined {
  return BODY_EXTENSIONS.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

const MAX_FIELD_BYTES = 1_048_576;

async function readFields(
  bytes: ByteSource,
  parts: readonly PartRange[],
): Promise<Record<string, unknown>> {
  const fields: [string, unknown][] = [];
  for (const { name, start, end } of parts) {
    if (end - start > MAX_FIELD_BYTES)
      throw ValidationError.at([name], `must be at most ${MAX_FIELD_BYTES} bytes`);
    let text = "";
    for await (const chunk of decodeUtf8(bytes.read(start, end), "The form")) text += chunk;
    fields.push([
      name,
      name === "defaults" || name === "mapping" ? coerceText("object", text) : text,
    ]);
  }
  return Object.fromEntries(fields) as Record<string, unknown>;
}

interface ReadOptions {
  tool: Tool;
  /** Further rows are counted, and refused in the end. */
  maxRows: number;
  /** Completes the sentence "rows has 1200 rows; at most 1000 in one …". */
  unit: string;
  /** True: a list is rows without options. */
  allowsList?: boolean;
}

/**
 * Reads the rows of a body in slices of time. Rejects with an HttpError of 400 for text that is not
 * UTF-8 or JSON. Rejects with a ValidationError for wrong options, a broken table, or no rows or
 * too many.
 */
export class RowReader {
  readonly #body: RowBody;
  readonly #options: ReadOptions;
  #parsed: BatchOptions | undefined;
  #columns: readonly Column[] | undefined;
  #count = 0;

  constructor(body: RowBody, options: ReadOptions) {
    this.#body = body;
    this.#options = options;
  }

  /** The options, when the rows are read: those of JSON may be behind them. */
  get options(): BatchOptions {
    if (!this.#parsed) throw new Error("the rows are not read");
    return this.#parsed;
  }

  /** The columns of a table, when the rows are read. */
  get columns(): readonly Column[] | undefined {
    return this.#columns;
  }

  /** How many rows are read. */
  get count(): number {
    return this.#count;
  }

  /** Yields the rows as they were sent. */
  async *read(): AsyncGenerator<RowSource, void> {
    const { maxRows, unit } = this.#options;
    const slice = new TimeSlice();
    for await (const row of this.#readAll()) {
      this.#count += 1;
      if (this.#count <= maxRows) yield row;
      const pause = slice.pause();
      if (pause) await pause;
    }
    if (this.#count === 0) throw ValidationError.at(["rows"], "must have at least 1 row");
    if (this.#count <= maxRows) return;
    const message = `has ${this.#count} rows; at most ${maxRows} in one ${unit}`;
    throw ValidationError.at(["rows"], message);
  }

  async *#readAll(): AsyncGenerator<RowSource> {
    const { kind, bytes, options } = this.#body;
    const chunks = decodeUtf8(bytes, kind === "table" ? "The table" : "The body");
    if (kind === "table") yield* this.#readTable(chunks);
    else if (kind === "ndjson") yield* this.#readLines(chunks);
    else yield* this.#readJson(chunks);
    this.#parsed ??= parseJsonOptions(options);
  }

  #readTable(chunks: AsyncIterable<string>): AsyncIterable<RowSource> {
    const { mapping, groupBy } = (this.#parsed = parseBatchOptions(this.#body.options));
    return readTableRows(chunks, {
      schema: this.#options.tool.input,
      mapping,
      groupBy,
      onColumns: (columns) => (this.#columns = columns),
    });
  }

  async *#readLines(chunks: AsyncIterable<string>): AsyncGenerator<RowSource> {
    this.#parsed = parseJsonOptions(this.#body.options);
    const input = new TextInput();
    const lines = readChunks<NumberedLine, void>(chunks, input, readJsonLines(input));
    for await (const { text, line } of lines) {
      checkJsonRow(text, this.#count, line);
      yield text;
    }
  }

  async *#readJson(chunks: AsyncIterable<string>): AsyncGenerator<RowSource> {
    const input = new TextInput();
    const { allowsList } = this.#options;
    const reader = readChunks(chunks, input, readJsonRows(input, { allowsList }));
    for (;;) {
      const { value, done } = await reader.next();
      if (done) {
        this.#parsed = parseJsonOptions({ ...this.#body.options, ...value });
        return;
      }
      checkJsonRow(value, this.#count);
      yield value;
    }
  }
}

/** Parses the options of rows without columns. */
function parseJsonOptions(sent: Record<string, unknown>): BatchOptions {
  const options = parseBatchOptions(sent);
  for (const name of ["mapping", "groupBy"] as const)
    if (options[name] !== undefined) throw ValidationError.at([name], "is only for tables");
  return options;
}
