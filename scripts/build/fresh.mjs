// Rebuilds only when the sources have changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the scripts of the build, because a change of one of them asks for another build. */
export function listBuildScripts() {
  return listFiles(dirname(fileURLToPath(import.meta.url)));
}

/**
 * Runs a build unless `stamp` records one of the present contents of these files.
 * @param {string} stamp
 * @param {string[]} files
 * @param {() => Promise<void>} build
 */
export async function runUnlessFresh(stamp, files, build) {
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  const state = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  // Removed first, so that an interrupted build does not pass for a complete one.
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, state);
}

/**
 * Returns a line for each file of these files and folders: its name, size and time. Contents are
 * not read, because reading 800 files would be most of a second start.
 * @param {string[]} paths
 */
export function describeFiles(paths) {
  return paths.flatMap(listFiles).map(describeFile).join("\n");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) => {
      const file = join(path, entry.name);
      return entry.isDirectory() ? listFiles(file) : [file];
    });
}

/** @param {string} file */
function describeFile(file) {
  const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${file} ${size} ${mtimeMs}`;
}
