import type { RequestContext } from "../http/context.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { DAY_MS } from "../lib/dates/date.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { type AccessStore, EntryCache, type InboxStore, mapStoreErrors } from "../store/store.ts";

/** The names of inboxes that strangers may send to, where keys are required. */
export interface InboxNames {
  isRegistered(inbox: string): MaybePromise<boolean>;
  /** Resolves with false where the name was registered already. */
  register(inbox: string): Promise<boolean>;
  /** Keeps a registered name for another 31 days. */
  noteSend(inbox: string): void;
  remove(inbox: string): Promise<void>;
}

const MAX_NAMES = 10_000;

/** A name is kept for this long after its last send. */
const KEEP_MS = 31 * DAY_MS;

/** Sends within this time after a noted one are not noted, and the name is kept longer instead. */
const NOTED_MS = 3_600_000;

/** Creates the registry of names, which all processes on a store share. */
export function createInboxNames(store: AccessStore, now: () => number): InboxNames {
  const cache = new EntryCache<{ expiresAtMs: number }>({
    store,
    kind: "inbox",
    now,
    parse: ({ expiresAtMs = 0 }) => ({ expiresAtMs }),
  });
  const getEnd = () => now() + KEEP_MS + NOTED_MS;

  return {
    isRegistered(inbox) {
      const name = cache.get(inbox);
      return name instanceof Promise
        ? mapStoreErrors(name).then((read) => read !== undefined)
        : name !== undefined;
    },
    async register(inbox) {
      const change = { id: inbox, text: "", revision: 0, expiresAtMs: getEnd(), max: MAX_NAMES };
      const outcome = await mapStoreErrors(store.change("inbox", change));
      cache.forget(inbox);
      if (outcome !== "full") return outcome === "stored";
      const message = `There are ${MAX_NAMES} inboxes already. Delete one, or wait until one ends.`;
      throw new UnavailableError(message, "overloaded", 60);
    },
    noteSend(inbox) {
      const name = cache.get(inbox);
      if (!name || name instanceof Promise || name.expiresAtMs > now() + KEEP_MS) return;
      name.expiresAtMs = getEnd();
      // The next send after a failure tries again in another process or cache entry.
      store
        .touch("inbox", inbox, { usedAtMs: now(), expiresAtMs: name.expiresAtMs })
        .catch(() => undefined);
    },
    async remove(inbox) {
      await mapStoreErrors(store.remove("inbox", inbox));
      cache.forget(inbox);
    },
  };
}

/** Returns true for a send to a name that is registered, or whose inbox has records. */
export async function isKnownInbox(
  inbox: string,
  names: InboxNames,
  store: InboxStore,
): Promise<boolean> {
  if (await names.isRegistered(inbox)) return true;
  return (await mapStoreErrors(store.getMeta(inbox))) !== undefined;
}

/**
 * Throws an HttpError of 404 for a send to an unknown name, unless the sender may register it: then
 * it is registered.
 */
export async function admitSend(
  context: RequestContext,
  inbox: string,
  { names, store }: { names: InboxNames; store: InboxStore },
): Promise<void> {
  if (await isKnownInbox(inbox, names, store)) names.noteSend(inbox);
  else if (context.mayUse("inbox:manage")) await names.register(inbox);
  else throw new HttpError(404, "No inbox has this name. Create it with POST /api/v1/inboxes.");
}
