// Collects the packages of a bundle, and the packages whose code is inside their published files.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/**
 * A bundled package; `contains` names the packages that it brings in its own files, and `notices`
 * are the comments about code that it copied.
 * @typedef {{ name: string, version: string, license: string, contains?: string[],
 * notices?: string[] }} BundledPackage
 */

/** Matches the comment that Rolldown puts above each joined module. */
const REGION = /^\/\/#region \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/** Matches the flag by which Rollup loads a joined CommonJS module once. */
const JOINED_COMMONJS = /^var hasRequired[A-Z]\w*;$/m;

/** Matches a comment of any number of lines. */
const COMMENT = /\/\*(?:(?!\*\/)[^])*\*\/|(?:^[ \t]*\/\/.*\n)+/gm;

const COPYRIGHT = /\bCopyright (?:\(c\) )?(?:\d{4}|[A-Z][a-z])|\(c\) \d{4}/;

/**
 * Returns the comments of a module that name the holders of rights, without comment marks.
 * @param {string} code
 */
export function listNotices(code) {
  return (code.match(COMMENT) ?? [])
    .filter((comment) => COPYRIGHT.test(comment))
    .map((comment) => comment.replaceAll(/^[ \t]*(?:\/\*+!?|\*\/|\*|\/\/) ?|\*\/$/gm, "").trim());
}

/**
 * Returns the package of a module; undefined for our own modules.
 * @param {string} id
 */
export function getPackage(id) {
  return /.*node_modules.((?:@[^/\\]+.)?[^/\\]+)/.exec(id)?.[1]?.replace("\\", "/");
}

/**
 * Returns the manifest of an installed package, as `within` finds it; undefined when it is not
 * installed.
 * @param {string} name
 * @param {string} [within]
 * @returns {{ version: string, license: string, dependencies?: Record<string, string> } |
 * undefined}
 */
export function readManifest(name, within) {
  const folders = [...(within ? [join(within, "node_modules", name)] : []), name];
  const file = folders
    .map((folder) => join(root, "node_modules", folder, "package.json"))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : JSON.parse(readFileSync(file, "utf8"));
}

/** The packages of one or more builds. */
export class PackageInventory {
  /**
   * @type {Map<string, { imports: Set<string>, contains: Set<string>, notices: Set<string>,
   * isJoined: boolean }>}
   */
  #packages = new Map();

  /**
   * Adds a package without its modules.
   * @param {string} name
   */
  add(name) {
    const existing = this.#packages.get(name);
    if (existing) return existing;
    const entry = { imports: new Set(), contains: new Set(), notices: new Set(), isJoined: false };
    this.#packages.set(name, entry);
    return entry;
  }

  /**
   * Adds the package of a bundled module.
   * @param {string} id
   * @param {readonly string[]} importedIds
   */
  addModule(id, importedIds) {
    const name = getPackage(id);
    if (name === undefined) return;
    const entry = this.add(name);
    for (const imported of importedIds) entry.imports.add(getPackage(imported));
    const code = existsSync(id) ? readFileSync(id, "utf8") : "";
    for (const [, contained] of code.matchAll(REGION)) entry.contains.add(contained);
    for (const notice of listNotices(code)) entry.notices.add(notice);
    entry.isJoined ||= entry.contains.size > 0 || JOINED_COMMONJS.test(code);
  }

  /**
   * Returns the packages by name, for notices and the bill of materials.
   * @returns {BundledPackage[]}
   */
  describe() {
    return [...this.#packages].toSorted(compareNames).map(([name, entry]) => {
      const manifest = readManifest(name);
      if (manifest === undefined) throw new Error(`${name} is bundled and not installed`);
      const { version, license, dependencies = {} } = manifest;
      // A joined package that does not import what it depends on has it inside.
      const inside = entry.isJoined
        ? Object.keys(dependencies).filter((dependency) => !entry.imports.has(dependency))
        : [];
      const contains = [...collectDependencies(inside, name, new Set(entry.contains))].toSorted();
      /** @type {BundledPackage} */
      const bundled = { name, version, license };
      if (contains.length > 0) bundled.contains = contains;
      if (entry.notices.size > 0) bundled.notices = [...entry.notices].toSorted();
      return bundled;
    });
  }
}

/**
 * @param {[string, unknown]} first
 * @param {[string, unknown]} second
 */
function compareNames([first], [second]) {
  return first < second ? -1 : 1;
}

/**
 * Returns packages and everything that they depend on, without packages of types.
 * @param {string[]} names
 * @param {string} [within]
 * @param {Set<string>} collected
 */
export function collectDependencies(names, within, collected = new Set()) {
  for (const name of names) {
    if (collected.has(name) || name.startsWith("@types/")) continue;
    collected.add(name);
    const { dependencies = {} } = readManifest(name, within) ?? {};
    collectDependencies(Object.keys(dependencies), within, collected);
  }
  return collected;
}
