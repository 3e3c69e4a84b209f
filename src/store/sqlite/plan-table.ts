import type Database from "libsql";
import { LruCache } from "../../lib/lru.ts";
import {
  type ChosenStep,
  findStep,
  type PlanStep,
  type PlanUse,
  type StoredPlan,
} from "../store.ts";
import { formatAnswered } from "../response-plan.ts";
import type { InboxRow } from "./inbox-row.ts";

/** Maximum cached plans: at most about 32 MB. */
const MAX_CACHED_PLANS = 512;

/** Longer plans are read for each capture. */
const MAX_CACHED_CHARACTERS = 32_768;

/** A plan's response to a record: a step, or a request to prepare the record for another plan. */
type PlanResult =
  | { kind: "answered"; answered: ChosenStep; member: string }
  | { kind: "plan-changed"; plan: StoredPlan };

/** A row of the table `plans`; `plan` is the plan's id and `id` the inbox's. */
interface PlanRow {
  plan: string;
  from_seq: number;
  steps: string;
}

/** The response plans, on the only writing connection. */
export class PlanTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #cache = new LruCache<string, StoredPlan>(MAX_CACHED_PLANS);
  #count = 0;
  #storedBytes = 0;

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
    this.#measure();
  }

  /** Bytes of all plans in the file. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /**
   * Returns the plan's response to the inbox's next record; undefined without a plan. `row`: the
   * inbox if it is live.
   */
  findResponse(
    { id, row }: { id: string; row: InboxRow | undefined },
    use: PlanUse | null,
    nowMs: number,
  ): PlanResult | undefined {
    const plan = this.#find(id, row, nowMs);
    const index = plan && findStep(plan.steps, (row?.last_seq ?? 0) - plan.fromSeq);
    const step = index === undefined ? undefined : plan?.steps[index];
    if (!plan || !step || index === undefined) return undefined;
    if (use?.id !== plan.id) return { kind: "plan-changed", plan };
    const answered = { step: index, delayMs: use.mayDelay ? (step.delayMs ?? 0) : 0 };
    const member = formatAnswered(step, answered, use.truncatedSteps.includes(index));
    return { kind: "answered", answered, member };
  }

  /** Assigns a plan that was set before the inbox existed. */
  attach(row: InboxRow, nowMs: number): void {
    if (this.#count === 0) return;
    const { changes } = this.#sql.attach.run([row.number, row.expires_at, row.id, nowMs]);
    if (changes > 0) this.#mark(row);
  }

  /**
   * Sets or replaces the plan of an inbox. `row`: the inbox if it is live, otherwise the plan waits
   * until `expiresAtMs`.
   */
  set(
    { inbox, plan, steps }: { inbox: string; plan: string; steps: string },
    row: InboxRow | undefined,
    expiresAtMs: number,
  ): StoredPlan {
    this.remove(inbox);
    const bytes = Buffer.byteLength(steps);
    const fromSeq = row?.last_seq ?? 0;
    const number = row?.number ?? null;
    this.#sql.insert.run([inbox, number, plan, fromSeq, expiresAtMs, bytes, steps]);
    this.#count += 1;
    this.#storedBytes += bytes;
    if (row) this.#mark(row);
    return { id: plan, fromSeq, steps: JSON.parse(steps) as PlanStep[] };
  }

  /**
   * Deletes the plan of an inbox if it has one. The inbox's row stays marked as planned, which only
   * costs a query.
   */
  remove(inbox: string): void {
    if (this.#count === 0) return;
    this.#cache.delete(inbox);
    const bytes = this.#sql.bytes.get(inbox) as { bytes: number } | undefined;
    if (!bytes) return;
    this.#sql.delete.run([inbox]);
    this.#count -= 1;
    this.#storedBytes -= bytes.bytes;
  }

  /** Deletes at most `max` plans whose inbox never started, and returns the number deleted. */
  purge(nowMs: number, max: number): number {
    if (this.#count === 0) return 0;
    const expired = this.#sql.expired.all(nowMs, max) as { id: string }[];
    for (const { id } of expired) this.remove(id);
    return expired.length;
  }

  /** Discards the in-memory changes of a rolled-back batch. */
  discardChanges(): void {
    this.#cache.clear();
    this.#measure();
  }

  #find(id: string, row: InboxRow | undefined, nowMs: number): StoredPlan | undefined {
    if (row ? row.planned === 0 : this.#count === 0) return undefined;
    if (!row) return this.#read(this.#sql.waiting.get(id, nowMs));
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const planRow = this.#sql.attached.get(id, row.number) as PlanRow | undefined;
    const plan = this.#read(planRow);
    if (planRow && plan && planRow.steps.length <= MAX_CACHED_CHARACTERS) this.#cache.set(id, plan);
    return plan;
  }

  #read(row: unknown): StoredPlan | undefined {
    if (row === undefined) return undefined;
    const { plan, from_seq, steps } = row as PlanRow;
    return { id: plan, fromSeq: from_seq, steps: JSON.parse(steps) as PlanStep[] };
  }

  #mark(row: InboxRow): void {
    row.planned = 1;
    this.#sql.mark.run([row.number]);
  }

  #measure(): void {
    const { count, bytes } = this.#sql.totals.get() as { count: number; bytes: number };
    this.#count = count;
    this.#storedBytes = bytes;
  }
}

function prepareStatements(database: Database.Database) {
  return {
    totals: database.prepare(
      "SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM plans",
    ),
    bytes: database.prepare("SELECT bytes FROM plans WHERE id = ?"),
    attached: database.prepare(
      "SELECT plan, from_seq, steps FROM plans WHERE id = ? AND inbox = ?",
    ),
    waiting: database.prepare(
      "SELECT plan, from_seq, steps FROM plans WHERE id = ? AND inbox IS NULL AND expires_at > ?",
    ),
    attach: database.prepare(
      "UPDATE plans SET inbox = ?, expires_at = ? WHERE id = ? AND inbox IS NULL AND expires_at > ?",
    ),
    mark: database.prepare("UPDATE inboxes SET planned = 1 WHERE number = ?"),
    insert: database.prepare(
      "INSERT INTO plans (id, inbox, plan, from_seq, expires_at, bytes, steps) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    delete: database.prepare("DELETE FROM plans WHERE id = ?"),
    expired: database.prepare("SELECT id FROM plans WHERE expires_at <= ? LIMIT ?"),
  };
}
