import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import { getUtcDayNumber } from "../../lib/dates/date.ts";
import type { Store } from "../../store/store.ts";
import { createReplyWithUsage } from "../routes.ts";
import { toKeyIdentity } from "./issued-key.ts";
import type { KeyService } from "./key-service.ts";

interface KeyUsageDeps {
  store: Pick<Store, "history" | "counters">;
  now(): number;
}

/** Creates the function that replies with the usage of a key. */
export function createKeyUsage(deps: KeyUsageDeps, keys: KeyService) {
  const { store, now } = deps;
  const replyWithUsage = createReplyWithUsage(deps);
  return async (context: RequestContext, id: string): Promise<Reply> => {
    const { name, perDay } = await keys.get(id);
    const identity = toKeyIdentity(id);
    const today = getUtcDayNumber(now());
    const todayCount = await store.counters.addUsage(identity, today, 0);
    const subject = { kind: "key" as const, id, name, limit: perDay, identity, todayCount };
    return replyWithUsage(context, subject);
  };
}
