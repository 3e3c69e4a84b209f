// Lists the compiled files, from which the server is bundled.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of compiled files. */
export const dist = join(root, "dist");

/** Returns the compiled files without tests, workers' bundles and what browsers load. */
export function listCompiledFiles() {
  return readdirSync(dist, { recursive: true })
    .filter((file) => /(?<!\.test)\.js$/.test(file) && !/^(bundle|test|web.assets)\b/.test(file))
    .filter(hasSource)
    .map((file) => join(dist, file));
}

/** Skips output of sources that were moved or removed, because the compiler does not delete it. */
export function hasSource(file) {
  const source = join(root, "src", file.replace(/\.js$/, ".ts"));
  return !existsSync(join(root, "src")) || existsSync(source) || existsSync(`${source}x`);
}
