import assert from "node:assert/strict";
import { it } from "node:test";
import { buildRecord } from "#src/inbox/record/record.js";
import { PlannedCaptures } from "#src/inbox/workbench/planned-capture.js";
import type { TaskRunner } from "#src/lib/workers/task-pool.js";
import { type CaptureReceipt, type InboxStore, PlanChangedError } from "#src/store/store.js";

const MAX_DELAYED_PER_INBOX = 20;

const PLAN = { id: "plan", fromSeq: 0, steps: [{ delayMs: 1, body: "{record.id}" }] };

/**
 * A store that answers each capture by the plan; `getRecordId` is called when the response is
 * formatted.
 */
function createStore(getRecordId: () => string): InboxStore {
  return {
    capture: (_inbox: string, { plan }: { plan?: { mayDelay: boolean } | null }) => {
      if (!plan) return Promise.reject(new PlanChangedError(PLAN));
      const receipt = {
        get recordId() {
          return getRecordId();
        },
        seq: 1,
        receivedAt: "",
        expiresAtMs: 0,
        answered: { step: 0, delayMs: plan.mayDelay ? 1 : 0 },
      } satisfies CaptureReceipt;
      return Promise.resolve(receipt);
    },
  } as unknown as InboxStore;
}

const SENDER = { query: "", client: "::1" };

const NO_TASKS: TaskRunner = { run: () => Promise.reject(new Error("no task is expected")) };

function createRecord() {
  const request = { method: "POST", path: "", query: "", rawHeaders: [], ip: "::1" };
  return buildRecord({ ...request, preflight: false, body: Buffer.from("x") }, 1_000);
}

it("at most 200 responses of a process are delayed", async () => {
  const captures = new PlannedCaptures(
    createStore(() => "id"),
    NO_TASKS,
  );
  const capture = async (inbox: number) => {
    const { planned } = await captures.capture(`inbox-${inbox}`, createRecord(), SENDER);
    return planned;
  };
  const delays: number[] = [];
  for (let inbox = 0; inbox < 201; inbox++) delays.push((await capture(inbox))?.delayMs ?? 0);
  assert.deepEqual(delays, [...Array.from({ length: 200 }, () => 1), 0]);
});

it("a planned response that fails releases its delay, so that later ones are delayed", async () => {
  let fails = true;
  const store = createStore(() => {
    if (fails) throw new Error("the response failed");
    return "id";
  });
  const captures = new PlannedCaptures(store, NO_TASKS);
  for (let count = 0; count < MAX_DELAYED_PER_INBOX; count++)
    await assert.rejects(captures.capture("inbox", createRecord(), SENDER), /the response failed/);
  fails = false;
  const { planned } = await captures.capture("inbox", createRecord(), SENDER);
  assert.equal(planned?.delayMs, 1);
});
