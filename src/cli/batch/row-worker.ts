import { workerData } from "node:worker_threads";
import { serveCalls } from "../../lib/workers/worker-server.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { restorePlan, type StoredPlan } from "../../jobs/plan.ts";
import { createCommandContext } from "../context.ts";
import { loadTool } from "../load-tool.ts";
import { type RowGroup, runGroup } from "./run-group.ts";

/** The data that a thread of `sundry batch` starts with. */
export interface RowWorkerData {
  plan: StoredPlan;
  version: string;
}

const { plan: stored, version } = workerData as RowWorkerData;
const context = createCommandContext(version);
const { signal } = new AbortController();
const loading = loadTool(stored.tool);

serveCalls(async (group: RowGroup): Promise<EncodedRow[]> => {
  const tool = await loading;
  if (!tool) throw new Error(`there is no tool ${stored.tool}`);
  return runGroup(group, { plan: restorePlan(stored, tool), context, signal });
});
