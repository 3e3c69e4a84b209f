// Bundles the compiled server, command and workers with every package but the store's driver into `dist/bundle`, because
// most of a start was Node's search for 400 modules, and because a package without dependencies installs in a second
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
import { runUnlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const target = join(dist, "bundle");

/** Packages that every start loads: they and their dependencies form one file. Others are separate files. */
const START_PACKAGES = addDependencies(["big.js", "find-my-way", "ipaddr.js", "pino"]);

/** The store's driver is a binary for each platform, which npm chooses. */
const NOT_BUNDLED = "libsql";

/** Large packages that more than one build needs: each is one separate file. */
const SHARED_PACKAGES = ["@bwip-js/generic", "@tgwf/co2", "undici"];

/** The encoders of @bwip-js/generic that we call: a fifth of the library. */
const BWIP_ENCODERS = ["azteccode", "databarexpanded", "databaromni", "pdf417"];

/** Files that packages read beside their own code. */
const DATA_FILES = ["harfbuzzjs/dist/harfbuzz.wasm", "zxing-wasm/dist/reader/zxing_reader.wasm"];

/** Entry points are moved into place last, because they load the other files. */
const ENTRIES = ["main.js", "sundry.js"];

/** The path by which the bundled command imports the bundled server. */
const SERVER = "./main.js";

/** A module that exports what we import of a shared package. */
const SHARED = "\0shared:";

/** The module that rolldown adds for CommonJS packages. */
const ROLLDOWN = "\0rolldown/runtime.js";

/** Imports a tool by its name. */
const LOAD_TOOL = join(dist, "cli", "load-tool.js");

/** Packages that only scripts of pages contain: shipped with the bundle, so its notices name them. */
const BROWSER_PACKAGES = ["@noble/hashes"];

/** Matches the URL of a worker's or task's script in the code. */
const SCRIPT = /new URL\("(\.{1,2}\/[^"]+\.js)", import\.meta\.url\)/g;

/** TypeBox as the schemas import it, and the part of it that they use. */
const TYPEBOX = "\0typebox";
const BUILDERS = "\0typebox-builders";

/** Modules that the commands of all tools load. */
const COMMON =
  /^.typebox|dist.cli.(arguments|content|flags|help|load-tool|progress|request|run|suggest)\.js|dist.lib.(date|errors|schema)\.js|dist.lib.input.|dist.tools.(define|run)\.js/;

/** The builders alone are about 10 KB; some of them, such as `Type.Record`, load the whole engine. */
const MAX_BUILDERS_CHARACTERS = 20_000;

/** Files of one build are written within this time. */
const ONE_BUILD_MS = 60_000;

await runUnlessFresh(join(target, ".sources"), sources(), bundle);

/** Returns the compiled files without tests, workers' bundles and what browsers load. */
function listCompiledFiles() {
  return readdirSync(dist, { recursive: true })
    .filter((file) => /(?<!\.test)\.js$/.test(file) && !/^(bundle|test|web.assets)\b/.test(file))
    .filter(hasSource)
    .map((file) => join(dist, file));
}

/** Skips output of sources that were moved or removed, because the compiler does not delete it. */
function hasSource(file) {
  const source = join(root, "src", file.replace(/\.js$/, ".ts"));
  return !existsSync(join(root, "src")) || existsSync(source) || existsSync(`${source}x`);
}

