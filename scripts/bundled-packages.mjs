// Makes the packages of the server's bundle small: shortens their names and leaves out what we do not call.
import { readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { dist, listCompiledFiles, root } from "./compiled-files.mjs";

/** Packages that every start loads: they and their dependencies form one file. Others are separate files. */
const START_PACKAGES = addDependencies(["big.js", "find-my-way", "ipaddr.js", "pino"]);

/** Large packages that more than one build needs: each is one separate file. */
const SHARED_PACKAGES = ["@bwip-js/generic", "@tgwf/co2", "undici"];

/** A module that exports what we import of a shared package. */
const SHARED = "\0shared:";

/** The encoders of @bwip-js/generic that we call: a fifth of the library. */
const BWIP_ENCODERS = ["azteccode", "databarexpanded", "databaromni", "pdf417"];

/** Translations of the messages of zod, which we use in English. */
const TRANSLATIONS = /zod.v4.locales.index\.js$/;

const UNDICI_INDEX = /node_modules.undici.index\.js$/;

/** The module that rolldown adds for CommonJS packages. */
const ROLLDOWN = "\0rolldown/runtime.js";

/** TypeBox as the schemas import it, and the part of it that they use. */
const TYPEBOX = "\0typebox";
const BUILDERS = "\0typebox-builders";

/** The builders alone are about 10 KB; some of them, such as `Type.Record`, load the whole engine. */
const MAX_BUILDERS_CHARACTERS = 20_000;

/** Returns the plugin that bundles packages. Their names are added to `bundled`. */
export async function createPackagesPlugin(rolldown, bundled) {
  const typebox = await shakeTypeBox(rolldown);
  return {
    name: "packages",
    resolveId,
    load: (id) => load(id, typebox),
    transform: { order: "pre", handler: transform },
    renderChunk: (code, chunk) => minifyPackages(code, chunk),
    generateBundle: (_, chunks) => notePackages(chunks, bundled),
  };
}

/** Returns the build of each shared package. */
export function listSharedBuilds() {
  return SHARED_PACKAGES.map((name) => ({
    input: { [getSharedName(name)]: SHARED + name },
    // Its encoders are functions that nothing but the shortened list of them would name.
    treeshake: name === "@bwip-js/generic",
  }));
}

/** Returns true for modules of packages that every start loads. */
export function isStartPackage(id) {
  return START_PACKAGES.has(getPackage(id));
}

function resolveId(name, importer) {
  if (name === "typebox" && isOurs(importer)) return TYPEBOX;
  if (name.startsWith(SHARED)) return name;
  if (SHARED_PACKAGES.includes(name) && importer !== undefined && !importer.startsWith(SHARED)) {
    return { id: `./${getSharedName(name)}.js`, external: true };
  }
  return name === BUILDERS ? BUILDERS : null;
}

function load(id, typebox) {
  if (id.startsWith(SHARED)) return exportUsed(id.slice(SHARED.length));
  if (id === TYPEBOX) return `import * as Type from "${BUILDERS}"; export { Type };`;
  if (TRANSLATIONS.test(id)) return `export { default as en } from "./en.js";`;
  return id === BUILDERS ? typebox : null;
}

function transform(code, file) {
  if (basename(file) === "bwipp.mjs") return keepUsedEncoders(code);
  return UNDICI_INDEX.test(file) ? keepUsedModules(code) : null;
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

/** Returns the name of the file of a module's package. */
export function getPackageName(id) {
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

/** Returns true for files outside of packages. */
export function isOurs(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

/** Adds the packages of all modules of a build. */
function notePackages(chunks, bundled) {
  for (const { moduleIds = [] } of Object.values(chunks)) {
    for (const name of moduleIds.map((id) => getPackage(id)))
      if (name !== undefined) bundled.add(name);
  }
}

/** Returns name, version and license of the bundled packages, for notices and the bill of materials. */
export function describePackages(names) {
  return [...names]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => {
      const file = join(root, "node_modules", name, "package.json");
      const { version, license } = JSON.parse(readFileSync(file, "utf8"));
      return { name, version, license };
    });
}

/** Returns a module with the names that our files import of a package, because those of a CommonJS package are unknown. */
function exportUsed(name) {
  return `export { ${listUsed(name).join(", ")} } from "${name}";`;
}

/** Returns the names that our files import of a package. */
function listUsed(name) {
  const imports = new RegExp(`import ([^;]*?) from "${name}"`, "g");
  const clauses = listCompiledFiles().flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(imports)].map(([, clause]) => clause),
  );
  const names = clauses.flatMap((clause) => /\{([^}]*)\}/.exec(clause)?.[1].split(",") ?? []);
  const used = new Set(names.map((one) => one.trim()).filter((one) => one !== ""));
  return clauses.some((clause) => !clause.startsWith("{")) ? ["default", ...used] : [...used];
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

/** Shortens the index of undici to what we import, because it loads caches, mocks and `fetch` as well. */
function keepUsedModules(code) {
  const members = listUsed("undici").map((name) => {
    const [, value] = new RegExp(`^const ${name} = (require\\('[^']+'\\))$`, "m").exec(code) ?? [];
    if (value === undefined) throw new Error(`undici does not require ${name} in one line`);
    return `${name}: ${value}`;
  });
  return `module.exports = { ${members.join(", ")} };`;
}
