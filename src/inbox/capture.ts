import type { ReadBody } from "../http/body/reader.ts";
import type { RequestContext } from "../http/context.ts";
import type { Reply } from "../http/reply.ts";
import type { Handler } from "../http/route.ts";
import { HttpError } from "../lib/errors.ts";
import type { TaskRunner } from "../lib/workers/task-pool.ts";
import { detachBuffer } from "../lib/workers/transferable.ts";
import { createPreflightHeaders } from "../lib/net/preflight.ts";
import { JSON_TYPE, NO_STORE } from "../lib/net/http-headers.ts";
import {
  mapStoreErrors,
  type CaptureReceipt,
  type InboxStore,
  type NewRecord,
  toOwner,
} from "../store/store.ts";
import { CAPTURE_PREFIX, parseInboxPath } from "./address.ts";
import { type InboxNames, isKnownInbox } from "./names.ts";
import type { RecordBuilder } from "./record/record-builder.ts";
import { formatTimestamp } from "./responses.ts";
import {
  type PlannedCapture,
  PlannedCaptures,
  type PlannedSender,
} from "./workbench/planned-capture.ts";
import { waitForPlan } from "./workbench/planned-reply.ts";

export interface CaptureOptions {
  store: InboxStore;
  /** Undefined where everybody may send to any name. */
  names: InboxNames | undefined;
  /** Runs tasks that would block the event loop. */
  tasks: TaskRunner;
  maxBodyBytes: number;
  builder: RecordBuilder;
  /** Masks credentials of this server in captured headers; undefined: there are none. */
  maskHeaders: ((rawHeaders: readonly string[]) => string[]) | undefined;
  /** False: response plans are turned off. */
  hasResponses: boolean;
  /** Aborted when the process stops, which ends planned delays and waiting readers. */
  stopping: AbortSignal;
}

/** A reply, and the plan that delays it. */
interface CaptureResult {
  reply: Reply;
  planned?: PlannedCapture["planned"];
}

/** Creates the handler that captures a request and replies when its record is durable. */
export function createCaptureHandler(options: CaptureOptions): Handler {
  const { store, tasks, maxBodyBytes, builder, maskHeaders, hasResponses } = options;
  const { stopping } = options;
  const captures = new PlannedCaptures(store, tasks);

  async function capture(context: RequestContext): Promise<CaptureResult> {
    const { inbox, path, query } = parseInboxPath(context.target, CAPTURE_PREFIX);
    const { bytes: body, truncated } = context.body as ReadBody;
    const { method, isPreflight: preflight } = context;
    const rawHeaders = maskHeaders?.(context.rawHeaders) ?? context.rawHeaders;
    const request = { method, path, query, rawHeaders, ip: context.client.ip, body, preflight };
    const { ipPrefix } = context.client;
    const storeRecord = async (record: NewRecord): Promise<CaptureResult> => {
      record.owner = toOwner(ipPrefix);
      if (!truncated && !preflight && hasResponses)
        return captureByPlan(inbox, record, { query, client: ipPrefix });
      const receipt = await mapStoreErrors(store.capture(inbox, record));
      detachBuffer(record.members);
      if (truncated) throw new HttpError(413, `The body is larger than ${maxBodyBytes} bytes.`);
      if (!preflight) return { reply: acknowledge(inbox, receipt) };
      const headers = { ...NO_STORE, ...createPreflightHeaders(context.headers) };
      return { reply: { status: 204, headers } };
    };
    return builder.build(truncated ? { ...request, truncated } : request, ipPrefix, storeRecord);
  }

  async function captureByPlan(
    inbox: string,
    record: NewRecord,
    sender: PlannedSender,
  ): Promise<CaptureResult> {
    const captured = captures.capture(inbox, record, sender);
    const { receipt, planned } = await mapStoreErrors(captured);
    // Not after a failure: a connection to Redis may still be sending it.
    detachBuffer(record.members);
    return planned ? { reply: planned.reply, planned } : { reply: acknowledge(inbox, receipt) };
  }

  return async (context): Promise<Reply> => {
    if (context.isPreflight && !(await isCaptured(context, options)))
      return { status: 204, headers: createPreflightHeaders(context.headers) };
    // A separate function, so that the record is released before the delay.
    const { reply, planned } = await capture(context);
    if (!planned) return reply;
    context.body = undefined;
    await waitForPlan(planned, AbortSignal.any([context.signal, stopping]));
    return reply;
  };
}

/** Returns false for a preflight to a name that no inbox has. */
async function isCaptured({ target }: RequestContext, { names, store }: CaptureOptions) {
  if (!names) return true;
  return isKnownInbox(parseInboxPath(target, CAPTURE_PREFIX).inbox, names, store);
}

function acknowledge(inbox: string, receipt: CaptureReceipt): Reply {
  return { type: JSON_TYPE, headers: NO_STORE, body: toAcknowledgement(inbox, receipt) };
}

/** Joined by hand because every sender gets it: `JSON.stringify` takes twice as long. */
function toAcknowledgement(inbox: string, receipt: CaptureReceipt): string {
  const { recordId, seq, receivedAt, expiresAtMs } = receipt;
  return `{"received":true,"id":"${recordId}","inbox":${JSON.stringify(inbox)},"seq":${seq},"receivedAt":"${receivedAt}","expiresAt":"${formatTimestamp(expiresAtMs)}"}`;
}
