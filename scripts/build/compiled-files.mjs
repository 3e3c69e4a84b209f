// Lists the compiled files, from which the server is bundled, and what they use of packages.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../root.mjs";
import { listCalledMethods, listImportedNames } from "./syntax.mjs";

/** The folder of compiled files. */
export const dist = join(root, "dist");

/** Beginnings of folders without compiled sources, which other builds write and remove. */
const SKIPPED = ["bundle", "scripts", "test", join("web", "assets")].map((name) =>
  join(dist, name),
);

/** Returns the compiled files without tests, workers' bundles and what browsers load. */
export function listCompiledFiles() {
  return listFiles(dist).filter(
    (file) => /(?<!\.test)\.js$/.test(file) && hasSource(relative(dist, file)),
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return SKIPPED.some((start) => path.startsWith(start)) ? [] : listFiles(path);
  });
}

/**
 * Returns false for output of sources that were moved or removed, because the compiler does not
 * delete it.
 * @param {string} file below `dist`
 */
export function hasSource(file) {
  const source = join(root, "src", file.replace(/\.js$/, ".ts"));
  return !existsSync(join(root, "src")) || existsSync(source) || existsSync(`${source}x`);
}

/**
 * Returns the names that our files import of a package; its default export is `default`.
 * @param {string} name
 */
export function listUsedNames(name) {
  return listUses(`from "${name}"`, (file, code) => listImportedNames(file, code, name));
}

/** Returns the names of TypeBox's builders that our schemas call. */
export function listUsedBuilders() {
  return listUses("Type.", (file, code) => listCalledMethods(file, code, "Type"));
}

/**
 * Returns what a function finds in our files that contain a text. Only those are parsed.
 * @param {string} text
 * @param {(file: string, code: string) => string[]} list
 */
function listUses(text, list) {
  const names = listCompiledFiles().flatMap((file) => {
    const code = readFileSync(file, "utf8");
    return code.includes(text) ? list(file, code) : [];
  });
  return [...new Set(names)];
}
