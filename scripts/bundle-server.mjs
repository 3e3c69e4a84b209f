// Bundles the compiled server, command and workers with every package but the store's driver into `dist/bundle`.
// Most of a start was Node's search for 400 modules, and a package without dependencies installs in a second
// (docs/decisions/0003, 0121). Skipped when nothing has changed.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createPackagesPlugin,
  describePackages,
  getPackageName,
  isOurs,
  isStartPackage,
  listSharedBuilds,
} from "./bundled-packages.mjs";
import { dist, hasSource, listCompiledFiles, root } from "./compiled-files.mjs";
import { runUnlessFresh } from "./fresh.mjs";

const target = join(dist, "bundle");

/** The store's driver is a binary for each platform, which npm chooses. */
const NOT_BUNDLED = "libsql";

/** Files that packages read beside their own code. */
const DATA_FILES = ["harfbuzzjs/dist/harfbuzz.wasm", "zxing-wasm/dist/reader/zxing_reader.wasm"];

/** Entry points are moved into place last, because they load the other files. */
const ENTRIES = ["main.js", "sundry.js"];

/** The path by which the bundled command imports the bundled server. */
const SERVER = "./main.js";

/** Imports a tool by its name. */
const LOAD_TOOL = join(dist, "cli", "load-tool.js");

/** Packages that only scripts of pages contain: shipped with the bundle, so its notices name them. */
const BROWSER_PACKAGES = ["@noble/hashes"];

/** Matches the URL of a worker's or task's script in the code. */
const SCRIPT = /new URL\("(\.{1,2}\/[^"]+\.js)", import\.meta\.url\)/g;

/** Modules that the commands of all tools load. */
const COMMON =
  /^.typebox|dist.cli.(arguments|content|flags|help|load-tool|progress|request|run)\.js|dist.lib.(dates.date|errors|schema|text.suggest)\.js|dist.lib.input.|dist.tools.(define|run)\.js/;

/** Files of one build are written within this time. */
const ONE_BUILD_MS = 60_000;

await runUnlessFresh(join(target, ".sources"), sources(), bundle);

function sources() {
  const scripts = ["bundled-packages.mjs", "compiled-files.mjs"].map((name) =>
    join(root, "scripts", name),
  );
  return [
    ...listCompiledFiles(),
    join(root, "package-lock.json"),
    fileURLToPath(import.meta.url),
    ...scripts,
  ];
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
 * read there. Files of the build before stay: a running server may not have loaded all of them yet.
 */
function replace(made) {
  const main = join(target, ENTRIES[0]);
  const before = existsSync(main) ? statSync(main).mtimeMs - ONE_BUILD_MS : 0;
  for (const file of readdirSync(target).map((name) => join(target, name))) {
    // Another build may have removed it.
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) rmSync(file, { recursive: true, force: true });
  }
  writeFileSync(join(target, ".files"), JSON.stringify(readdirSync(made)));
  const others = readdirSync(made).filter((file) => !ENTRIES.includes(file));
  for (const file of [...others, ...ENTRIES.toReversed()]) {
    renameSync(join(made, file), join(target, file));
  }
}

