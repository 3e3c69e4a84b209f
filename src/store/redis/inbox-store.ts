import { randomBytes } from "node:crypto";
import {
  type CaptureReceipt,
  createEmptyPage,
  formatRecordId,
  type InboxLimits,
  type InboxMeta,
  type InboxStore,
  type NewRecord,
  NO_OWNER,
  type RecordPage,
  MAX_PAGE_BYTES,
  PlanChangedError,
  type PlanState,
  type PlanStep,
  type ReadQuery,
  StoreError,
} from "../store.ts";
import type { Exhaustion } from "../byte-shares.ts";
import type { Subscribers } from "../subscribers.ts";
import type { RedisByteBudget } from "./budget.ts";
import type { RedisConnection } from "./connection.ts";
import {
  CAPTURE,
  READ,
  READ_METADATA,
  READ_PLAN,
  REMOVE,
  REMOVE_PLAN,
  SET_PLAN,
} from "./inbox-scripts.ts";
import type { Script } from "./script.ts";

interface RedisInboxDeps {
  connection: RedisConnection;
  limits: InboxLimits;
  now(): number;
  budget: RedisByteBudget;
  /** Called when no inbox may be created. */
  onRefusal(reason: Exhaustion): void;
  subscribers: Subscribers;
}

/** The inboxes of the shared store. Every operation is one script, so that it is atomic. */
export class RedisInboxes implements InboxStore {
  readonly #deps: RedisInboxDeps;

  constructor(deps: RedisInboxDeps) {
    this.#deps = deps;
  }

  async capture(inbox: string, record: NewRecord): Promise<CaptureReceipt> {
    const { budget } = this.#deps;
    const exhaustion = budget.findExhaustion(record.owner);
    const args = this.#formatCaptureArguments(inbox, record, exhaustion);
    const reply = await this.#run(CAPTURE, inbox, args);
    if (reply[0] === "budget") throw this.#refuse(exhaustion ?? "budget");
    if (reply[0] === "plan") throw new PlanChangedError(parsePlan(reply.slice(1)));
    const [generation = "", seq, receivedAt = "", expires, bytes, step, delay, owner, ...adopted] =
      reply;
    budget.add(Number(bytes), Number(expires), Number(owner));
    // A plan that was set before the inbox existed now expires with it.
    moveBytes(budget, adopted, Number(expires));
    const receipt = {
      recordId: formatRecordId(generation, Number(seq)),
      seq: Number(seq),
      receivedAt,
      expiresAtMs: Number(expires),
    };
    if (Number(step) < 0) return receipt;
    return { ...receipt, answered: { step: Number(step), delayMs: Number(delay) } };
  }

  async setPlan(inbox: string, steps: readonly PlanStep[]): Promise<PlanState> {
    const { budget, limits, now } = this.#deps;
    const exhaustion = budget.findExhaustion();
    if (exhaustion) throw this.#refuse(exhaustion);
    const id = randomBytes(9).toString("base64url");
    const text = JSON.stringify(steps);
    const bytes = Buffer.byteLength(text);
    const args = [now(), limits.ttlMs, id, bytes, formatSchedule(steps), text];
    const [from, expires, ...old] = await this.#run(SET_PLAN, inbox, args);
    budget.add(bytes, Number(expires));
    release(budget, old);
    return { id, fromSeq: Number(from), steps, lastSeq: Number(from) };
  }

  async getPlan(inbox: string): Promise<PlanState | undefined> {
    const fields = await this.#run(READ_PLAN, inbox, [this.#deps.now()]);
    return fields.length > 0 ? { ...parsePlan(fields), lastSeq: Number(fields[3]) } : undefined;
  }

  async removePlan(inbox: string): Promise<void> {
    const { connection, budget } = this.#deps;
    const [, , plan] = getInboxKeys(inbox);
    release(budget, (await connection.run(REMOVE_PLAN, [plan], [])) as string[]);
  }

  async getMeta(inbox: string): Promise<InboxMeta | undefined> {
    const fields = await this.#run(READ_METADATA, inbox, [this.#deps.now()]);
    return fields.length > 0 ? parseMeta(fields) : undefined;
  }

