import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Parses a file of the repository.
 * @param {string} path
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
