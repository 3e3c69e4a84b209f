// Compiles every set of rules in rules/ to JavaScript modules beside it:
// npm ci --prefix scripts/rules && npm run rules
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { root } from "../root.mjs";
import { compileRules } from "./compile-rules.mjs";

const folder = join(root, "rules");
const tool = join(root, "dist", "tools", "einvoice-read");
const { runtime } = await import(pathToFileURL(join(tool, "rules", "run-rules.js")).href);
const { PREFIXES } = await import(pathToFileURL(join(tool, "xml", "tree.js")).href);
const names = new Set(Object.keys(runtime));
const checks = new Set(Object.keys(runtime.checks));

/**
 * Licenses by the beginning of a folder's name; rules of our own are under the product's.
 * @type {Readonly<Record<string, string>>}
 */
const LICENSES = { en16931: "EUPL-1.2", xrechnung: "Apache-2.0" };

for (const entry of readdirSync(folder, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  for (const syntax of ["ubl", "cii"]) compileSet(entry.name, `${syntax}.sch`);
}

/**
 * @param {string} set
 * @param {string} file
 */
function compileSet(set, file) {
  if (!hasSource(join(folder, set, file))) return;
  const license = LICENSES[set.replace(/-.*/, "")] ?? "MIT";
  const source = compileRules({
    file,
    readSchema: (name) => readSource(join(folder, set, posix.basename(name))),
    prefixes: PREFIXES,
    names,
    checks,
    notice: `// Compiled by scripts/rules from ${file}. License: ${license}, see rules/README.md.`,
  });
  writeFileSync(join(folder, set, file.replace(".sch", ".js")), source);
}

/** @param {string} path */
function hasSource(path) {
  return existsSync(path) || existsSync(`${path}.br`);
}

/**
 * Reads a schema of our own as it is, and an official one from its compressed file.
 * @param {string} path
 */
function readSource(path) {
  if (existsSync(path)) return readFileSync(path, "utf8");
  return brotliDecompressSync(readFileSync(`${path}.br`)).toString();
}
