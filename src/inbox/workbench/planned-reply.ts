import { RESPONSE_TYPES } from "../../domain/record/plan-step.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Reply } from "../../http/reply.ts";
import type { CaptureReceipt } from "../../store/store.ts";
import { hasNoBody } from "./plan.ts";
import type { PreparedStep } from "./prepared-plan.ts";
import type { RequestValues } from "./request-values.ts";
import { expandTemplate, MAX_EXPANDED_BYTES } from "./template.ts";

/**
 * Headers of every planned response. An inbox must not host pages: nothing in a response runs, it
 * opens as a download and search engines ignore it.
 */
const SAFE_HEADERS = {
  "cache-control": "no-store",
  "content-disposition": "attachment",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
};

/**
 * nginx's status for a connection that was closed without a response; it appears in metrics only.
 */
const CLOSED_STATUS = 444;

/**
 * Waits for the plan's delay. `signal` ends the wait early on shutdown or when the client
 * disconnects.
 */
export async function waitForPlan(
  { delayMs, endDelay }: { delayMs: number; endDelay: () => void },
  signal: AbortSignal,
): Promise<void> {
  if (delayMs === 0) return;
  await delay(delayMs, undefined, { signal }).catch(() => {});
  endDelay();
}

/** Returns the planned response to a stored request. */
export function toPlannedReply(
  step: PreparedStep,
  receipt: CaptureReceipt,
  values: RequestValues,
): Reply {
  const { status = 200, close, headers, parts } = step;
  if (close) return { status: CLOSED_STATUS, closesConnection: true };
  const shared = { status, headers: { ...headers, ...SAFE_HEADERS } };
  if (hasNoBody(status)) return shared;
  const { type = RESPONSE_TYPES[0] } = step;
  const body = expandTemplate(parts, {
    type,
    readValue: values.createReader(receipt),
    maxBytes: MAX_EXPANDED_BYTES,
  });
  return { ...shared, type: `${type}; charset=utf-8`, body };
}
