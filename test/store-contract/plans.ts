import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  PlanChangedError,
  type PlanState,
  type PlanStep,
  type PlanUse,
  splitRecords,
  type Store,
} from "#src/store/store.js";
import {
  createRecord,
  EVERYTHING,
  LIMITS,
  createInboxId,
  type OpenStore,
  readAll,
  readSeqs,
  type StoreUnderTest,
} from "./support.ts";
import { waitUntil } from "../support/eventually.ts";

const STEPS: readonly PlanStep[] = [
  { status: 500, times: 2, delayMs: 200, body: "try again ❤" },
  { close: true },
  { status: 202, times: 1, headers: { "X-A": "b" } },
];

function useOf({ id }: { id: string }, overrides: Partial<PlanUse> = {}): PlanUse {
  return { id, mayDelay: true, truncatedSteps: [], ...overrides };
}

/**
 * Captures a record that was prepared for a plan; returns the receipt's answer and the record's.
 */
async function capture(store: Store, inbox: string, plan?: PlanUse | null) {
  const record = createRecord("x", plan === undefined ? {} : { plan });
  const { seq, answered } = await store.inboxes.capture(inbox, record);
  const page = await store.inboxes.read(inbox, { ...EVERYTHING, after: seq - 1, limit: 1 });
  const text = splitRecords(page)[0]?.text.toString() ?? "";
  const stored = JSON.parse(text) as { seq: number; body: string; answered?: object };
  assert.deepEqual([stored.seq, stored.body], [seq, "x"]);
  return { seq, answered, stored: stored.answered };
}

