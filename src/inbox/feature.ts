import type { Route } from "../http/route.ts";
import type { ByteBudget } from "../http/socket/byte-budget.ts";
import { createTaskPool } from "../lib/workers/task-pool.ts";
import type { AccessStore, Counters } from "../store/store.ts";
import { createInboxNames } from "./names.ts";
import { createFindRecord } from "./read/find-record.ts";
import { ReadQueue } from "./read/read-queue.ts";
import { createQueuedReader, createRecordReader } from "./read/record-reader.ts";
import { createSharedReader } from "./read/shared-reader.ts";
import { RecordBuilder } from "./record/record-builder.ts";
import { createInboxResources } from "./resources.ts";
import { createInboxRoutes, type InboxRouteDeps } from "./routes.ts";
import { createInboxTools } from "./tools.ts";
import { createCheckAccess } from "./workbench/access.ts";
import { createWorkbenchTools } from "./workbench/tools.ts";

export interface InboxFeatureOptions extends Pick<
  InboxRouteDeps,
  "store" | "version" | "publicUrl" | "maxBodyBytes" | "hasResponses" | "maskHeaders" | "stopping"
> {
  access: AccessStore;
  counters: Counters;
  now(): number;
  /** True: only names that somebody registered take sends. */
  needsNames: boolean;
  /** The budget of responses that wait for their clients. */
  unsentResponses: ByteBudget;
}

/** Milliseconds that a worker may spend on one page of records. */
const MAX_RECORD_TASK_MS = 5_000;

export interface InboxFeature {
  routes: Route[];
  tools: (
    | ReturnType<typeof createInboxTools>[number]
    | ReturnType<typeof createWorkbenchTools>[number]
  )[];
  /** Inboxes and their records as resources of MCP. */
  resources: ReturnType<typeof createInboxResources>;
  close(): Promise<void>;
}

/** Creates the routes and the MCP tools of the inbox, with the threads that both share. */
export function createInboxFeature(options: InboxFeatureOptions): InboxFeature {
  const { store, access, counters, now, version, needsNames, ...routeOptions } = options;
  const { stopping, maxBodyBytes, hasResponses, unsentResponses } = options;
  const tasks = createTaskPool({ workers: 1, deadlineMs: MAX_RECORD_TASK_MS });
  const builder = new RecordBuilder(maxBodyBytes);
  const readQueue = new ReadQueue((client) => unsentResponses.waitForCapacity(client));
  const reader = createQueuedReader(createRecordReader(store, tasks), readQueue);
  const shared = {
    store,
    names: needsNames ? createInboxNames(access, now) : undefined,
    reader,
    waitingReader: createSharedReader(reader, stopping),
    findRecord: createFindRecord({ store, readQueue, tasks }),
    checkAccess: createCheckAccess({ counters, now }),
    hasResponses,
    tasks,
    version,
  };
  return {
    routes: createInboxRoutes({ ...routeOptions, ...shared, builder }),
    tools: [...createInboxTools(shared), ...createWorkbenchTools(shared)],
    resources: createInboxResources(shared),
    async close() {
      await builder.close();
      await tasks.close();
    },
  };
}