async function build(directory) {
  const rolldown = await import("rolldown");
  const bundled = new Set(["typebox", ...BROWSER_PACKAGES]);
  const shared = {
    cwd: root,
    platform: "node",
    external: [NOT_BUNDLED, SERVER],
    // Nothing is left out: rolldown removes calls that matter only for what they throw (decodeURIComponent in a try).
    treeshake: false,
    plugins: [
      await createPackagesPlugin(rolldown, bundled),
      { name: "sundry", resolveId, load, transform: { order: "pre", handler: transform } },
    ],
    logLevel: "warn",
    checks: { pluginTimings: false },
  };
  // Our files keep their names and lines for readable stack traces, but not their comments.
  const comments = { legal: true, annotation: false, jsdoc: false };
  const output = { dir: directory, minify: false, comments, chunkFileNames: "[name]-[hash].js" };
  const packageGroup = {
    debugName: "package",
    name: getPackageName,
    test: (id) => !isOurs(id),
  };
  const group = (...groups) => ({
    codeSplitting: { groups: [...groups, packageGroup], includeDependenciesRecursively: false },
  });
  // Three builds, because rolldown would otherwise let the command load what only the server and the workers need.
  const builds = [
    {
      input: join(dist, "main.js"),
      output: group({ name: "packages", test: isStartPackage }),
    },
    // Modules of every command share one file, because each further file costs a millisecond.
    {
      input: join(dist, "cli", "sundry.js"),
      output: { ...group({ name: "common", test: COMMON }), minifyInternalExports: false },
    },
    { input: listWorkerEntries(), output: group() },
    ...listSharedBuilds(),
  ];
  for (const { input, output: more, treeshake = false } of builds) {
    await rolldown.build({
      ...shared,
      input,
      treeshake,
      preserveEntrySignatures: "allow-extension",
      output: { ...output, ...more },
    });
  }
  await writeCompanions(directory, bundled);
}

/** Writes the files that are not code: the list of packages, the manual page and data of packages. */
async function writeCompanions(directory, bundled) {
  writeFileSync(
    join(directory, "packages.json"),
    JSON.stringify(describePackages(bundled), null, 2),
  );
  writeFileSync(join(directory, "sundry.1"), await describeCommand());
  for (const file of DATA_FILES) {
    copyFileSync(join(root, "node_modules", file), join(directory, basename(file)));
  }
}

/** Returns the manual page of the command. */
async function describeCommand() {
  const { formatManPage } = await import(pathToFileURL(join(dist, "cli", "man.js")).href);
  const { tools } = await import(pathToFileURL(join(dist, "tools", "index.js")).href);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return formatManPage(tools, version);
}

/** Returns the scripts of workers and tasks, by the names that they have in the bundle. */
function listWorkerEntries() {
  const scripts = listCompiledFiles().flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(SCRIPT)].map(([, path]) => join(dirname(file), path)),
  );
  return Object.fromEntries(scripts.map((script) => [getScriptName(script), script]));
}

function getScriptName(script) {
  return `worker-${relative(dist, script).replace(/\.js$/, "").split(sep).join("-")}`;
}

function resolveId(name, importer) {
  return name === "../main.js" && importer === join(dist, "cli", "sundry.js")
    ? { id: SERVER, external: true }
    : null;
}

function load(id) {
  return id === LOAD_TOOL ? loadToolModule() : null;
}

function transform(code, file) {
  return isOurs(file) ? keepAddress(nameScripts(code, file), file) : null;
}

/** Names the scripts of workers and tasks as they are called in the bundle. */
function nameScripts(code, file) {
  return code.replaceAll(
    SCRIPT,
    (_, path) => `new URL("./${getScriptName(join(dirname(file), path))}.js", import.\0meta.url)`,
  );
}

/** Keeps a module's own address, because fonts, fees and rates are found from there. */
function keepAddress(code, file) {
  const address = `../${relative(dist, file).split(sep).join("/")}`;
  return code
    .replaceAll(/import\.meta\.resolve\("[^"]*?([^"/]+\.wasm)"\)/g, (_, name) => {
      return `new URL("./${name}", import.\0meta.url).href`;
    })
    .replaceAll("import.meta.url", `new URL("${address}", import.meta.url).href`)
    .replaceAll("import.\0meta", "import.meta");
}

/** Replaces the import of a tool by its name with one import for each tool, which become chunks. */
function loadToolModule() {
  const folders = readdirSync(join(dist, "tools")).filter(
    (folder) =>
      hasSource(join("tools", folder, "tool.js")) &&
      existsSync(join(dist, "tools", folder, "tool.js")),
  );
  const imports = folders.map((name) => `"${name}": () => import("../tools/${name}/tool.js")`);
  return `const tools = { ${imports.join(", ")} };
export async function loadTool(name) {
  return Object.hasOwn(tools, name) ? (await tools[name]()).default : undefined;
}`;
}
