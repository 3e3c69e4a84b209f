import type { FastifyReply, FastifyRequest } from "fastify";
import type { UnavailableError } from "../lib/errors.ts";
import { type Admission, dailyRefusal } from "./admission.ts";
import { callerOf } from "./caller.ts";
import { recount } from "./head.ts";
import { overLimit, WINDOW_MS } from "./limits.ts";
import { DAILY_LIMIT, dayOf } from "./usage.ts";

/** What is asked for inside a request: the name its limit counts under, and that limit. */
interface Called {
  name: string;
  perMinute?: number | undefined;
  neverRefused?: boolean | undefined;
}

/** Gives the refusal of a call, or undefined when it is admitted. */
export type AdmitCall = (
  called: Called,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<UnavailableError | undefined>;

/**
 * Admission of calls that come inside another request (MCP): each counts as if it had come to the tool's
 * own path, in the same windows. The request itself was not counted by then.
 */
export function admitCalls({ counters, enforceLimit, now }: Admission): AdmitCall {
  return async ({ name, perMinute, neverRefused }, request, reply) => {
    const nowMs = now();
    const caller = callerOf(request.ip, request.socket.remoteAddress ?? "", request.headers);
    const count = await counters.addUsage(caller.identity, dayOf(nowMs), 1);
    recount(reply.raw, count);
    if (perMinute !== undefined) {
      const window = await counters.hit(`${name} ${caller.network}`, WINDOW_MS, nowMs);
      const refusal = overLimit(perMinute, window, nowMs);
      if (refusal) return refusal;
    }
    if (enforceLimit && count > DAILY_LIMIT && !neverRefused) return dailyRefusal(nowMs);
    return undefined;
  };
}