function sources() {
  return [...listCompiledFiles(), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
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
  writeFileSync(join(target, ".files"), JSON.stringify(readdirSync(made)));
  const others = readdirSync(made).filter((file) => !ENTRIES.includes(file));
  for (const file of [...others, ...ENTRIES.toReversed()]) {
    renameSync(join(made, file), join(target, file));
  }
}

async function build(directory) {
  const rolldown = await import("rolldown");
  const typebox = await shakeTypeBox(rolldown);
  const bundled = new Set(["typebox", ...BROWSER_PACKAGES]);
  const shared = {
    cwd: root,
    platform: "node",
    external: [NOT_BUNDLED, SERVER],
    // Nothing is left out: rolldown removes calls that matter only for what they throw (decodeURIComponent in a try).
    treeshake: false,
    plugins: [
      {
        name: "sundry",
        resolveId,
        load: (id) => load(id, typebox),
        transform: { order: "pre", handler: transform },
        renderChunk: (code, chunk) => minifyPackages(code, chunk),
        generateBundle: (_, chunks) => notePackages(chunks, bundled),
      },
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
      output: group({ name: "packages", test: (id) => START_PACKAGES.has(getPackage(id)) }),
    },
    // Modules of every command share one file, because each further file costs a millisecond.
    {
      input: join(dist, "cli", "sundry.js"),
      output: { ...group({ name: "common", test: COMMON }), minifyInternalExports: false },
    },
    { input: listWorkerEntries(), output: group() },
    ...SHARED_PACKAGES.map((name) => ({
      input: { [getSharedName(name)]: SHARED + name },
      // Its encoders are functions that nothing but the shortened list of them would name.
      treeshake: name === "@bwip-js/generic",
    })),
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

/** Adds the packages of all modules of a build. */
function notePackages(chunks, bundled) {
  for (const { moduleIds = [] } of Object.values(chunks)) {
    for (const name of moduleIds.map((id) => getPackage(id)))
      if (name !== undefined) bundled.add(name);
  }
}

/** Returns name, version and license of the bundled packages, for notices and the bill of materials. */
function describePackages(names) {
  return [...names]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => {
      const file = join(root, "node_modules", name, "package.json");
      const { version, license } = JSON.parse(readFileSync(file, "utf8"));
      return { name, version, license };
    });
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

/** Returns the package of a module; undefined for our own modules. */
function getPackage(id) {
  return /.*node_modules.((?:@[^/\\]+.)?[^/\\]+)/.exec(id)?.[1].replace("\\", "/");
}

/** Returns the packages and everything that they depend on. */
function addDependencies(names, known = new Set()) {
  for (const name of names.filter((one) => !known.has(one))) {
    known.add(name);
    const file = join(root, "node_modules", name, "package.json");
    addDependencies(Object.keys(JSON.parse(readFileSync(file, "utf8")).dependencies ?? {}), known);
  }
  return known;
}

function getPackageName(id) {
  return `package-${getFileName(getPackage(id) ?? "other")}`;
}

function getFileName(name) {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^-/, "");
}

function getSharedName(name) {
  return `shared-${getFileName(name)}`;
}

/** Shortens names and removes spaces in files of packages alone: our own code keeps readable stack traces. */
async function minifyPackages(code, { fileName: file, moduleIds }) {
  if (moduleIds.length === 0 || !moduleIds.every(isPackaged)) return null;
  const { minifySync } = await import("rolldown/utils");
  const options = {
    compress: false,
    mangle: true,
    codegen: { removeWhitespace: true },
    module: true,
  };
  return { code: minifySync(file, code, options).code, map: null };
}

function isPackaged(id) {
  return !isOurs(id) || id.startsWith(SHARED) || id === ROLLDOWN;
}

function isOurs(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

function resolveId(name, importer) {
  if (name === "typebox" && isOurs(importer)) return TYPEBOX;
  if (name.startsWith(SHARED)) return name;
  if (SHARED_PACKAGES.includes(name) && importer !== undefined && !importer.startsWith(SHARED)) {
    return { id: `./${getSharedName(name)}.js`, external: true };
  }
  if (name === "../main.js" && importer === join(dist, "cli", "sundry.js")) {
    return { id: SERVER, external: true };
  }
  return name === BUILDERS ? BUILDERS : null;
}

function load(id, typebox) {
  if (id.startsWith(SHARED)) return exportUsed(id.slice(SHARED.length));
  if (id === LOAD_TOOL) return loadToolModule();
  if (id === TYPEBOX) return `import * as Type from "${BUILDERS}"; export { Type };`;
  return id === BUILDERS ? typebox : null;
}

/** Returns a module with the names that our files import of a package, because those of a CommonJS package are unknown. */
function exportUsed(name) {
  const imports = new RegExp(`import ([^;]*?) from "${name}"`, "g");
  const clauses = listCompiledFiles().flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(imports)].map(([, clause]) => clause),
  );
  const names = clauses.flatMap((clause) => /\{([^}]*)\}/.exec(clause)?.[1].split(",") ?? []);
  const used = new Set(names.map((one) => one.trim()).filter((one) => one !== ""));
  const exported = clauses.some((clause) => !clause.startsWith("{"))
    ? ["default", ...used]
    : [...used];
  return `export { ${exported.join(", ")} } from "${name}";`;
}

/** Returns the code of the TypeBox builders that the schemas use: the package as a whole is 700 modules. */
async function shakeTypeBox(rolldown) {
  const known = new Set(Object.keys((await import("typebox")).Type));
  const used = listCompiledFiles().flatMap((file) =>
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
  if (basename(file) === "bwipp.mjs") return keepUsedEncoders(code);
  return isOurs(file) ? keepAddress(nameScripts(code, file), file) : null;
}

/** Shortens the library's list of encoders by name, so that those which we do not call are left out. */
function keepUsedEncoders(code) {
  const kept = new Set();
  const shortened = code.replaceAll(/^ +case "(\w+)":\s+return bwipp_\1;$/gm, (text, name) => {
    if (!BWIP_ENCODERS.includes(name)) return "";
    kept.add(name);
    return text;
  });
  if (kept.size < BWIP_ENCODERS.length) throw new Error("bwipp.mjs lists its encoders otherwise");
  return shortened;
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
