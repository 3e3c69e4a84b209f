import type { Reply } from "../../http/reply.ts";
import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import { LruCache } from "../../lib/lru.ts";
import { runForClient, type TaskRunner } from "../../lib/workers/task-pool.ts";
import {
  type CaptureReceipt,
  type InboxStore,
  type NewRecord,
  PlanChangedError,
  type PlanUse,
} from "../../store/store.ts";
import { toPlannedReply } from "./planned-reply.ts";
import { findTruncatedSteps, type PreparedPlan, preparePlan } from "./prepared-plan.ts";
import { readRequestValues } from "./request-values.ts";

/** Maximum concurrent delayed responses of this process; above it delays are skipped. */
const MAX_DELAYED = 200;
const MAX_DELAYED_PER_INBOX = 20;

/** Maximum cached plans: at most about 32 MB. */
const MAX_KNOWN_PLANS = 512;

/** Longer plans are not cached, so each capture they answer takes two round trips. */
const MAX_KNOWN_CHARACTERS = 32_768;

/** A plan that is replaced this often during one capture does not answer it. */
const MAX_ATTEMPTS = 5;

/** Properties of a request that plans use, apart from its record. */
export interface PlannedSender {
  /** The request's query as sent. */
  query: string;
  /** The client in whose turn large requests are searched. */
  client: string;
}

/** A stored request and its planned response. */
export interface PlannedCapture {
  receipt: CaptureReceipt;
  /** Undefined for the default acknowledgement. */
  planned?: { reply: Reply; delayMs: number; endDelay: () => void };
}

/**
 * Captures into inboxes that may have plans. Plans are learned from captures that the store rejects
 * because of them, so an inbox without a plan costs no read and no round trip. A known plan may be
 * outdated; the store compares its id in the step that assigns the sequence number.
 */
export class PlannedCaptures {
  readonly #store: InboxStore;
  readonly #tasks: TaskRunner;
  readonly #plans = new LruCache<string, PreparedPlan>(MAX_KNOWN_PLANS);
  readonly #slots = new KeyedSlots({ max: MAX_DELAYED, maxPerKey: MAX_DELAYED_PER_INBOX });

  /** `tasks` searches large requests for the values of placeholders. */
  constructor(store: InboxStore, tasks: TaskRunner) {
    this.#store = store;
    this.#tasks = tasks;
  }

  /** Stores a request. Rejects like `InboxStore.capture`. */
  async capture(inbox: string, record: NewRecord, sender: PlannedSender): Promise<PlannedCapture> {
    let plan = this.#plans.get(inbox);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        if (plan) return await this.#captureFor(plan, { inbox, record, sender });
        // Set in place, because this runs for every capture and a copy would cost more than the
        // rest of it.
        record.plan = null;
        return { receipt: await this.#store.capture(inbox, record) };
      } catch (error) {
        if (!(error instanceof PlanChangedError)) throw error;
        plan = preparePlan(error.plan);
        if (plan.characters <= MAX_KNOWN_CHARACTERS) this.#plans.set(inbox, plan);
        else this.#plans.delete(inbox);
      }
    }
    delete record.plan;
    return { receipt: await this.#store.capture(inbox, record) };
  }

  async #captureFor(
    plan: PreparedPlan,
    { inbox, record, sender }: { inbox: string; record: NewRecord; sender: PlannedSender },
  ): Promise<PlannedCapture> {
    // Takes a slot before the step is known, because the record states the delay.
    const endDelay = plan.hasDelays ? this.#slots.take(inbox) : undefined;
    let isDelayed = false;
    try {
      const tasks = runForClient(this.#tasks, sender.client);
      const options = { paths: plan.jsonPaths, tasks };
      const values = await readRequestValues(record, sender.query, options);
      const truncatedSteps = findTruncatedSteps(plan.steps, values);
      const use: PlanUse = { id: plan.id, mayDelay: endDelay !== undefined, truncatedSteps };
      const receipt = await this.#store.capture(inbox, { ...record, plan: use });
      const { answered } = receipt;
      const step = answered && plan.steps[answered.step];
      // The plan is exhausted, deleted or expired.
      if (!step) this.#plans.delete(inbox);
      if (!step) return { receipt };
      const reply = toPlannedReply(step, receipt, values);
      const { delayMs } = answered;
      isDelayed = delayMs > 0;
      return { receipt, planned: { reply, delayMs, endDelay: endDelay ?? (() => {}) } };
    } finally {
      if (!isDelayed) endDelay?.();
    }
  }
}
