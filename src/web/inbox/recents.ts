import { readStoredList, readStoredTexts, writeStored } from "../shell/storage.ts";

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

/** Remembers an inbox as the newest one. */
export function rememberInbox(id: string): void {
  store([id, ...listInboxes().filter((listed) => listed !== id)].slice(0, MAX_INBOXES));
}

/** Removes an inbox and its read token from this device; its requests stay. */
export function forgetInbox(id: string): void {
  store(listInboxes().filter((listed) => listed !== id));
}

function store(ids: readonly string[]): void {
  writeStored(KEY, JSON.stringify(ids));
  storeTokens(listTokens().filter(([id]) => ids.includes(id)));
}

/** Key of the read tokens of private inboxes in the list, as pairs of id and token. */
const TOKENS_KEY = "sundry:inbox-tokens";

type TokenEntry = [id: string, token: string];

function listTokens(): TokenEntry[] {
  return readStoredList(
    TOKENS_KEY,
    (item): item is TokenEntry =>
      Array.isArray(item) && item.length === 2 && item.every((text) => typeof text === "string"),
  );
}

function storeTokens(tokens: readonly TokenEntry[]): void {
  writeStored(TOKENS_KEY, tokens.length === 0 ? null : JSON.stringify(tokens));
}

/** Returns the read token that this device keeps for an inbox; undefined without one. */
export function readKeptToken(id: string): string | undefined {
  return listTokens().find(([kept]) => kept === id)?.[1];
}

/** Keeps the read token of an inbox until it is forgotten. */
export function keepToken(id: string, token: string): void {
  storeTokens([...listTokens().filter(([kept]) => kept !== id), [id, token]]);
}
