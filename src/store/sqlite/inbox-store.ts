import { randomBytes } from "node:crypto";
import {
  type InboxMeta,
  type InboxStore,
  PlanChangedError,
  type PlanState,
  formatRecordId,
  StoreError,
} from "../store.ts";
import type { Exhaustion } from "../byte-shares.ts";
import type { Subscribers } from "../subscribers.ts";
import type { WriteOutcome } from "./batch.ts";
import type { CheckedPage } from "./reader.ts";
import type { MetaCache } from "./meta-cache.ts";
import { createOutcomeError, type SqliteStoreParts } from "./store-parts.ts";

interface SqliteInboxOptions extends SqliteStoreParts {
  cache: MetaCache;
  subscribers: Subscribers;
  /** Called after a removal on a full disk, so that a purge frees the space. */
  onLowSpace(): void;
  /** Called when no inbox may be created. */
  onRefusal(reason: Exhaustion): void;
  /** Called when a plan may have been deleted, because its text remains in the log. */
  onPlanDeleted(): void;
}

/**
 * Creates the inbox half of the SQLite store: writes go through the batcher, reads to the reader
 * thread.
 */
export function createSqliteInboxes(options: SqliteInboxOptions): InboxStore {
  const { batcher, reader, cache, subscribers, now, onLowSpace, deadlineMs } = options;

  function getCachedMeta(inbox: string): InboxMeta | undefined {
    const cached = cache.get(inbox);
    return cached && now() < cached.expiresAtMs ? cached : undefined;
  }

  return {
    async capture(inbox, record) {
      const outcome = await batcher.add({ kind: "capture", inbox, record }, record.members.length);
      if ("moved" in outcome && outcome.moved) record.members = Buffer.from(outcome.moved.buffer);
      if (!Array.isArray(outcome)) throw toError(outcome, options);
      const [seq, receivedAt, generation, , expiresAtMs] = outcome;
      const receipt = { recordId: formatRecordId(generation, seq), seq, receivedAt, expiresAtMs };
      const answered = outcome[8];
      return answered ? { ...receipt, answered } : receipt;
    },
    getMeta(inbox) {
      // A cached inbox that has expired does not exist, because a new one would have replaced it in
      // the cache.
      if (cache.has(inbox)) return getCachedMeta(inbox);
      const setUnlessStale = cache.prepareSet(inbox);
      const task = { kind: "meta", inbox, nowMs: now() } as const;
      return reader.callInTime<InboxMeta | undefined>(task, deadlineMs).then(setUnlessStale);
    },
    async read(inbox, query) {
      const task = { kind: "read", inbox, query, nowMs: now() } as const;
      const { damaged, ...page } = await reader.callInTime<CheckedPage>(task, deadlineMs);
      // Not a StoreError: the store works, and trying again does not help.
      if (damaged) throw new Error(`the stored record ${damaged} is damaged: its CRC-32 differs`);
      return page;
    },
    async remove(inbox) {
      const outcome = await batcher.add({ kind: "remove", inbox }, 0);
      if (Array.isArray(outcome) || outcome.kind !== "removed") throw toError(outcome, options);
      if (outcome.lowSpace) onLowSpace();
      return outcome.existed;
    },
    subscribe: (inbox, listener) => subscribers.add(inbox, listener),
    ...createPlanMethods(options),
  };
}

function createPlanMethods(
  options: SqliteInboxOptions,
): Pick<InboxStore, "setPlan" | "getPlan" | "removePlan"> {
  const { batcher, reader, now, onPlanDeleted, deadlineMs } = options;
  return {
    async setPlan(inbox, steps) {
      const plan = randomBytes(9).toString("base64url");
      const text = JSON.stringify(steps);
      const op = { kind: "set-plan", inbox, plan, steps: text } as const;
      const outcome = await batcher.add(op, text.length);
      if (Array.isArray(outcome) || outcome.kind !== "plan-set") throw toError(outcome, options);
      onPlanDeleted();
      return outcome.state;
    },
    getPlan(inbox) {
      const task = { kind: "plan", inbox, nowMs: now() } as const;
      return reader.callInTime<PlanState | undefined>(task, deadlineMs);
    },
    async removePlan(inbox) {
      const outcome = await batcher.add({ kind: "remove-plan", inbox }, 0);
      if (Array.isArray(outcome) || outcome.kind !== "plan-removed")
        throw toError(outcome, options);
      onPlanDeleted();
    },
  };
}

/** Returns the error for an outcome that the operation does not expect, and reports a refusal. */
function toError(outcome: WriteOutcome, { onRefusal }: SqliteInboxOptions): Error {
  if (Array.isArray(outcome)) return createOutcomeError(outcome);
  if (outcome.kind === "plan-changed") return new PlanChangedError(outcome.plan);
  if (outcome.kind !== "refused") return createOutcomeError(outcome);
  onRefusal(outcome.reason);
  return new StoreError(outcome.reason, "no inbox may be created");
}
