// Transpiles `src` into `dist`, and `test` into `dist/test` with --test, file by file. Types are
// removed and not checked, so that a start installs no compiler (docs/decisions/0125). Run after a
// change.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "rolldown/utils";
import { root } from "../root.mjs";

/** Packages below `test`, and declarations. */
const LEFT_OUT = /node_modules|\.d\.ts$/;

/** @type {import("rolldown/utils").TransformOptions} */
const OPTIONS = {
  target: "es2023",
  jsx: { runtime: "automatic", importSource: "preact" },
  // As the compiler does with `verbatimModuleSyntax`: other imports are loaded.
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
  tsconfig: false,
};

transpile(join(root, "src"), join(root, "dist"));
if (process.argv.includes("--test")) transpile(join(root, "test"), join(root, "dist", "test"));

/**
 * @param {string} from
 * @param {string} to
 */
function transpile(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory()) transpile(source, join(to, entry.name));
    else if (/\.tsx?$/.test(entry.name)) {
      transpileFile(source, join(to, entry.name.replace(/tsx?$/, "js")));
    }
  }
}

/**
 * Writes the code of a module, unless it is there: a server that runs may be reading it.
 * @param {string} source
 * @param {string} target
 */
function transpileFile(source, target) {
  const { code, errors } = transformSync(source, readFileSync(source, "utf8"), OPTIONS);
  if (errors.length > 0) {
    throw new Error(`${source}: ${errors.map(({ message }) => message).join("\n")}`);
  }
  if (existsSync(target) && readFileSync(target, "utf8") === code) return;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
