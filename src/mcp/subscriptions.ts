import { type InboxReader, type InboxResources, parseInboxUri } from "./resources/inboxes.ts";

export const MAX_SUBSCRIBED_URIS = 20;
export const TOO_MANY_URIS = `A subscription has at most ${MAX_SUBSCRIBED_URIS} URIs`;

/** Notifications of one inbox are this far apart, in milliseconds: at most four a second. */
const INTERVAL_MS = 250;

/**
 * Returns a function that calls `notify` immediately, and again later for calls within the
 * interval. `stop` cancels later calls.
 */
function coalesce(notify: () => void): { call(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isPending = false;
  const send = () => {
    isPending = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) send();
    }, INTERVAL_MS);
    notify();
  };
  return {
    call: () => {
      if (timer) isPending = true;
      else send();
    },
    stop: () => {
      isPending = false;
      clearTimeout(timer);
    },
  };
}

/** Returns the first URI of an inbox that the reader may not read; undefined if there is none. */
export async function findForbiddenUri(
  uris: readonly string[],
  inboxes: InboxResources | undefined,
  reader: InboxReader,
): Promise<string | undefined> {
  for (const uri of uris) {
    const address = parseInboxUri(uri);
    if (address && !(await inboxes?.mayRead(address.inbox, reader))) return uri;
  }
  return undefined;
}

/**
 * Calls `notify` with the URI of an inbox after it has received requests. Returns the function that
 * ends it. URIs of other resources never change.
 */
export function watchInboxes(
  uris: readonly string[],
  inboxes: InboxResources | undefined,
  { token, notify }: { token: string | undefined; notify(uri: string): void },
): () => void {
  const stops = [...new Set(uris)].flatMap((uri) => {
    const address = parseInboxUri(uri);
    if (!address || !inboxes) return [];
    const { call, stop } = coalesce(() => notify(uri));
    const unwatch = inboxes.watch(address.inbox, token, call);
    return [unwatch, stop];
  });
  return () => stops.forEach((stop) => stop());
}
