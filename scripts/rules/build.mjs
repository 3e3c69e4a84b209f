// Compiles every set of rules in rules/ to JavaScript modules beside it:
// npm ci --prefix scripts/rules && npm run rules
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { runtime } from "../../dist/tools/einvoice-read/rules/run-rules.js";
import { PREFIXES } from "../../dist/tools/einvoice-read/xml/tree.js";
import { root } from "../root.mjs";
import { compileRules } from "./compile-rules.mjs";

const folder = join(root, "rules");
const names = new Set(Object.keys(runtime));
const checks = new Set(Object.keys(runtime.checks));

/** Licenses by the beginning of a folder's name; rules of our own are under the product's. */
const LICENSES = { en16931: "EUPL-1.2", xrechnung: "Apache-2.0" };

for (const entry of readdirSync(folder, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  for (const syntax of ["ubl", "cii"]) compileSet(entry.name, syntax);
}

function compileSet(set, syntax) {
  const readSchema = (file) => readSource(join(folder, set, posix.basename(file)));
  if (readSchema(`${syntax}.sch`) === undefined) return;
  const license = LICENSES[set.replace(/-.*/, "")] ?? "MIT";
  const notice = `// Compiled by scripts/rules from ${syntax}.sch. License: ${license}, see rules/README.md.`;
  const source = compileRules({
    file: `${syntax}.sch`,
    readSchema,
    prefixes: PREFIXES,
    names,
    checks,
    notice,
  });
  writeFileSync(join(folder, set, `${syntax}.js`), source);
}

/** Reads a schema of our own as it is, and an official one from its compressed file. */
function readSource(path) {
  for (const [ending, decode] of [
    ["", String],
    [".br", brotliDecompressSync],
  ]) {
    try {
      return decode(readFileSync(path + ending)).toString();
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
  return undefined;
}
