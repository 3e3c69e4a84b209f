import type { Task, TaskRequest } from "./task-pool.ts";
import { type CallContext, serveCalls } from "./worker-server.ts";

/** Node caches modules, so only the first call of a task loads it. */
async function runTask(
  { module, input, deadlineMs }: TaskRequest,
  context: CallContext,
): Promise<unknown> {
  const { default: task } = (await import(module)) as { default: Task<unknown, unknown> };
  context.restartDeadline(deadlineMs);
  return task(input, context);
}

serveCalls(runTask);
