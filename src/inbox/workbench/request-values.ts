import { locateBody } from "../../domain/record/record-text.ts";
import { locateJson } from "../../domain/record/json-select.ts";
import type { TaskRunner } from "../../lib/workers/task-pool.ts";
import type { CaptureReceipt, NewRecord } from "../../store/store.ts";
import { MAX_EXPANDED_BYTES, type ReadValue } from "./template.ts";

/** Bytes of JSON that all placeholders of a request may insert; values past it are empty. */
const MAX_VALUE_BYTES = 2 * 1024 ** 2;

/** Larger records are searched in a worker, because one of 10 MB takes 30 ms. */
const MAX_INLINE_BYTES = 65_536;

/** UTF-8 bytes of a character, at most: four for two units of UTF-16. */
const MAX_CHARACTER_BYTES = 3;

const VALUES_TASK = new URL("./request-values-task.js", import.meta.url);

/** Maximum-length values that are known only after the capture, to measure the body before it. */
const MAX_POSITION = {
  recordId: "x".repeat(40),
  seq: Number.MAX_SAFE_INTEGER,
  receivedAt: "x".repeat(24),
};

type Position = Pick<CaptureReceipt, "recordId" | "seq" | "receivedAt">;

/** The values of a request that placeholders can name. */
export class RequestValues {
  readonly #json: ReadonlyMap<string, string>;
  readonly #queryText: string;
  #query: Map<string, string> | undefined;
  /** No value is longer than this many bytes. */
  readonly maxBytes: number;

  /** `json` has the values of the body by path, `query` is the request's query as sent. */
  constructor(members: Buffer, query: string, json: ReadonlyMap<string, string>) {
    this.maxBytes = Math.max(members.length, MAX_POSITION.recordId.length);
    this.#queryText = query;
    this.#json = json;
  }

  /**
   * Returns the function that reads values of a stored request. Without a position it assumes the
   * longest ones.
   */
  createReader(position: Position = MAX_POSITION): ReadValue {
    return (part) => {
      if (part.source === "record.id") return position.recordId;
      if (part.source === "record.seq") return String(position.seq);
      if (part.source === "receivedAt") return position.receivedAt;
      if (part.source === "json") return this.#json.get(part.path) ?? "";
      return part.source === "query" ? this.#readQuery(part.name) : "";
    };
  }

  #readQuery(name: string): string {
    // The first of repeated names counts, as with `URLSearchParams.get`.
    this.#query ??= new Map([...new URLSearchParams(this.#queryText)].toReversed());
    return this.#query.get(name) ?? "";
  }
}

/**
 * Reads the values that placeholders with these JSON paths name. Large records are searched in a
 * worker.
 */
export async function readRequestValues(
  { members }: NewRecord,
  query: string,
  { paths, tasks }: { paths: readonly string[]; tasks: TaskRunner },
): Promise<RequestValues> {
  const isInline = paths.length === 0 || members.length <= MAX_INLINE_BYTES;
  const input = { members, paths };
  const json = isInline
    ? readJsonValues(input)
    : await tasks.run<Map<string, string>>(VALUES_TASK, input);
  return new RequestValues(members, query, json);
}

/**
 * Returns the values at JSON paths such as `event.id` as texts, cut where no response has room for
 * more.
 */
export function readJsonValues({ members, paths }: JsonValuesInput): Map<string, string> {
  const values = new Map<string, string>();
  if (paths.length === 0) return values;
  const record = Buffer.from(members.buffer, members.byteOffset, members.length);
  const { json } = locateBody(record);
  const matches = locateJson(
    record,
    json.start,
    paths.map((path) => path.split(".")),
  );
  let bytes = 0;
  for (const [index, match] of matches.entries()) {
    if (!match || bytes > MAX_VALUE_BYTES) continue;
    const value = "length" in match ? String(match.length) : decodeValue(record, match);
    bytes += value.length;
    values.set(paths[index] ?? "", value);
  }
  return values;
}

/** Input of {@link readJsonValues}. */
export interface JsonValuesInput {
  /** A record's stored text. */
  members: Uint8Array;
  paths: readonly string[];
}

function decodeValue(record: Buffer, { start, end }: { start: number; end: number }): string {
  const maxLength = MAX_EXPANDED_BYTES + 1;
  if (record[start] === QUOTE)
    return (JSON.parse(record.toString("utf8", start, end)) as string).slice(0, maxLength);
  const cutEnd = Math.min(end, start + maxLength * MAX_CHARACTER_BYTES);
  return record.toString("utf8", start, cutEnd).slice(0, maxLength);
}

const QUOTE = 0x22;
