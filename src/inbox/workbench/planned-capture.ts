import { LruCache } from "../../lib/lru.ts";
import {
  type CaptureReceipt,
  type InboxStore,
  type NewRecord,
  PlanChangedError,
  type PlanStep,
  type PlanUse,
  type StoredPlan,
} from "../../store/store.ts";
import { DelaySlots } from "./delay-slots.ts";
import type { RequestValues } from "./request-values.ts";
import {
  MAX_ESCAPE_GROWTH,
  MAX_EXPANDED_BYTES,
  measureTemplate,
  type TemplatePart,
  parseTemplate,
  type ResponseType,
} from "./template.ts";

/** Maximum concurrent delayed responses of this process; above it delays are skipped. */
const MAX_DELAYED = 200;
const MAX_DELAYED_PER_INBOX = 20;

/** Maximum cached plans: at most about 32 MB. */
const MAX_KNOWN_PLANS = 512;

/** Longer plans are not cached, so each capture they answer takes two round trips. */
const MAX_KNOWN_CHARACTERS = 32_768;

/** A plan that is replaced this often during one capture does not answer it. */
const MAX_ATTEMPTS = 5;

/** A step whose body is parsed. */
export interface PreparedStep extends PlanStep {
  parts: readonly TemplatePart[];
}

/** A stored request and its planned response. */
export interface PlannedCapture {
  receipt: CaptureReceipt;
  /** Undefined for the default acknowledgement. */
  planned?: { step: PreparedStep; delayMs: number; endDelay: () => void };
}

interface PreparedPlan {
  id: string;
  steps: readonly PreparedStep[];
  hasDelays: boolean;
  /** The length of all bodies. */
  characters: number;
}

/**
 * Captures into inboxes that may have plans. Plans are learned from captures that the store rejects because of them,
 * so an inbox without a plan costs no read and no round trip. A known plan may be outdated; the store compares its id
 * in the step that assigns the sequence number.
 */
export class PlannedCaptures {
  readonly #store: InboxStore;
  readonly #plans = new LruCache<string, PreparedPlan>(MAX_KNOWN_PLANS);
  readonly #slots = new DelaySlots(MAX_DELAYED, MAX_DELAYED_PER_INBOX);

  constructor(store: InboxStore) {
    this.#store = store;
  }

  /** Stores a request. `readValues` is called when a plan may answer it. Rejects like `InboxStore.capture`. */
  async capture(
    inbox: string,
    record: NewRecord,
    readValues: () => RequestValues,
  ): Promise<PlannedCapture> {
    let plan = this.#plans.get(inbox);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        if (plan) return await this.#captureFor(plan, { inbox, record, readValues });
        // Set in place, because this runs for every capture and a copy would cost more than the rest of it.
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
    { inbox, record, readValues }: PlannedRequest,
  ): Promise<PlannedCapture> {
    // Takes a slot before the step is known, because the record states the delay.
    const endDelay = plan.hasDelays ? this.#slots.take(inbox) : undefined;
    let isDelayed = false;
    try {
      const truncatedSteps = findTruncated(plan.steps, readValues());
      const use: PlanUse = { id: plan.id, mayDelay: endDelay !== undefined, truncatedSteps };
      const receipt = await this.#store.capture(inbox, { ...record, plan: use });
      const { answered } = receipt;
      const step = answered && plan.steps[answered.step];
      // The plan is exhausted, deleted or expired.
      if (!step) this.#plans.delete(inbox);
      if (!step) return { receipt };
      const { delayMs } = answered;
      isDelayed = delayMs > 0;
      return { receipt, planned: { step, delayMs, endDelay: endDelay ?? (() => {}) } };
    } finally {
      if (!isDelayed) endDelay?.();
    }
  }
}

/** A request to store. */
interface PlannedRequest {
  inbox: string;
  record: NewRecord;
  readValues(): RequestValues;
}

function preparePlan({ id, steps }: StoredPlan): PreparedPlan {
  const prepared = steps.map((step) => ({ ...step, parts: parseTemplate(step.body ?? "") }));
  const characters = steps.reduce((sum, { body = "" }) => sum + body.length, 0);
  const hasDelays = steps.some(({ delayMs = 0 }) => delayMs > 0);
  return { id, steps: prepared, hasDelays, characters };
}

/** Returns the steps whose expanded body is too long for this request. One multiplication rules out most steps. */
function findTruncated(steps: readonly PreparedStep[], values: RequestValues): number[] {
  const longestValue = values.maxBytes * MAX_ESCAPE_GROWTH;
  const shared = {
    readValue: values.createReader(),
    maxBytes: MAX_EXPANDED_BYTES,
    sizes: new Map<string, number>(),
  };
  return [...steps.entries()]
    .filter(
      ([, { body = "", parts }]) =>
        body.length * 3 + parts.length * longestValue > MAX_EXPANDED_BYTES,
    )
    .filter(
      ([, { parts, type }]) =>
        measureTemplate(parts, { ...shared, type: toResponseType(type) }) > MAX_EXPANDED_BYTES,
    )
    .map(([index]) => index);
}

/** Returns the media type of a step; plans are validated, so another one does not occur. */
export function toResponseType(type: string | undefined): ResponseType {
  return (type ?? "application/json") as ResponseType;
}
