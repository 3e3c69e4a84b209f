// Bundles the compiled server, command and workers with every package but the store's driver into
// `dist/bundle`. Most of a start was Node's search for 400 modules, and a package without
// dependencies installs in a second (docs/decisions/0003, 0121). Skipped when nothing has changed.
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
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson, root } from "../root.mjs";
import {
  BundledPackages,
  getPackageFile,
  isOwnModule,
  isStartPackage,
  listSharedBuilds,
} from "./bundled-packages.mjs";
import { dist, hasSource, listCompiledFiles } from "./compiled-files.mjs";
import { listBuildScripts, runUnlessFresh } from "./fresh.mjs";
import { applyEdits, findModuleUrls, replaceReference } from "./syntax.mjs";

/** @import { BuildOptions, CodeSplittingGroup, OutputOptions } from "rolldown" */
/** @import { Plugin, PluginContext } from "rolldown" */

const target = join(dist, "bundle");

/** The store's driver is a binary for each platform, which npm chooses. */
const NOT_BUNDLED = "libsql";

/** Files that packages read beside their own code. */
const DATA_FILES = ["harfbuzzjs/dist/harfbuzz.wasm", "zxing-wasm/dist/reader/zxing_reader.wasm"];

/**
 * The server and the command. They are moved into place last, because they load the other files.
 */
const MAIN = "main.js";
const COMMAND = "sundry.js";
const ENTRIES = [COMMAND, MAIN];

/** The path by which the bundled command imports the bundled server. */
const SERVER = `./${MAIN}`;

const COMMAND_MODULE = join(dist, "cli", COMMAND);
const MAIN_MODULE = join(dist, MAIN);
const SERVER_MODULE = join(dist, "server.js");

const PAGES = join(dist, "web");

/** Imports a tool by its name. */
const LOAD_TOOL = join(dist, "cli", "load-tool.js");

/**
 * Packages that only scripts of pages contain: shipped with the bundle, so its notices name them.
 */
const BROWSER_PACKAGES = ["@noble/hashes", "diff", "hash-wasm", "minisearch"];

/** Keeps the folder in which a parallel build has just written its last file. */
const PARALLEL_BUILD_MS = 60_000;

const sources = [...listCompiledFiles(), join(root, "package-lock.json"), ...listBuildScripts()];
await runUnlessFresh(join(target, ".sources"), sources, bundle);

async function bundle() {
  mkdirSync(target, { recursive: true });
  const stagingFolder = mkdtempSync(join(target, "staging-"));
  try {
    await build(stagingFolder);
    replace(stagingFolder);
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true });
  }
}

/**
 * Moves the new files into place, each one whole and the entries last, because a second start or a
 * running server may read there. Files of the build before stay: a running server may not have
 * loaded all of them yet.
 * @param {string} stagingFolder
 */
function replace(stagingFolder) {
  const main = join(target, MAIN);
  const before = existsSync(main) ? statSync(main).mtimeMs - PARALLEL_BUILD_MS : 0;
  for (const file of readdirSync(target).map((name) => join(target, name))) {
    // Another build may have removed it.
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) rmSync(file, { recursive: true, force: true });
  }
  const files = readdirSync(stagingFolder);
  writeFileSync(join(target, ".files"), JSON.stringify(files));
  // All files of a build have one time, because a busy machine may write the first of them minutes
  // before the entries.
  const builtAt = new Date();
  for (const file of [...files.filter((name) => !ENTRIES.includes(name)), ...ENTRIES]) {
    utimesSync(join(stagingFolder, file), builtAt, builtAt);
    renameSync(join(stagingFolder, file), join(target, file));
  }
}

