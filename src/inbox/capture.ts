import type { ReadBody } from "../http/body-reader.ts";
import type { Handler, Reply } from "../http/types.ts";
import { HttpError } from "../lib/errors.ts";
import { preflightHeaders } from "../lib/preflight.ts";
import type { CaptureReceipt, InboxStore } from "../store/store.ts";
import { CAPTURE_PREFIX, parseInboxPath } from "./address.ts";
import type { RecordBuilder } from "./record/record-builder.ts";
import { formatTimestamp } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";

/** What captures are made with. */
interface CaptureOptions {
  store: InboxStore;
  maxBodyBytes: number;
  builder: RecordBuilder;
}

const NO_STORE = { "cache-control": "no-store" };

/** Creates the handler that captures a request and replies when its record is durable. */
export function captureHandler({ store, maxBodyBytes, builder }: CaptureOptions): Handler {
  return async (context): Promise<Reply> => {
    const { inbox, path, query } = parseInboxPath(context.target, CAPTURE_PREFIX);
    const { bytes: body, truncated } = context.body as ReadBody;
    const { method, rawHeaders, isPreflight: preflight } = context;
    const request = { method, path, query, rawHeaders, ip: context.client.ip, body, preflight };
    const record = await builder.build(truncated ? { ...request, truncated } : request);
    const receipt = await mapStoreErrors(store.capture(inbox, record));
    if (truncated) throw new HttpError(413, `The body is larger than ${maxBodyBytes} bytes.`);
    if (preflight) {
      return { status: 204, headers: { ...NO_STORE, ...preflightHeaders(context.headers) } };
    }
    const type = "application/json; charset=utf-8";
    return { type, headers: NO_STORE, body: toAcknowledgement(inbox, receipt) };
  };
}

/** Joined by hand because every sender gets it: `JSON.stringify` takes twice as long. */
function toAcknowledgement(inbox: string, receipt: CaptureReceipt): string {
  const { recordId, seq, receivedAt, expiresAtMs } = receipt;
  return `{"received":true,"id":"${recordId}","inbox":${JSON.stringify(inbox)},"seq":${seq},"receivedAt":"${receivedAt}","expiresAt":"${formatTimestamp(expiresAtMs)}"}`;
}
