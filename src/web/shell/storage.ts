/** Returns null when nothing is stored, or when the browser allows no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the value for null. Does nothing when the storage is full or not allowed. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Pages work without storage: they keep their values until they are left.
  }
}

/** Returns the items of a stored list, without those of another shape. */
export function readStoredList<T>(key: string, isItem: (item: unknown) => item is T): T[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? "[]");
    return Array.isArray(list) ? list.filter(isItem) : [];
  } catch {
    return [];
  }
}

/** Returns the texts of a stored list. */
export function readStoredTexts(key: string): string[] {
  return readStoredList(key, (item) => typeof item === "string");
}
