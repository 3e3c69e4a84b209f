import { METHODS } from "node:http";
import type { Route } from "../http/types.ts";
import type { TaskRunner } from "../lib/task-pool.ts";
import type { InboxStore } from "../store/store.ts";
import { CAPTURE_PREFIX, INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { captureHandler } from "./capture.ts";
import { eventsHandler } from "./events.ts";
import { listHandler } from "./list.ts";
import { downloadHandler, fileHandler } from "./read/downloads.ts";
import { exportRoute } from "./export/route.ts";
import type { ReadQueue } from "./read/read-queue.ts";
import type { RecordReader } from "./read/record-reader.ts";
import type { RecordBuilder } from "./record/record-builder.ts";
import { summary } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { type CheckAccess, requireToken } from "./workbench/access.ts";
import { createInboxRoute } from "./workbench/create.ts";
import { planRoutes } from "./workbench/plan-routes.ts";
import { verifyRoute } from "./workbench/verify.ts";

/** What the inbox's routes are made of. */
interface InboxOptions {
  store: InboxStore;
  reader: RecordReader;
  readQueue: ReadQueue;
  /** Reads for those who wait for records. */
  waitingReader: RecordReader;
  /** Runs what would block the event loop. */
  tasks: TaskRunner;
  version: string;
  maxBodyBytes: number;
  builder: RecordBuilder;
  checkAccess: CheckAccess;
  /** False: response plans are turned off. */
  hasResponses: boolean;
  /** The server's URL in responses; undefined: the one that a request was sent to. */
  publicUrl: string | undefined;
  /** Aborted when the process stops, so that readers who wait do not hold it up. */
  stopping: AbortSignal;
}

/** Every method that Node parses but GET, which reads. CONNECT never becomes a request. */
const CAPTURED_METHODS = METHODS.filter((method) => method !== "GET" && method !== "CONNECT");

/** Requests to inboxes count for the daily quota and are never refused by it. */
const QUOTA_EXEMPT = { quotaExempt: true };

/** The inbox: captures under `/api/v1/webhook/`, management under `/api/v1/inboxes/`. */
export function inboxRoutes(options: InboxOptions): Route[] {
  const { store, reader, readQueue, waitingReader, maxBodyBytes, builder, checkAccess } = options;
  const { hasResponses, publicUrl, stopping } = options;
  const capture: Route = {
    ...QUOTA_EXEMPT,
    methods: CAPTURED_METHODS,
    path: `${CAPTURE_PREFIX}*`,
    rawPath: true,
    handlesPreflight: true,
    anyHost: true,
    beforeBody: ({ target }) => void parseInboxPath(target, CAPTURE_PREFIX),
    body: { format: "raw", maxBytes: maxBodyBytes, oversize: "truncate" },
    handler: captureHandler({ store, maxBodyBytes, builder, hasResponses, stopping }),
  };
  const list: Route = {
    ...QUOTA_EXEMPT,
    methods: ["GET"],
    path: `${CAPTURE_PREFIX}*`,
    rawPath: true,
    handler: listHandler({ reader, waitingReader, stopping }),
  };
  const show: Route = {
    ...QUOTA_EXEMPT,
    methods: ["GET"],
    path: `${INBOX_PREFIX}:inbox`,
    handler: async ({ target }) => {
      const { inbox } = parseInboxPath(target, INBOX_PREFIX);
      return { json: summary(inbox, await mapStoreErrors(store.getMeta(inbox))) };
    },
  };
  const remove: Route = {
    ...QUOTA_EXEMPT,
    methods: ["DELETE"],
    path: `${INBOX_PREFIX}:inbox`,
    ownOriginOnly: true,
    handler: async ({ target }) => {
      await mapStoreErrors(store.remove(parseInboxPath(target, INBOX_PREFIX).inbox));
      return { status: 204 };
    },
  };
  const download: Route = {
    ...QUOTA_EXEMPT,
    methods: ["GET"],
    path: `${INBOX_PREFIX}:inbox/records/:record/raw`,
    handler: downloadHandler(store, readQueue),
  };
  const file: Route = {
    ...QUOTA_EXEMPT,
    methods: ["GET"],
    path: `${INBOX_PREFIX}:inbox/records/:record/files/:file`,
    handler: fileHandler(store, readQueue),
  };
  const events: Route = {
    ...QUOTA_EXEMPT,
    methods: ["GET"],
    path: `${INBOX_PREFIX}:inbox/events`,
    handler: eventsHandler(waitingReader, stopping),
  };
  const guarded = [
    list,
    show,
    remove,
    download,
    file,
    events,
    exportRoute(options),
    ...planRoutes({ store, isEnabled: hasResponses }),
    verifyRoute(store),
  ];
  return [
    capture,
    createInboxRoute(publicUrl),
    ...guarded.map((route) => requireToken(route, checkAccess)),
  ];
}