  async read(inbox: string, query: ReadQuery): Promise<RecordPage> {
    const args = formatReadArguments(query, this.#deps.now());
    return parsePage(await this.#run(READ, inbox, args), query);
  }

  async remove(inbox: string): Promise<boolean> {
    const { budget, now } = this.#deps;
    const [existed, ...removed] = await this.#run(REMOVE, inbox, [now()]);
    const plan = existed === "1" ? removed.splice(INBOX_FIELDS) : removed.splice(0);
    release(budget, removed);
    release(budget, plan);
    return existed === "1";
  }

  subscribe(inbox: string, listener: () => void): () => void {
    const { connection, subscribers } = this.#deps;
    const channel = getChannelName(inbox);
    if (!subscribers.has(channel)) connection.subscribe(channel);
    const unsubscribe = subscribers.add(channel, listener);
    return () => {
      unsubscribe();
      if (!subscribers.has(channel)) connection.unsubscribe(channel);
    };
  }

  /** Runs a script on all keys of an inbox; its reply is a list of texts. */
  async #run(script: Script, inbox: string, args: (string | number | Buffer)[]): Promise<string[]> {
    return (await this.#deps.connection.run(script, getInboxKeys(inbox), args)) as string[];
  }

  #formatCaptureArguments(
    inbox: string,
    { members, method, preflight, plan, owner = NO_OWNER }: NewRecord,
    exhaustion: Exhaustion | undefined,
  ): (string | number | Buffer)[] {
    const { limits, now } = this.#deps;
    const nowMs = now();
    return [
      nowMs,
      new Date(nowMs).toISOString(),
      limits.ttlMs,
      randomBytes(10).toString("hex"),
      limits.maxRecords,
      limits.maxInboxBytes,
      exhaustion ? 0 : 1,
      method,
      preflight ? 1 : 0,
      members,
      getChannelName(inbox),
      ...formatPlanArguments(plan),
      owner,
    ];
  }

  /** Reports a refusal and returns its error. */
  #refuse(reason: Exhaustion): StoreError {
    this.#deps.onRefusal(reason);
    return new StoreError(reason, "no inbox may be created");
  }
}

/** Subtracts deleted bytes; the arguments are their expiry, number and owner (if any), or empty. */
function release(budget: RedisByteBudget, [expires, bytes, owner]: string[]): void {
  if (expires) budget.add(-Number(bytes), Number(expires), Number(owner ?? NO_OWNER));
}

/** Moves bytes to another expiry; the arguments are their present expiry and number, or empty. */
function moveBytes(budget: RedisByteBudget, before: string[], expiresAtMs: number): void {
  const [, bytes] = before;
  release(budget, before);
  if (bytes) budget.add(Number(bytes), expiresAtMs);
}

function parsePlan([id = "", from, steps = "[]"]: string[]) {
  return { id, fromSeq: Number(from), steps: JSON.parse(steps) as PlanStep[] };
}

function formatReadArguments(query: ReadQuery, nowMs: number): (string | number)[] {
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
const INBOX_FIELDS = 3;

/** Number of fields by which a script returns the metadata. */
const META_FIELDS = 6;

function parseMeta([generation = "", ...numbers]: string[]): InboxMeta {
  const [createdAtMs = 0, expiresAtMs = 0, firstSeq = 0, lastSeq = 0, bytes = 0] =
    numbers.map(Number);
  return { generation, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}

function parsePage(reply: string[], query: ReadQuery): RecordPage {
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

function getInboxKeys(inbox: string): [meta: string, records: string, plan: string] {
  const tag = formatHashTag(inbox);
  return [`${tag}:head`, `${tag}:records`, `${tag}:plan`];
}

function getChannelName(inbox: string): string {
  return `${formatHashTag(inbox)}:news`;
}

/**
 * Formats the capture script's arguments about the plan that a record was prepared for: its id
 * (`-`: no plan may respond, empty: there was none), 1 if the response may be delayed, and for each
 * step 1 if its body is truncated.
 */
function formatPlanArguments(
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
function formatSchedule(steps: readonly PlanStep[]): string {
  const format = ({ times, status = 200, delayMs = 0, close }: PlanStep, index: number) => {
    const count = times ?? (index === steps.length - 1 ? 0 : 1);
    return `${count} ${close ? 0 : status} ${delayMs};`;
  };
  return steps.map(format).join("");
}
