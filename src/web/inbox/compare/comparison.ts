import type { InboxRecord } from "../../../domain/record/inbox-record.ts";

/** The parts of a request that are compared. */
export interface ComparedRequest extends Pick<
  InboxRecord,
  "method" | "path" | "query" | "contentType" | "rawHeaders" | "body" | "bodySize" | "bodySha256"
> {
  /** False for bytes that are not UTF-8 text. */
  isText: boolean;
  /** True when `body` is only the beginning. */
  isExcerpt: boolean;
}

/** A value with the part of it that differs; without a difference `from` and `to` are equal. */
export interface Excerpt {
  text: string;
  from: number;
  to: number;
}

/** A value of the earlier and of the later request. Equal values are in `before` only. */
export interface ComparedRow {
  kind: "equal" | "changed" | "removed" | "added";
  /** A header, a parameter, the path of a member (`items[2].price`), or the numbers of lines. */
  name: string;
  before?: Excerpt;
  after?: Excerpt;
}

/** Equal rows that are left out. */
export interface Gap {
  kind: "gap";
  rows: number;
}

export interface ComparedSection {
  title: "Request" | "Query" | "Headers" | "Body";
  rows: (ComparedRow | Gap)[];
  differences: number;
  /** Equal rows that are kept beside each difference. */
  context: number;
  /** Sentences on the parts that have no rows. */
  note?: string;
}

/** Returns the parts of a record that are compared, without its bytes in base64. */
export function toComparedRequest(record: InboxRecord): ComparedRequest {
  const { method, path, query, contentType, rawHeaders, body, bodySize, bodySha256 } = record;
  const isText = record.bodyEncoding === "utf8" || record.bodyDecoded === true;
  const isExcerpt = record.truncated === true || record.bodyExcerpt === true;
  const parts = { method, path, query, contentType, rawHeaders, body, bodySize, bodySha256 };
  return { ...parts, isText, isExcerpt };
}

/** Replaces equal rows that are further than the context from a difference with gaps. */
export function collapseEqual({ rows, context }: ComparedSection): (ComparedRow | Gap)[] {
  const differing = rows.flatMap((row, index) => (isDifference(row) ? index : []));
  const collapsed: (ComparedRow | Gap)[] = [];
  let next = 0;
  rows.forEach((row, index) => {
    while ((differing[next] ?? Infinity) < index) next++;
    const ahead = (differing[next] ?? Infinity) - index;
    const behind = index - (differing[next - 1] ?? -Infinity);
    if (row.kind !== "gap" && Math.min(ahead, behind) <= context) collapsed.push(row);
    else appendGap(collapsed, row.kind === "gap" ? row.rows : 1);
  });
  return collapsed;
}

export function isDifference({ kind }: ComparedRow | Gap): boolean {
  return kind !== "equal" && kind !== "gap";
}

function appendGap(rows: (ComparedRow | Gap)[], count: number): void {
  const last = rows.at(-1);
  if (last?.kind === "gap") last.rows += count;
  else rows.push({ kind: "gap", rows: count });
}
