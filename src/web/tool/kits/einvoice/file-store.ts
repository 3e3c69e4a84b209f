import type { Values } from "../../../form/values.ts";

/** Largest document in bytes, as the API takes it. */
export const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The files of this visit, by the text that represents them in the form. They are sent as they are,
 * because base64 of large ones would slow the page down.
 */
const files = new Map<string, File>();

/** Adds a file, and returns the text that represents it in the form. */
export function addFile(file: File): string {
  const name = `base64 of ${file.name}`;
  let key = name;
  for (let count = 2; files.has(key); count++) key = `${name} (${count})`;
  files.set(key, file);
  return key;
}

export function removeFile(key: string): void {
  files.delete(key);
}

export function findFile(values: Values): File | undefined {
  return files.get(values["file"] ?? "");
}