async function catchChange(work: Promise<unknown>): Promise<PlanChangedError["plan"]> {
  const error = await work.then(
    () => assert.fail("it was stored"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlanChangedError, String(error));
  return error.plan;
}

/** Tests the response plans of `InboxStore`. */
export function describePlans(name: string, open: OpenStore): void {
  describe(`response plans of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    let store: Store;
    before(async () => {
      test = await open(LIMITS);
      store = test.store;
    });
    after(() => test.close());

    it(`${name} has no planned response for an inbox without a plan`, async () => {
      const inbox = createInboxId();
      assert.equal(await store.inboxes.getPlan(inbox), undefined);
      const first = await capture(store, inbox, null);
      assert.deepEqual([first.answered, first.stored], [undefined, undefined]);
      assert.equal(await store.inboxes.getPlan(inbox), undefined);
      await store.inboxes.removePlan(inbox);
    });

    it(`${name} selects a step by the distance from the plan's first sequence number, until the plan is used up`, async () => {
      const inbox = createInboxId();
      for (let sent = 0; sent < 3; sent++) await capture(store, inbox, null);
      const plan = await store.inboxes.setPlan(inbox, STEPS);
      assert.deepEqual([plan.fromSeq, plan.lastSeq], [3, 3]);
      assert.deepEqual(plan.steps, STEPS);
      assert.deepEqual(await store.inboxes.getPlan(inbox), plan);
      const found = [];
      for (let sent = 0; sent < 5; sent++) {
        const { answered, stored } = await capture(store, inbox, useOf(plan));
        found.push([answered?.step, answered?.delayMs, stored]);
      }
      assert.deepEqual(found, [
        [0, 200, { status: 500, step: 0, delayMs: 200 }],
        [0, 200, { status: 500, step: 0, delayMs: 200 }],
        [1, 0, { closed: true }],
        [2, 0, { status: 202, step: 2, delayMs: 0 }],
        [undefined, undefined, undefined],
      ]);
      assert.deepEqual(await store.inboxes.getPlan(inbox), { ...plan, lastSeq: 8 });
      assert.equal((await capture(store, inbox, null)).seq, 9);
    });

    it(`${name} rejects a record that was prepared for another plan or none, and stores nothing`, async () => {
      const inbox = createInboxId();
      await capture(store, inbox, null);
      const first = await store.inboxes.setPlan(inbox, STEPS);
      const changed = await catchChange(capture(store, inbox, null));
      assert.deepEqual(changed, { id: first.id, fromSeq: 1, steps: STEPS });
      const second = await store.inboxes.setPlan(inbox, [{ status: 418 }]);
      assert.notEqual(second.id, first.id);
      assert.equal((await catchChange(capture(store, inbox, useOf(first)))).id, second.id);
      assert.deepEqual(await readSeqs(store, inbox), [1]);
      const { seq, stored } = await capture(store, inbox, useOf(second));
      assert.deepEqual([seq, stored], [2, { status: 418, step: 0, delayMs: 0 }]);
    });

    it(`${name} keeps a large record for the plan that it was not prepared for, and for its response`, async () => {
      const inbox = createInboxId();
      const plan = await store.inboxes.setPlan(inbox, STEPS);
      const body = "large".repeat(80_000);
      const record = createRecord(body, { plan: null });
      const members = record.members.toString();
      await catchChange(store.inboxes.capture(inbox, record));
      record.plan = useOf(plan);
      const { answered } = await store.inboxes.capture(inbox, record);
      assert.equal(answered?.step, 0);
      assert.ok(record.members.equals(Buffer.from(members)));
      assert.deepEqual(await readAll(store, inbox), [[1, body]]);
      await store.inboxes.capture(inbox, createRecord(body));
      assert.deepEqual(await readAll(store, inbox, { after: 1 }), [[2, body]]);
      await store.inboxes.remove(inbox);
    });

    it(`${name} starts a plan again when it is set again, and repeats a last step without times for ever`, async () => {
      const inbox = createInboxId();
      const steps = [{ status: 503, times: 1 }, { status: 204 }];
      for (const fromSeq of [0, 3]) {
        const plan = await store.inboxes.setPlan(inbox, steps);
        assert.equal(plan.fromSeq, fromSeq);
        const found = [];
        for (let sent = 0; sent < 3; sent++)
          found.push((await capture(store, inbox, useOf(plan))).answered?.step);
        assert.deepEqual(found, [0, 1, 1]);
      }
    });

    it(`${name} skips records that a plan does not answer, and they use up a number`, async () => {
      const inbox = createInboxId();
      const plan = await store.inboxes.setPlan(inbox, [{ status: 500 }, { status: 501 }]);
      const preflight = await capture(store, inbox);
      assert.deepEqual(
        [preflight.seq, preflight.answered, preflight.stored],
        [1, undefined, undefined],
      );
      assert.equal((await capture(store, inbox, useOf(plan))).answered?.step, 1);
    });

    it(`${name} keeps skipped delays and cut bodies of a plan in the record`, async () => {
      const inbox = createInboxId();
      const steps = [
        { status: 500, times: 2, delayMs: 10_000 },
        { status: 200, delayMs: 5 },
      ];
      const plan = await store.inboxes.setPlan(inbox, steps);
      const use = useOf(plan, { mayDelay: false, truncatedSteps: [1] });
      const found = [];
      for (let sent = 0; sent < 3; sent++) {
        const { answered, stored } = await capture(
          store,
          inbox,
          sent === 2 ? useOf(plan, use) : use,
        );
        assert.equal(answered?.delayMs, 0);
        found.push(stored);
      }
      assert.deepEqual(found, [
        { status: 500, step: 0, delayMs: 0 },
        { status: 500, step: 0, delayMs: 0 },
        { status: 200, step: 1, delayMs: 0, truncated: true },
      ]);
    });

    it(`${name} lets a plan wait for the first record of an inbox that does not exist, and creates no inbox`, async () => {
      const inbox = createInboxId();
      const plan = await store.inboxes.setPlan(inbox, STEPS);
      assert.deepEqual([plan.fromSeq, plan.lastSeq], [0, 0]);
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      assert.deepEqual(await store.inboxes.getPlan(inbox), plan);
      assert.equal((await catchChange(capture(store, inbox, null))).id, plan.id);
      assert.equal(await store.inboxes.getMeta(inbox), undefined, "a rejected record creates none");
      test.advance(LIMITS.ttlMs - 1);
      assert.equal((await capture(store, inbox, useOf(plan))).answered?.step, 0);
      test.advance(LIMITS.ttlMs - 1);
      assert.equal((await capture(store, inbox, useOf(plan))).answered?.step, 0);
      assert.equal((await store.inboxes.getPlan(inbox))?.lastSeq, 2);
    });

    it(`${name} ends a plan with its inbox, and when no record comes in its lifetime`, async () => {
      const [inbox, waiting] = [createInboxId(), createInboxId()];
      await capture(store, inbox, null);
      const [plan] = [
        await store.inboxes.setPlan(inbox, STEPS),
        await store.inboxes.setPlan(waiting, STEPS),
      ];
      assert.equal((await capture(store, inbox, useOf(plan))).answered?.step, 0);
      test.advance(LIMITS.ttlMs);
      for (const ended of [inbox, waiting]) {
        assert.equal(await store.inboxes.getPlan(ended), undefined);
        const { seq, answered } = await capture(store, ended, null);
        assert.deepEqual([seq, answered], [1, undefined]);
      }
      await test.settle();
      assert.equal(await store.inboxes.getPlan(inbox), undefined);
    });

    it(`${name} ends a plan when it or its inbox is removed`, async () => {
      const [inbox, waiting] = [createInboxId(), createInboxId()];
      await capture(store, inbox, null);
      for (const id of [inbox, waiting]) {
        await store.inboxes.setPlan(id, STEPS);
        await store.inboxes.removePlan(id);
        assert.equal(await store.inboxes.getPlan(id), undefined);
        assert.equal((await capture(store, id, null)).answered, undefined);
        await store.inboxes.setPlan(id, STEPS);
        assert.equal(await store.inboxes.remove(id), true);
        assert.equal(await store.inboxes.getPlan(id), undefined);
      }
      await store.inboxes.setPlan(waiting, STEPS);
      assert.equal(await store.inboxes.remove(waiting), false);
      assert.equal(await store.inboxes.getPlan(waiting), undefined);
      assert.equal((await capture(store, waiting, null)).answered, undefined);
    });

    it(`${name} assigns each of several concurrent records its own step of a plan`, async () => {
      const inbox = createInboxId();
      const steps = Array.from({ length: 5 }, (_, at) => ({ status: 500 + at, times: 2 }));
      const plan: PlanState = await store.inboxes.setPlan(inbox, steps);
      const sent = Array.from({ length: 12 }, () =>
        store.inboxes.capture(inbox, createRecord("x", { plan: useOf(plan) })),
      );
      const receipts = (await Promise.all(sent)).sort((a, b) => a.seq - b.seq);
      assert.deepEqual(
        receipts.map(({ answered }) => answered?.step),
        [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, undefined, undefined],
      );
    });
  });

  describe(`response plans within the byte budget of ${name}`, { timeout: 300_000 }, () => {
    it(`${name} counts waiting plans toward the byte budget, rejects them past it and frees it when they are removed`, async (context) => {
      const test = await open({ ...LIMITS, maxStoreBytes: 40_000 });
      context.after(test.close);
      const { inboxes } = test.store;
      const old = createInboxId();
      await inboxes.capture(old, createRecord("mine"));
      const set: string[] = [];
      let rejection: unknown;
      await waitUntil(async () => {
        const inbox = createInboxId();
        await inboxes.setPlan(inbox, [{ body: "x".repeat(15_000) }]).then(
          () => set.push(inbox),
          (error: unknown) => (rejection = error),
        );
        await test.settle();
        return rejection !== undefined;
      });
      assert.equal((rejection as { reason?: string }).reason, "budget");
      assert.ok(set.length >= 2 && set.length <= 4, `${set.length} plans were set`);
      await assert.rejects(inboxes.capture(createInboxId(), createRecord("new")), {
        reason: "budget",
      });
      await inboxes.capture(old, createRecord("goes on"));
      const [waiting = "", ...others] = set;
      for (const inbox of others) await inboxes.removePlan(inbox);
      await test.settle();
      const plan = await inboxes.getPlan(waiting);
      assert.ok(plan);
      await inboxes.capture(waiting, createRecord("begins", { plan: useOf(plan) }));
      assert.equal(await inboxes.remove(waiting), true);
      await test.settle();
      for (let again = 0; again < 2; again++)
        await inboxes.setPlan(createInboxId(), [{ body: "x".repeat(15_000) }]);
    });
  });
}
