import { randomBytes } from "node:crypto";
import {
  type CaptureReceipt,
  formatRecordId,
  type InboxLimits,
  type InboxMeta,
  type InboxStore,
  type NewRecord,
  NO_OWNER,
  type RecordPage,
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
import { subscribeTo } from "./shared-text.ts";
import {
  CAPTURE,
  READ,
  READ_METADATA,
  READ_PLAN,
  REMOVE,
  REMOVE_PLAN,
  SET_PLAN,
} from "./inbox-scripts.ts";
import {
  formatPlanArguments,
  formatReadArguments,
  formatSchedule,
  getChannelName,
  getInboxKeys,
  INBOX_FIELDS,
  parseMeta,
  parsePage,
  parsePlan,
} from "./inbox-messages.ts";
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
    return subscribeTo(getChannelName(inbox), this.#deps, listener);
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
