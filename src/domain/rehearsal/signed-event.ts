import { ValidationError } from "../../lib/errors.ts";
import type { ProviderName } from "../webhook-signature/names.ts";
import { verifyWebhook } from "../webhook-signature/verify.ts";
import { PROVIDERS } from "./providers.ts";
import type { HeaderPair } from "../record/inbox-record.ts";
import { createPlaceholder } from "./signature-headers.ts";

export interface EventToSign {
  provider: ProviderName;
  /** The event's headers beside those of every event. */
  headers?: Readonly<Record<string, string>> | undefined;
  body: string;
  /** The full URL of the receiver, which Twilio signs. */
  url: string;
  secret: string;
  /** The event's id, the same for every attempt. */
  id: string;
  /** 1 for the first. */
  attempt: number;
  nowMs: number;
}

/**
 * Returns the headers of an event as its provider sends and signs it. Throws ValidationError at
 * `secret` for one that cannot sign.
 */
export function signEvent(event: EventToSign): HeaderPair[] {
  const { provider, body, url, secret, nowMs } = event;
  const unsigned = listHeaders(event);
  const [name, placeholder] = createPlaceholder(provider, Math.floor(nowMs / 1000));
  const { expected } = verifyWebhook(
    { headers: [...unsigned, [name, placeholder]], body: Buffer.from(body), url },
    { secret, scheme: provider, generic: NO_SCHEME, atMs: nowMs },
  );
  if (expected === null) throw ValidationError.at(["secret"], "must be one that can sign");
  return [...unsigned, [name, expected]];
}

/** Read by scheme `hmac` alone. */
const NO_SCHEME = {
  algorithm: "sha256",
  encoding: "hex",
  header: undefined,
  prefix: "",
  payload: "",
} as const;

function listHeaders({ provider, headers, id, attempt, nowMs }: EventToSign): HeaderPair[] {
  const seconds = String(Math.floor(nowMs / 1000));
  const time = new Date(nowMs).toISOString();
  const isForm = provider === "twilio";
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const common = Object.entries({ ...PROVIDERS[provider].headers, ...headers });
  return [
    ["Content-Type", type],
    ...common.map(([name, value]): HeaderPair => [
      name,
      value.replace("{id}", id).replace("{time}", time),
    ]),
    ...listAttemptHeaders(provider, { id, attempt, seconds }),
  ];
}

function listAttemptHeaders(
  provider: ProviderName,
  { id, attempt, seconds }: { id: string; attempt: number; seconds: string },
): HeaderPair[] {
  if (provider === "standard") {
    return [
      ["webhook-id", `msg_${id}`],
      ["webhook-timestamp", seconds],
    ];
  }
  if (provider !== "slack") return [];
  const retry: HeaderPair[] = [
    ["X-Slack-Retry-Num", String(attempt - 1)],
    ["X-Slack-Retry-Reason", "http_error"],
  ];
  return [["X-Slack-Request-Timestamp", seconds], ...(attempt > 1 ? retry : [])];
}
