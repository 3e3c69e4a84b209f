// Lists the compiled files, from which the server is bundled.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of compiled files. */
export const dist = join(root, "dist");

/** Beginnings of folders without compiled sources. They are not listed, because another build may remove files there. */
const SKIPPED = ["bundle", "test", join("web", "assets")].map((name) => join(dist, name));

/** Returns the compiled files without tests, workers' bundles and what browsers load. */
export function listCompiledFiles() {
  return listFiles(dist).filter(
    (file) => /(?<!\.test)\.js$/.test(file) && hasSource(relative(dist, file)),
  );
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return path;
    return SKIPPED.some((start) => path.startsWith(start)) ? [] : listFiles(path);
  });
}

/** Skips output of sources that were moved or removed, because the compiler does not delete it. */
export function hasSource(file) {
  const source = join(root, "src", file.replace(/\.js$/, ".ts"));
  return !existsSync(join(root, "src")) || existsSync(source) || existsSync(`${source}x`);
}
