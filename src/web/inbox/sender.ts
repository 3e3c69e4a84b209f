import type { InboxRecord } from "../../domain/record/inbox-record.ts";

/** Headers that identify senders of webhooks, and the headers that name the event. */
const SENDERS: readonly { name: string; header: string; event?: string }[] = [
  { name: "GitHub", header: "x-github-event", event: "x-github-event" },
  { name: "GitLab", header: "x-gitlab-event", event: "x-gitlab-event" },
  { name: "Shopify", header: "x-shopify-topic", event: "x-shopify-topic" },
  { name: "Stripe", header: "stripe-signature" },
  { name: "Slack", header: "x-slack-signature" },
  { name: "Twilio", header: "x-twilio-signature" },
  { name: "Paddle", header: "paddle-signature" },
  { name: "Svix", header: "svix-id" },
];

/** Maximum characters of an event in a row, because a body may contain anything. */
const MAX_EVENT = 60;

/**
 * Returns the sender and the event of a request, such as `GitHub push`; undefined when neither is
 * known.
 */
export function describeSender({ headers, bodyJson, bodyEvent }: InboxRecord): string | undefined {
  const sender = SENDERS.find(({ header }) => headers[header] !== undefined);
  const event = (sender?.event && headers[sender.event]) ?? bodyEvent ?? findEvent(bodyJson);
  return [sender?.name, event?.slice(0, MAX_EVENT)].filter(Boolean).join(" ") || undefined;
}

/** Returns the member of a JSON body in which most senders name the event. */
export function findEvent(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { type, event } = json as { type?: unknown; event?: unknown };
  return [type, event].find((value): value is string => typeof value === "string");
}
