import {
  createEmptyPage,
  type InboxMeta,
  MAX_PAGE_BYTES,
  type NewRecord,
  type PlanStep,
  type ReadQuery,
  type RecordPage,
} from "../store.ts";

export function parsePlan([id = "", from, steps = "[]"]: string[]) {
  return { id, fromSeq: Number(from), steps: JSON.parse(steps) as PlanStep[] };
}

export function formatReadArguments(query: ReadQuery, nowMs: number): (string | number)[] {
  const max = Number.MAX_SAFE_INTEGER;
  return [
    nowMs,
    query.after,
    Math.min(query.through ?? max, max),
    Math.min(query.limit, max),
    query.newest ? 1 : 0,
    query.method ?? "",
    query.preflights ? 1 : 0,
    MAX_PAGE_BYTES,
  ];
}

/** Number of fields by which a script returns a removed inbox: expiry, bytes and owner. */
export const INBOX_FIELDS = 3;

/** Number of fields by which a script returns the metadata. */
const META_FIELDS = 6;

export function parseMeta([generation = "", ...numbers]: string[]): InboxMeta {
  const [createdAtMs = 0, expiresAtMs = 0, firstSeq = 0, lastSeq = 0, bytes = 0] =
    numbers.map(Number);
  return { generation, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}

export function parsePage(reply: string[], query: ReadQuery): RecordPage {
  if (reply.length === 0) return createEmptyPage(undefined);
  const meta = parseMeta(reply.slice(0, META_FIELDS));
  const [examined, ...pairs] = reply.slice(META_FIELDS);
  const lastExamined = Number(examined);
  const seqs = Float64Array.from(
    pairs.filter((_, index) => index % 2 === 0),
    Number,
  );
  const records = pairs.filter((_, index) => index % 2 === 1);
  const sizes = Float64Array.from(records, (text) => Buffer.byteLength(text));
  const through = Math.min(query.through ?? meta.lastSeq, meta.lastSeq);
  const limit = query.limit - seqs.length;
  const next = { ...query, newest: false, after: lastExamined, through, limit };
  const hasMore = limit > 0 && lastExamined < through;
  const texts = Buffer.from(records.join(","));
  return { meta, texts, seqs, sizes, next: hasMore ? next : undefined };
}

/** The braces are a cluster's hash tag; braces in the id are escaped by the encoding. */
function formatHashTag(inbox: string): string {
  return `sundry:{${encodeURIComponent(inbox)}}`;
}

export function getInboxKeys(inbox: string): [meta: string, records: string, plan: string] {
  const tag = formatHashTag(inbox);
  return [`${tag}:head`, `${tag}:records`, `${tag}:plan`];
}

export function getChannelName(inbox: string): string {
  return `${formatHashTag(inbox)}:news`;
}

/**
 * Formats the capture script's arguments about the plan that a record was prepared for. They are
 * its id (`-`: no plan may respond, empty: there was none), 1 if the response may be delayed, and
 * for each step 1 if its body is truncated.
 */
export function formatPlanArguments(
  plan: NewRecord["plan"],
): [id: string, mayDelay: number, truncated: string] {
  if (plan === undefined) return ["-", 0, ""];
  if (plan === null) return ["", 0, ""];
  const { id, mayDelay, truncatedSteps } = plan;
  const length = Math.max(-1, ...truncatedSteps) + 1;
  const digits = Array.from({ length }, (_, step) => (truncatedSteps.includes(step) ? 1 : 0));
  return [id, mayDelay ? 1 : 0, digits.join("")];
}

/**
 * Formats the steps for the capture script: `times status delay;` for each. 0 times are endless,
 * status 0 closes.
 */
export function formatSchedule(steps: readonly PlanStep[]): string {
  const format = ({ times, status = 200, delayMs = 0, close }: PlanStep, index: number) => {
    const count = times ?? (index === steps.length - 1 ? 0 : 1);
    return `${count} ${close ? 0 : status} ${delayMs};`;
  };
  return steps.map(format).join("");
}
