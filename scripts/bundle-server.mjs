// Joins the compiled server and the packages that every start loads to a few files in `dist/bundle`: most of a start
// was Node's search for 400 of them (docs/decisions/0003). Skipped when nothing that it is made from has changed.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const target = join(dist, "bundle");

/** Every other package stays where it is: it is loaded with its first use, or has a file of its own beside its code. */
const PACKAGES = new Set([
  "ajv",
  "big.js",
  "fast-json-stringify",
  "fastify",
  "ipaddr.js",
  "pino",
  "qr",
]);

/** Files that one build makes are no further apart. */
const ONE_BUILD_MS = 60_000;

await unlessFresh(join(target, ".sources"), sources(), bundle);

function sources() {
  const compiled = readdirSync(dist, { recursive: true })
    .filter((file) => /(?<!\.test)\.js$/.test(file) && !/^(bundle|test|web.assets)\b/.test(file))
    .map((file) => join(dist, file));
  return [...compiled, join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
}

async function bundle() {
  mkdirSync(target, { recursive: true });
  const made = mkdtempSync(join(target, "made-"));
  try {
    await build(made);
    replace(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Puts what was made in place, each file whole and the one that loads the others last: a second start, or a server
 * that runs, may read there meanwhile. What such a server has not loaded yet, the files of the bundle before, stays.
 */
function replace(made) {
  const main = join(target, "main.js");
  const before = existsSync(main) ? statSync(main).mtimeMs - ONE_BUILD_MS : 0;
  for (const file of readdirSync(target).map((name) => join(target, name))) {
    // Another build may have removed it.
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) rmSync(file, { recursive: true, force: true });
  }
  const files = readdirSync(made).filter((file) => file !== "main.js");
  for (const file of [...files, "main.js"]) renameSync(join(made, file), join(target, file));
}

async function build(directory) {
  const rolldown = await import("rolldown");
  await rolldown.build({
    cwd: root,
    input: join(dist, "main.js"),
    platform: "node",
    external: (name, importer) => isPackage(name) && !PACKAGES.has(name) && isOurs(importer),
    // Nothing is left out: a call for the sake of what it throws (decodeURIComponent) would count as dead code.
    treeshake: false,
    plugins: [{ name: "addresses", transform: { order: "pre", handler: keepAddress } }],
    output: {
      dir: directory,
      minify: false,
      chunkFileNames: "[name]-[hash].js",
      codeSplitting: { groups: [{ name: "packages", test: /node_modules/ }] },
    },
    logLevel: "warn",
  });
}

function isPackage(name) {
  return !/^[./]/.test(name);
}

function isOurs(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

/** A module's address stays that of its own file: workers, fonts and fees are found from there. */
function keepAddress(code, file) {
  if (!isOurs(file)) return null;
  const address = `../${relative(dist, file).split(sep).join("/")}`;
  return code.replaceAll("import.meta.url", `new URL("${address}", import.meta.url).href`);
}
