import type { Task, TaskRequest } from "./task-pool.ts";
import { listOwnBuffers } from "./transferable.ts";
import { type CallContext, serveCalls } from "./worker-server.ts";

/** Loads a task and runs it. Node caches modules, so only the first call loads it. */
async function runTask(
  { module, input, deadlineMs }: TaskRequest,
  context: CallContext,
): Promise<unknown> {
  const { default: task } = (await import(module)) as { default: Task<unknown, unknown> };
  context.restartDeadline(deadlineMs);
  return task(input, context);
}

serveCalls(runTask, listOwnBuffers);
