import { readStoredTexts, writeStored } from "../shell/storage.ts";

/**
 * Key of the ids that the command palette, the home page and the start page of inboxes list, newest
 * first.
 */
const KEY = "sundry:inboxes";

const MAX_INBOXES = 12;

/** Returns the ids of inboxes that this device has opened, newest first. */
export function listInboxes(): string[] {
  return readStoredTexts(KEY);
}

/** Remembers an inbox as the newest one. Read tokens are never stored. */
export function rememberInbox(id: string): void {
  store([id, ...listInboxes().filter((listed) => listed !== id)].slice(0, MAX_INBOXES));
}

/** Removes an inbox from the list of this device; its requests stay. */
export function forgetInbox(id: string): void {
  store(listInboxes().filter((listed) => listed !== id));
}

function store(ids: readonly string[]): void {
  writeStored(KEY, JSON.stringify(ids));
}
