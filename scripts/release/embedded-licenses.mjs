// Licenses of packages whose code is inside the published files of other packages, which npm does
// not install.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/** @import { BundledPackage } from "../build/package-inventory.mjs" */

/**
 * A package inside another one.
 * @typedef {{ name: string, license: string, text: string }} EmbeddedPackage
 */

/** A file for each package that contains others: sections that begin with `== name (license)`. */
const FOLDER = join(root, "scripts", "release", "licenses", "embedded");

const SECTION = /^== (\S+) \((.+)\)\n\n/;

/**
 * Returns what a bundled package contains. Throws when the file of licenses lacks one that the
 * build found in it.
 * @param {BundledPackage} bundled
 * @returns {EmbeddedPackage[]}
 */
export function listEmbedded({ name, contains = [] }) {
  if (contains.length === 0) return [];
  const file = join(FOLDER, `${name.replaceAll(/[@/]+/g, "-").replace(/^-/, "")}.txt`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const embedded = text.split(/^(?=== )/m).flatMap(parseSection);
  const missing = contains.filter((inner) => !embedded.some((entry) => entry.name === inner));
  if (missing.length > 0) throw new Error(`${file} lacks the licenses of ${missing.join(", ")}`);
  return embedded;
}

/**
 * @param {string} section
 * @returns {EmbeddedPackage[]}
 */
function parseSection(section) {
  const [head, name = "", license = ""] = SECTION.exec(section) ?? [];
  return head === undefined ? [] : [{ name, license, text: section.slice(head.length).trim() }];
}
