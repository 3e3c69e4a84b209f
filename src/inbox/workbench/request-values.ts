import { selectJson } from "../../lib/record/json-bytes.ts";
import { locateBody } from "../../lib/record/record-text.ts";
import type { CaptureReceipt } from "../../store/store.ts";
import type { ReadValue } from "./template.ts";

/** Bytes of JSON that the placeholders of a request may search; values past it are empty. It is about 50 ms of work. */
const MAX_SEARCHED_BYTES = 16 * 1024 ** 2;

/** Maximum-length values that are known only after the capture, to measure the body before it. */
const MAX_POSITION = {
  recordId: "x".repeat(40),
  seq: Number.MAX_SAFE_INTEGER,
  receivedAt: "x".repeat(24),
};

type Position = Pick<CaptureReceipt, "recordId" | "seq" | "receivedAt">;

/** The values of a request that placeholders can name. Each is looked up once. */
export class RequestValues {
  readonly #members: Buffer;
  readonly #queryText: string;
  readonly #found = new Map<string, string>();
  #query: Map<string, string> | undefined;
  #jsonStart: number | undefined;
  #searchedBytes = 0;

  /** `members` is the record's stored text, `query` the request's query as sent. */
  constructor(members: Buffer, query: string) {
    this.#members = members;
    this.#queryText = query;
  }

  /** No value is longer than this many bytes. */
  get maxBytes(): number {
    return Math.max(this.#members.length, MAX_POSITION.recordId.length);
  }

  /** Returns the function that reads values of a stored request. Without a position it assumes the longest ones. */
  createReader(position: Position = MAX_POSITION): ReadValue {
    return (part) => {
      if (part.source === "record.id") return position.recordId;
      if (part.source === "record.seq") return String(position.seq);
      if (part.source === "receivedAt") return position.receivedAt;
      if (part.source === "json") return this.#readJson(part.path);
      return part.source === "query" ? this.#readQuery(part.name) : "";
    };
  }

  #readQuery(name: string): string {
    // The first of repeated names counts, as with `URLSearchParams.get`.
    this.#query ??= new Map([...new URLSearchParams(this.#queryText)].toReversed());
    return this.#query.get(name) ?? "";
  }

  #readJson(path: readonly string[]): string {
    const key = path.join(".");
    const value = this.#found.get(key) ?? this.#findJson(path);
    this.#found.set(key, value);
    return value;
  }

  #findJson(path: readonly string[]): string {
    this.#searchedBytes += this.#members.length;
    if (this.#searchedBytes > MAX_SEARCHED_BYTES) return "";
    this.#jsonStart ??= locateBody(this.#members).json.start;
    const json = selectJson(this.#members, this.#jsonStart, path) ?? "";
    return json.startsWith('"') ? (JSON.parse(json) as string) : json;
  }
}
