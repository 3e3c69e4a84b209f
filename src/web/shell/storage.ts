import { tryParseJson } from "../../lib/text/parse-json.ts";

/** The beginning of the keys of everything that pages store. */
export const KEY_PREFIX = "sundry:";

/** Returns null when nothing is stored, or when the browser allows no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the value for null. Returns false when the storage is full or not allowed. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    dispatchEvent(new Event(STORED));
    return true;
  } catch {
    // Pages work without storage: they keep their values until they are left.
    return false;
  }
}

/** An event of this page; the browser sends `storage` to the other pages of the site. */
const STORED = "stored";

/**
 * Calls `listener` after each change of what is stored, also by another tab. Returns the function
 * that unsubscribes it.
 */
export function onStored(listener: () => void): () => void {
  const events = [STORED, "storage"];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Returns the stored keys that begin with `prefix`. */
export function listStoredKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Returns the items of a stored list, without those of another shape. */
export function readStoredList<T>(key: string, isItem: (item: unknown) => item is T): T[] {
  const list = tryParseJson(readStored(key) ?? "");
  return Array.isArray(list) ? list.filter(isItem) : [];
}

/** Returns the texts of a stored list. */
export function readStoredTexts(key: string): string[] {
  return readStoredList(key, (item) => typeof item === "string");
}
