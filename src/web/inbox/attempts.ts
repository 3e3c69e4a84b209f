import type { InboxRecord } from "../../domain/record/inbox-record.ts";

/** Headers with the id of an event, which senders repeat with every attempt. */
const ID_HEADERS = [
  "webhook-id",
  "svix-id",
  "x-github-delivery",
  "x-gitlab-event-uuid",
  "x-shopify-webhook-id",
  "i-twilio-idempotency-token",
  "idempotency-key",
];

/** Headers of senders that repeat an event with the same bytes and name its id in the body only. */
const BODY_SENDERS = ["stripe-signature", "x-slack-signature", "paddle-signature"];

/** Returns the test whether another request is an attempt of the same event; undefined without. */
function createTest({ headers, bodySha256, bodySize }: InboxRecord) {
  const name = ID_HEADERS.find((header) => headers[header] !== undefined);
  if (name !== undefined)
    return (candidate: InboxRecord) => candidate.headers[name] === headers[name];
  const sender = BODY_SENDERS.find((header) => headers[header] !== undefined);
  if (sender === undefined || bodySize === 0) return undefined;
  return (candidate: InboxRecord) =>
    candidate.bodySha256 === bodySha256 && candidate.headers[sender] !== undefined;
}

/**
 * Returns the attempts of a request's event, the first one first. `getRecords` is called only for
 * requests that name their event.
 */
export function listAttempts(
  record: InboxRecord,
  getRecords: () => readonly InboxRecord[],
): InboxRecord[] {
  const isAttempt = createTest(record);
  return isAttempt
    ? getRecords()
        .filter(isAttempt)
        .sort((a, b) => a.seq - b.seq)
    : [];
}
