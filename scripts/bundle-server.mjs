// Bundles the compiled server and command with the packages that every start loads into a few files in `dist/bundle`,
// because most of a start was Node's search for 400 modules (docs/decisions/0003). Skipped when nothing has changed.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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

/** Every other package stays where it is: it is loaded on first use, or has a file of its own beside its code. */
const PACKAGES = new Set(["big.js", "find-my-way", "ipaddr.js", "pino", "qr", "typebox"]);

/** Entry points are moved into place last, because they load the other files. */
const ENTRIES = ["main.js", "sundry.js"];

/** The path by which the bundled command imports the bundled server. */
const SERVER = "./main.js";

/** TypeBox as the schemas import it, and the part of it that they use. */
const TYPEBOX = "\0typebox";
const BUILDERS = "\0typebox-builders";

/** What the commands of all tools load. */
const COMMON =
  /^.typebox|dist.cli.(arguments|content|flags|help|progress|request|run|suggest)\.js|dist.lib.(date|errors|schema)\.js|dist.lib.input.|dist.tools.(define|run)\.js/;

/** The builders alone are about 10 KB; some of them, such as `Type.Record`, load the whole engine. */
const MAX_BUILDERS_CHARACTERS = 20_000;

/** Files of one build are written within this time. */
const ONE_BUILD_MS = 60_000;

await unlessFresh(join(target, ".sources"), sources(), bundle);

/** Returns the compiled files without tests, workers' bundles and what browsers load. */
function compiledFiles() {
  return readdirSync(dist, { recursive: true })
    .filter((file) => /(?<!\.test)\.js$/.test(file) && !/^(bundle|test|web.assets)\b/.test(file))
    .filter(hasSource)
    .map((file) => join(dist, file));
}

/** The compiler leaves what it made of a file that has been moved or removed since. */
function hasSource(file) {
  const source = join(root, "src", file.replace(/\.js$/, ".ts"));
  return !existsSync(join(root, "src")) || existsSync(source) || existsSync(`${source}x`);
}

function sources() {
  return [...compiledFiles(), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
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
 * Moves the new files into place, each one whole and the entries last, because a second start or a running server may
 * read there meanwhile. Files of the build before stay: a running server may not have loaded all of them yet.
 */
function replace(made) {
  const main = join(target, ENTRIES[0]);
  const before = existsSync(main) ? statSync(main).mtimeMs - ONE_BUILD_MS : 0;
  for (const file of readdirSync(target).map((name) => join(target, name))) {
    // Another build may have removed it.
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) rmSync(file, { recursive: true, force: true });
  }
  const others = readdirSync(made).filter((file) => !ENTRIES.includes(file));
  for (const file of [...others, ...ENTRIES.toReversed()]) {
    renameSync(join(made, file), join(target, file));
  }
}

async function build(directory) {
  const rolldown = await import("rolldown");
  const typebox = await shakeTypeBox(rolldown);
  const shared = {
    cwd: root,
    platform: "node",
    // Nothing is left out: rolldown removes calls that matter only for what they throw (decodeURIComponent in a try).
    treeshake: false,
    plugins: [
      {
        name: "sundry",
        resolveId,
        load: (id) => load(id, typebox),
        transform: { order: "pre", handler: transform },
      },
    ],
    logLevel: "warn",
  };
  const output = { dir: directory, minify: false, chunkFileNames: "[name]-[hash].js" };
  await rolldown.build({
    ...shared,
    input: join(dist, "main.js"),
    external: isExternal,
    output: { ...output, codeSplitting: { groups: [{ name: "packages", test: /node_modules/ }] } },
  });
  // A build of its own: the command must not load the server's packages, and each tool is a chunk.
  await rolldown.build({
    ...shared,
    input: join(dist, "cli", "sundry.js"),
    preserveEntrySignatures: "allow-extension",
    external: (name, importer) => name === SERVER || isExternal(name, importer),
    // What every command loads is one file, because each further file costs a millisecond.
    output: {
      ...output,
      minifyInternalExports: false,
      codeSplitting: {
        groups: [{ name: "common", test: COMMON, includeDependenciesRecursively: false }],
      },
    },
  });
}

function isExternal(name, importer) {
  return isPackage(name) && !PACKAGES.has(name) && isOurs(importer);
}

function isPackage(name) {
  return !/^[./\0]/.test(name);
}

function isOurs(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

function resolveId(name, importer) {
  if (name === "typebox" && isOurs(importer)) return TYPEBOX;
  if (name === "../main.js" && importer === join(dist, "cli", "sundry.js")) {
    return { id: SERVER, external: true };
  }
  return name === BUILDERS ? BUILDERS : null;
}

function load(id, typebox) {
  if (id === TYPEBOX) return `import * as Type from "${BUILDERS}"; export { Type };`;
  return id === BUILDERS ? typebox : null;
}

/** Returns the code of the TypeBox builders that the schemas use: the package as a whole is 700 modules. */
async function shakeTypeBox(rolldown) {
  const known = new Set(Object.keys((await import("typebox")).Type));
  const used = compiledFiles().flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bType\.([A-Z]\w*)\(/g)].map(([, name]) => name),
  );
  const names = [...new Set(used)].filter((name) => known.has(name));
  const { output } = await rolldown.build({
    cwd: root,
    input: BUILDERS,
    plugins: [
      {
        name: "builders",
        resolveId: (name) => (name === BUILDERS ? BUILDERS : null),
        load: (id) =>
          id === BUILDERS
            ? `export { ${names.join(", ")} } from "${join(root, "node_modules", "typebox", "build", "index.mjs").split(sep).join("/")}";`
            : null,
      },
    ],
    treeshake: true,
    write: false,
    logLevel: "warn",
  });
  const { code } = output[0];
  if (code.length > MAX_BUILDERS_CHARACTERS) {
    throw new Error("a builder of TypeBox loads its engine: use recordOf or optionalMembers");
  }
  return code;
}

function transform(code, file) {
  if (!isOurs(file)) return null;
  return importTools(keepAddress(code, file), file);
}

/** Keeps a module's own address, because workers, fonts and fees are found from there. */
function keepAddress(code, file) {
  const address = `../${relative(dist, file).split(sep).join("/")}`;
  return code.replaceAll("import.meta.url", `new URL("${address}", import.meta.url).href`);
}

/** Replaces the command's import of a tool by name with one import for each tool, which become chunks. */
function importTools(code, file) {
  if (file !== join(dist, "cli", "sundry.js")) return code;
  const folders = readdirSync(join(dist, "tools")).filter((folder) =>
    existsSync(join(dist, "tools", folder, "tool.js")),
  );
  const imports = folders.map((name) => `"${name}": () => import("../tools/${name}/tool.js")`);
  const bundled = code.replace(
    /import\(\w*\(?file\.href\)?\)/,
    `({ ${imports.join(", ")} })[name]()`,
  );
  if (bundled === code) throw new Error("the command imports tools in another way");
  return bundled;
}