/** @param {string} directory */
async function build(directory) {
  const rolldown = await import("rolldown");
  const packages = await BundledPackages.create(rolldown, ["typebox", ...BROWSER_PACKAGES]);
  /** @type {Plugin} */
  const ownModules = {
    name: "own-modules",
    resolveId,
    load,
    transform: { order: "pre", handler: transform },
  };
  for (const { plugins = [], output, ...settings } of listBuilds()) {
    await rolldown.build({
      cwd: root,
      platform: "node",
      external: [NOT_BUNDLED, SERVER],
      // Nothing is left out: rolldown removes calls that matter only for what they throw
      // (decodeURIComponent in a try).
      treeshake: false,
      preserveEntrySignatures: "allow-extension",
      logLevel: "warn",
      // `main.js` imports on demand some modules that the server's file contains.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      ...settings,
      plugins: [packages.plugin, ownModules, plugins],
      output: {
        dir: directory,
        // Our files keep their names and lines for readable stack traces, but not their comments.
        minify: false,
        comments: { legal: true, annotation: false, jsdoc: false },
        chunkFileNames: "[name]-[hash].js",
        ...output,
      },
    });
  }
  await writeCompanions(directory, packages);
}

/**
 * Three builds and those of shared modules, because rolldown would otherwise let the command load
 * what only the server and the workers need.
 * @returns {BuildOptions[]}
 */
function listBuilds() {
  const command = findCommandModules();
  const workers = listWorkerEntries();
  const pageWorkers = workers.filter(([, script]) => script.startsWith(PAGES));
  const start = findStartModules(pageWorkers.map(([, script]) => script));
  return [
    // Workers of pages render with the components of the server.
    {
      input: { main: MAIN_MODULE, ...Object.fromEntries(pageWorkers) },
      plugins: [start.plugin],
      output: {
        ...splitBy({ name: "packages", test: isStartPackage }, { name: start.getFile }),
        // One character outside Latin 1 doubles the memory of the text; ASCII escapes more.
        charset: "ascii",
      },
    },
    // Modules of every command share one file, because each further file costs a millisecond.
    {
      input: COMMAND_MODULE,
      plugins: [command.plugin],
      output: {
        ...splitBy({ name: "common", test: command.isCommon }),
        minifyInternalExports: false,
      },
    },
    {
      input: Object.fromEntries(workers.filter((worker) => !pageWorkers.includes(worker))),
      output: splitBy(),
    },
    ...listSharedBuilds(),
  ];
}

/**
 * Puts each package into a file of its own, after these groups.
 * @param {CodeSplittingGroup[]} groups
 * @returns {OutputOptions}
 */
function splitBy(...groups) {
  const byPackage = {
    debugName: "package",
    name: getPackageFile,
    test: (/** @type {string} */ id) => !isOwnModule(id),
  };
  return {
    codeSplitting: { groups: [...groups, byPackage], includeDependenciesRecursively: false },
  };
}

/**
 * Returns a plugin that finds the modules of a start, and the name of the file that each goes into:
 * those of `main.js`, then those of the server, which it imports while the store opens. Modules
 * that workers of pages load as well are in files without the others.
 * @param {string[]} workers
 */
function findStartModules(workers) {
  /** @type {Set<string>} */
  const ofMain = new Set();
  /** @type {Set<string>} */
  const ofServer = new Set();
  /** @type {Set<string>} */
  const ofPages = new Set();
  /** @type {Plugin} */
  const plugin = {
    name: "start-modules",
    buildEnd() {
      listImports(this, MAIN_MODULE, { ids: ofMain });
      listImports(this, SERVER_MODULE, { ids: ofServer });
      // They import every part of a page that the server renders.
      for (const worker of workers) listImports(this, worker, { isStatic: false, ids: ofPages });
    },
  };
  return {
    plugin,
    /** @param {string} id */
    getFile(id) {
      if (id === MAIN_MODULE || !isOwnModule(id)) return null;
      const name = ofMain.has(id) ? "start" : ofServer.has(id) ? "server" : null;
      return name && (ofPages.has(id) ? `${name}-pages` : name);
    },
  };
}

/**
 * Returns a plugin that finds the modules which the commands of all tools load after the entry.
 */
function findCommandModules() {
  /** @type {Set<string>} */
  let common = new Set();
  /** @type {Plugin} */
  const plugin = {
    name: "command-modules",
    buildEnd() {
      common = findCommonModules(this);
    },
  };
  return { plugin, isCommon: (/** @type {string} */ id) => common.has(id) };
}

