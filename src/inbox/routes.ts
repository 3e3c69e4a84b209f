import { METHODS } from "node:http";
import type { Route } from "../http/route.ts";
import { mapStoreErrors } from "../store/store.ts";
import { CAPTURE_PREFIX, INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { type CaptureOptions, createCaptureHandler } from "./capture.ts";
import { createEventsHandler } from "./events.ts";
import { createListHandler } from "./list.ts";
import { admitSend } from "./names.ts";
import { createDownloadHandler, createFileHandler } from "./read/downloads.ts";
import { createExportRoute } from "./export/route.ts";
import type { FindRecord } from "./read/find-record.ts";
import type { RecordReader } from "./read/record-reader.ts";
import { summarizeInbox } from "./responses.ts";
import { type CheckInboxAccess, requireToken } from "./workbench/access.ts";
import { createInboxRoute } from "./workbench/create.ts";
import { createPlanRoutes } from "./workbench/plan-routes.ts";
import { createVerifyRoute } from "./workbench/verify.ts";

export interface InboxRouteDeps extends CaptureOptions {
  reader: RecordReader;
  findRecord: FindRecord;
  /** Reader whose pages waiting clients share. */
  waitingReader: RecordReader;
  version: string;
  checkAccess: CheckInboxAccess;
  /** The server's URL in responses; undefined: the one that a request was sent to. */
  publicUrl: string | undefined;
}

/** Every method that Node parses but GET, which reads. CONNECT never becomes a request. */
const CAPTURED_METHODS = METHODS.filter((method) => method !== "GET" && method !== "CONNECT");

/** Requests to inboxes count toward the daily quota, but the quota never rejects them. */
const QUOTA_EXEMPT = { quotaExempt: true };

const READ = { ...QUOTA_EXEMPT, methods: ["GET"], access: "inbox:read" } as const;

/**
 * Creates the inbox's routes: captures under `/api/v1/webhook/`, management under
 * `/api/v1/inboxes/`.
 */
export function createInboxRoutes(options: InboxRouteDeps): Route[] {
  const { store, names, findRecord, hasResponses, publicUrl, checkAccess } = options;
  const guarded = [
    ...createReadRoutes(options),
    ...createRecordRoutes(options),
    createRemoveRoute(options),
    createExportRoute(options),
    ...createPlanRoutes({ store, isEnabled: hasResponses }),
    createVerifyRoute(findRecord),
  ];
  const routes: Route[] = [
    createCaptureRoute(options),
    createInboxRoute(publicUrl, names),
    ...guarded.map((route) => requireToken(route, checkAccess)),
  ];
  for (const route of routes) route.usageName = "inbox";
  return routes;
}

function createCaptureRoute(options: InboxRouteDeps): Route {
  const { maxBodyBytes, names, store } = options;
  return {
    ...QUOTA_EXEMPT,
    methods: CAPTURED_METHODS,
    path: `${CAPTURE_PREFIX}*`,
    access: "public",
    rawPath: true,
    handlesPreflight: true,
    anyHost: true,
    beforeBody(context) {
      const { inbox } = parseInboxPath(context.target, CAPTURE_PREFIX);
      if (!names || context.isPreflight) return undefined;
      return admitSend(context, inbox, { names, store });
    },
    body: { format: "raw", maxBytes: maxBodyBytes, oversize: "truncate" },
    handler: createCaptureHandler(options),
  };
}

/** Creates the routes of the list, the metadata and the event stream. */
function createReadRoutes({ store, reader, waitingReader }: InboxRouteDeps): Route[] {
  return [
    {
      ...READ,
      path: `${CAPTURE_PREFIX}*`,
      rawPath: true,
      handler: createListHandler({ reader, waitingReader }),
    },
    {
      ...READ,
      path: `${INBOX_PREFIX}:inbox`,
      handler: async ({ target }) => {
        const { inbox } = parseInboxPath(target, INBOX_PREFIX);
        return { json: summarizeInbox(inbox, await mapStoreErrors(store.getMeta(inbox))) };
      },
    },
    { ...READ, path: `${INBOX_PREFIX}:inbox/events`, handler: createEventsHandler(waitingReader) },
  ];
}

/** Creates the routes of a record's body and its files. */
function createRecordRoutes({ findRecord }: InboxRouteDeps): Route[] {
  const record = `${INBOX_PREFIX}:inbox/records/:record`;
  return [
    { ...READ, path: `${record}/raw`, handler: createDownloadHandler(findRecord) },
    { ...READ, path: `${record}/files/:file`, handler: createFileHandler(findRecord) },
  ];
}

function createRemoveRoute({ store, names }: InboxRouteDeps): Route {
  return {
    ...QUOTA_EXEMPT,
    methods: ["DELETE"],
    access: "inbox:manage",
    path: `${INBOX_PREFIX}:inbox`,
    ownOriginOnly: true,
    handler: async ({ target }) => {
      const { inbox } = parseInboxPath(target, INBOX_PREFIX);
      await names?.remove(inbox);
      await mapStoreErrors(store.remove(inbox));
      return { status: 204 };
    },
  };
}
