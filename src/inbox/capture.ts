import type { ReadBody } from "../http/body-reader.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Handler, Reply } from "../http/types.ts";
import { HttpError } from "../lib/errors.ts";
import { createPreflightHeaders } from "../lib/net/preflight.ts";
import type { CaptureReceipt, InboxStore, NewRecord } from "../store/store.ts";
import { CAPTURE_PREFIX, parseInboxPath } from "./address.ts";
import type { RecordBuilder } from "./record/record-builder.ts";
import { formatTimestamp } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { type PlannedCapture, PlannedCaptures } from "./workbench/planned-capture.ts";
import { toPlannedReply, waitForPlan } from "./workbench/planned-reply.ts";
import { RequestValues } from "./workbench/request-values.ts";

/** Dependencies of captures. */
interface CaptureOptions {
  store: InboxStore;
  maxBodyBytes: number;
  builder: RecordBuilder;
  /** False: response plans are turned off. */
  hasResponses: boolean;
  /** Aborted when the process stops, which ends planned delays. */
  stopping: AbortSignal;
}

/** A reply, and the plan that delays it. */
interface CaptureResult {
  reply: Reply;
  planned?: PlannedCapture["planned"];
}

const NO_STORE = { "cache-control": "no-store" };

/** Creates the handler that captures a request and replies when its record is durable. */
export function createCaptureHandler(options: CaptureOptions): Handler {
  const { store, maxBodyBytes, builder, hasResponses, stopping } = options;
  const captures = new PlannedCaptures(store);

  async function capture(context: RequestContext): Promise<CaptureResult> {
    const { inbox, path, query } = parseInboxPath(context.target, CAPTURE_PREFIX);
    const { bytes: body, truncated } = context.body as ReadBody;
    const { method, rawHeaders, isPreflight: preflight } = context;
    const request = { method, path, query, rawHeaders, ip: context.client.ip, body, preflight };
    const record = await builder.build(truncated ? { ...request, truncated } : request);
    if (!truncated && !preflight && hasResponses) return captureByPlan(inbox, record, query);
    const receipt = await mapStoreErrors(store.capture(inbox, record));
    if (truncated) throw new HttpError(413, `The body is larger than ${maxBodyBytes} bytes.`);
    if (!preflight) return { reply: acknowledge(inbox, receipt) };
    const headers = { ...NO_STORE, ...createPreflightHeaders(context.headers) };
    return { reply: { status: 204, headers } };
  }

  async function captureByPlan(
    inbox: string,
    record: NewRecord,
    query: string,
  ): Promise<CaptureResult> {
    let values: RequestValues | undefined;
    const readValues = () => (values ??= new RequestValues(record.members, query));
    const captured = captures.capture(inbox, record, readValues);
    const { receipt, planned } = await mapStoreErrors(captured);
    if (!planned) return { reply: acknowledge(inbox, receipt) };
    return { reply: toPlannedReply(planned.step, receipt, readValues), planned };
  }

  return async (context): Promise<Reply> => {
    // A separate function, so that the record is released before the delay.
    const { reply, planned } = await capture(context);
    if (!planned) return reply;
    context.body = undefined;
    await waitForPlan(planned, AbortSignal.any([context.signal, stopping]));
    return reply;
  };
}

function acknowledge(inbox: string, receipt: CaptureReceipt): Reply {
  const type = "application/json; charset=utf-8";
  return { type, headers: NO_STORE, body: toAcknowledgement(inbox, receipt) };
}

/** Joined by hand because every sender gets it: `JSON.stringify` takes twice as long. */
function toAcknowledgement(inbox: string, receipt: CaptureReceipt): string {
  const { recordId, seq, receivedAt, expiresAtMs } = receipt;
  return `{"received":true,"id":"${recordId}","inbox":${JSON.stringify(inbox)},"seq":${seq},"receivedAt":"${receivedAt}","expiresAt":"${formatTimestamp(expiresAtMs)}"}`;
}