/**
 * Returns what the command's entry and each tool import statically. Packages but TypeBox stay in
 * their own files.
 * @param {PluginContext} context
 */
function findCommonModules(context) {
  const entry = listImports(context, COMMAND_MODULE);
  const tools = context.getModuleInfo(LOAD_TOOL)?.dynamicallyImportedIds ?? [];
  const [first = new Set(), ...others] = tools.map((id) => listImports(context, id));
  const ofTools = [...first].filter((id) => others.every((ids) => ids.has(id)));
  const ids = new Set([...entry, ...ofTools].filter(isOwnModule));
  ids.delete(COMMAND_MODULE);
  return ids;
}

/**
 * Returns a module and everything that it imports, with `isStatic` without what it imports on
 * demand.
 * @param {PluginContext} context
 * @param {string} id
 * @param {{ isStatic?: boolean, ids?: Set<string> }} [options] with the set to add to
 */
function listImports(context, id, { isStatic = true, ids = new Set() } = {}) {
  if (ids.has(id)) return ids;
  ids.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
  for (const imported of [...importedIds, ...(isStatic ? [] : dynamicallyImportedIds)]) {
    listImports(context, imported, { isStatic, ids });
  }
  return ids;
}

/**
 * Writes the files that are not code: the list of packages, the manual page and data of packages.
 * @param {string} directory
 * @param {BundledPackages} packages
 */
async function writeCompanions(directory, packages) {
  const list = JSON.stringify(packages.describe(), null, 2);
  writeFileSync(join(directory, "packages.json"), list);
  writeFileSync(join(directory, "sundry.1"), await describeCommand());
  for (const file of DATA_FILES) {
    copyFileSync(join(root, "node_modules", file), join(directory, basename(file)));
  }
}

/** Returns the manual page of the command. */
async function describeCommand() {
  const { formatManPage } = await import(pathToFileURL(join(dist, "cli", "man.js")).href);
  const { tools } = await import(pathToFileURL(join(dist, "tools", "index.js")).href);
  const { version } = readJson("package.json");
  return formatManPage(tools, version);
}

/** Returns the scripts of workers and tasks, by the names that they have in the bundle. */
function listWorkerEntries() {
  const scripts = listCompiledFiles().flatMap((file) =>
    findModuleUrls(file, readFileSync(file, "utf8")).scripts.map(({ path }) =>
      join(dirname(file), path),
    ),
  );
  return scripts.map((script) => /** @type {const} */ ([getScriptName(script), script]));
}

/** @param {string} script */
function getScriptName(script) {
  return `worker-${relative(dist, script).replace(/\.js$/, "").split(sep).join("-")}`;
}

/**
 * @param {string} name
 * @param {string | undefined} importer
 */
function resolveId(name, importer) {
  return name === "../main.js" && importer === COMMAND_MODULE
    ? { id: SERVER, external: true }
    : null;
}

/** @param {string} id */
function load(id) {
  return id === LOAD_TOOL ? loadToolModule() : null;
}

/**
 * Names scripts and data files as they are called in the bundle. Other URLs stay those of the
 * module itself, because fonts, fees and rates are found from there.
 * @param {string} code
 * @param {string} file
 */
function transform(code, file) {
  if (!isOwnModule(file) || !code.includes("import.meta")) return null;
  const { scripts, resolved, modules } = findModuleUrls(file, code);
  return applyEdits(code, [
    ...scripts.map((script) => {
      const name = getScriptName(join(dirname(file), script.path));
      return replaceReference(script, `"./${name}.js"`);
    }),
    ...resolved.map((data) =>
      replaceReference(data, `new URL("./${basename(data.path)}", import.meta.url).href`),
    ),
    ...modules.map((url) => replaceReference(url, pinModuleUrl(file))),
  ]);
}

/**
 * Returns the expression of a module's own URL, as seen from the bundle.
 * @param {string} file
 */
function pinModuleUrl(file) {
  const path = `../${relative(dist, file).split(sep).join("/")}`;
  return `new URL("${path}", import.meta.url).href`;
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
