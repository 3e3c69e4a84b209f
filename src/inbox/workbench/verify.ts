import type { Handler, Route } from "../../http/route.ts";
import { HttpError } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import { readSignedUrl } from "../../domain/webhook-signature/signed-request.ts";
import {
  type SignatureVerification,
  verifyWebhook,
} from "../../domain/webhook-signature/verify.ts";
import { INBOX_PREFIX, parseInboxPath } from "../address.ts";
import type { FindRecord, RecordAddress } from "../read/find-record.ts";
import { VERIFY_LIMIT } from "../tool-schemas.ts";
import { type ReadClient, toReadClient } from "../read/read-queue.ts";
import { VerifyInput } from "./schemas.ts";

const MAX_BODY_BYTES = 262_144;

/**
 * Creates the function that verifies the signature of a stored request at the time when it arrived.
 * It throws an HttpError of 404 for an unknown record and of 422 for one without its whole body.
 * Secrets are neither kept nor logged.
 */
export function createVerify(find: FindRecord) {
  const parse = compileInput(VerifyInput);
  return async (
    address: RecordAddress,
    input: unknown,
    caller: ReadClient,
  ): Promise<SignatureVerification> => {
    const { secret, scheme, url, toleranceSeconds, ...generic } = parse(input);
    const signedUrl = readSignedUrl(url);
    const { record, bytes } = await find(address, caller);
    if (record.truncated) {
      throw new HttpError(422, "The record has only the beginning of its body: nothing to verify.");
    }
    const request = { headers: record.rawHeaders, body: bytes, url: signedUrl };
    const atMs = Date.parse(record.receivedAt);
    return verifyWebhook(request, { secret, scheme, toleranceSeconds, generic, atMs });
  };
}

/** `POST /api/v1/inboxes/{id}/records/{recordId}/verify`. */
export function createVerifyRoute(find: FindRecord): Route {
  const verify = createVerify(find);
  const handler: Handler = async (context) => {
    const { target, params, body } = context;
    const { inbox } = parseInboxPath(target, INBOX_PREFIX);
    const address = { inbox, record: params["record"] ?? "" };
    const json = await verify(address, body, toReadClient(context));
    return { headers: { "cache-control": "no-store" }, json };
  };
  return {
    quotaExempt: true,
    limit: VERIFY_LIMIT,
    methods: ["POST"],
    path: `${INBOX_PREFIX}:inbox/records/:record/verify`,
    access: "inbox:read",
    body: { format: "json", maxBytes: MAX_BODY_BYTES },
    handler,
  };
}
