import { workerData } from "node:worker_threads";
import { serveCalls } from "../../lib/workers/worker-server.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { restorePlan, type StoredBatch } from "../../jobs/plan.ts";
import { createCommandContext } from "../context.ts";
import { loadTool } from "../load-tool.ts";
import { type RowGroup, runGroup } from "./run-group.ts";

/** The plan that a thread of `sundry batch` starts with. */
const stored = workerData as StoredBatch;
const context = createCommandContext();
const { signal } = new AbortController();
const loading = loadTool(stored.tool);

serveCalls(async (group: RowGroup): Promise<EncodedRow[]> => {
  const tool = await loading;
  if (!tool) throw new Error(`there is no tool ${stored.tool}`);
  return runGroup(group, { plan: restorePlan(stored, tool), context, signal });
});
