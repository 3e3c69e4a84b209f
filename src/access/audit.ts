import type { Caller, Refusal } from "../http/caller.ts";
import type { RequestContext } from "../http/context.ts";
import type { Logger } from "../lib/logger.ts";

export type AuditEvent =
  | "key.created"
  | "key.changed"
  | "key.rotated"
  | "key.revoked"
  | "session.started"
  | "session.ended";

/** Logs who changed what. No line has a secret. */
export interface Audit {
  record(event: AuditEvent, context: RequestContext, keyId?: string | null): void;
  /** Logs at most 10 refusals a second. */
  refuse(context: RequestContext, refusal: Omit<Refusal, "error">): void;
}

const MAX_REFUSALS_PER_SECOND = 10;

export function createAudit(log: Logger, now: () => number): Audit {
  let second = 0;
  let refusals = 0;
  return {
    record(event, context, keyId = null) {
      const { client, caller } = context;
      log.info({ event, by: formatCaller(caller), keyId, ip: client.ip }, event);
    },
    refuse({ client, caller, id: requestId }, { reason, keyId = null }) {
      const current = Math.floor(now() / 1000);
      if (current !== second) refusals = 0;
      second = current;
      refusals += 1;
      if (refusals > MAX_REFUSALS_PER_SECOND) return;
      const event = "access.refused";
      const by = formatCaller(caller);
      log.info({ event, by, keyId, ip: client.ip, reason, requestId }, event);
    },
  };
}

function formatCaller(caller: Caller | undefined): string | null {
  if (caller?.kind === "key") return `key:${caller.id}`;
  if (caller?.kind === "user") return caller.name;
  return caller?.kind === "admin" ? "admin" : null;
}
