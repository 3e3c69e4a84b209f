// Makes the packages of the server's bundle small: shortens their names and leaves out what we do
// not call.
import { join, sep } from "node:path";
import { root } from "../root.mjs";
import { dist, listUsedBuilders, listUsedNames } from "./compiled-files.mjs";
import { collectDependencies, getPackage, PackageInventory } from "./package-inventory.mjs";
import { checkAllRewritten, findRewrite, rewriteModule } from "./package-rewrites.mjs";

/** @import { OutputBundle, Plugin, PluginContext, RenderedChunk } from "rolldown" */

/**
 * Packages that every start loads: they and their dependencies form one file. Others are separate
 * files.
 */
const START_PACKAGES = collectDependencies(["find-my-way", "ipaddr.js", "pino"]);

/** Large packages that more than one build needs, each with its entries: built once, apart. */
const SHARED_PACKAGES = [
  ["@bwip-js/node"],
  ["@modelcontextprotocol/server", "@modelcontextprotocol/server/stdio"],
  ["@tgwf/co2"],
  ["ioredis"],
  ["marked"],
  ["undici"],
];
const SHARED_ENTRIES = new Set(SHARED_PACKAGES.flat());

/** Prefix of modules that export what we import of a shared package. */
const SHARED = "\0shared:";

/** The module that rolldown adds for CommonJS packages. */
const ROLLDOWN = "\0rolldown/runtime.js";

/** TypeBox as the schemas import it, and the part of it that they use. */
const TYPEBOX = "\0typebox";
const BUILDERS = "\0typebox-builders";

/**
 * The builders alone are about 10 KB; some of them, such as `Type.Record`, load the whole engine.
 */
const MAX_BUILDERS_CHARACTERS = 20_000;

/** Packages in one or more builds, as one plugin of all of them. */
export class BundledPackages {
  /** @type {Set<string>} */
  #rewritten = new Set();
  #inventory = new PackageInventory();
  #typebox = "";

  /**
   * @param {typeof import("rolldown")} rolldown
   * @param {string[]} others packages that no build shows
   */
  static async create(rolldown, others) {
    const packages = new BundledPackages();
    for (const name of others) packages.#inventory.add(name);
    packages.#typebox = await shakeTypeBox(rolldown);
    return packages;
  }

  /** @returns {Plugin} */
  get plugin() {
    const packages = this;
    return {
      name: "packages",
      resolveId,
      load: (id) => load(id, this.#typebox),
      transform: { order: "pre", handler: (code, id) => this.#transform(code, id) },
      renderChunk: (code, chunk) => minifyPackages(code, chunk),
      generateBundle(_, chunks) {
        packages.#collectPackageNames(this, chunks);
      },
    };
  }

  /** Returns the packages of all builds. Throws when one of them was not shortened. */
  describe() {
    checkAllRewritten(this.#rewritten);
    return this.#inventory.describe();
  }

  /**
   * @param {string} code
   * @param {string} id
   */
  #transform(code, id) {
    const path = findRewrite(id);
    if (path === undefined) return null;
    this.#rewritten.add(path);
    return rewriteModule(path, code);
  }

  /**
   * @param {PluginContext} context
   * @param {OutputBundle} chunks
   */
  #collectPackageNames(context, chunks) {
    for (const chunk of Object.values(chunks)) {
      for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
        this.#inventory.addModule(id, context.getModuleInfo(id)?.importedIds ?? []);
      }
    }
  }
}

/** Returns the build of each shared package. */
export function listSharedBuilds() {
  return SHARED_PACKAGES.map((entries) => ({
    input: Object.fromEntries(entries.map((name) => [getSharedName(name), SHARED + name])),
    // Its encoders are functions that nothing but the shortened list of them would name.
    treeshake: entries.includes("@bwip-js/node"),
    output: { chunkFileNames: `${getSharedName(entries[0] ?? "")}-[hash].js` },
  }));
}

/**
 * Returns true for modules of packages that every start loads.
 * @param {string} id
 */
export function isStartPackage(id) {
  return START_PACKAGES.has(getPackage(id) ?? "");
}

/**
 * Returns the name of the file of a module's package.
 * @param {string} id
 */
export function getPackageFile(id) {
  return `package-${toFileName(getPackage(id) ?? "other")}`;
}

/**
 * Returns true for files outside of packages.
 * @param {string} [file]
 */
export function isOwnModule(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

/**
 * @param {string} name
 * @param {string | undefined} importer
 */
function resolveId(name, importer) {
  if (name === "typebox" && isOwnModule(importer)) return TYPEBOX;
  if (name.startsWith(SHARED)) return name;
  if (SHARED_ENTRIES.has(name) && importer !== undefined && !importer.startsWith(SHARED)) {
    return { id: `./${getSharedName(name)}.js`, external: true };
  }
  return name === BUILDERS ? BUILDERS : null;
}

/**
 * @param {string} id
 * @param {string} typebox the code of its builders
 */
function load(id, typebox) {
  if (id.startsWith(SHARED)) return exportUsed(id.slice(SHARED.length));
  if (id === TYPEBOX) return `import * as Type from "${BUILDERS}"; export { Type };`;
  return id === BUILDERS ? typebox : null;
}

/** @param {string} name */
function toFileName(name) {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^-/, "");
}

/** @param {string} name */
function getSharedName(name) {
  return `shared-${toFileName(name)}`;
}

/**
 * Shortens names and removes spaces in files of packages alone: our own code keeps readable stack
 * traces. Files that every start loads are in ASCII, like our own.
 * @param {string} code
 * @param {RenderedChunk} chunk
 */
async function minifyPackages(code, { fileName: file, moduleIds }) {
  if (moduleIds.length === 0 || !moduleIds.every(isPackaged)) return null;
  const { minifySync } = await import("rolldown/utils");
  const options = {
    compress: false,
    mangle: true,
    codegen: { removeWhitespace: true, asciiOnly: moduleIds.every(isStartPackage) },
    module: true,
  };
  return { code: minifySync(file, code, options).code, map: null };
}

/** @param {string} id */
function isPackaged(id) {
  return !isOwnModule(id) || id.startsWith(SHARED) || id === ROLLDOWN;
}

/**
 * Returns a module with the names that our files import of a package, because those of a CommonJS
 * package are unknown.
 * @param {string} name
 */
function exportUsed(name) {
  return `export { ${listUsedNames(name).join(", ")} } from "${name}";`;
}

/**
 * Returns the code of the TypeBox builders that the schemas use: the package as a whole is 700
 * modules.
 * @param {typeof import("rolldown")} rolldown
 */
async function shakeTypeBox(rolldown) {
  const builders = new Set(Object.keys((await import("typebox")).Type));
  const names = listUsedBuilders().filter((name) => builders.has(name));
  const typebox = join(root, "node_modules", "typebox", "build", "index.mjs").split(sep).join("/");
  const { output } = await rolldown.build({
    cwd: root,
    input: BUILDERS,
    plugins: [
      {
        name: "builders",
        resolveId: (name) => (name === BUILDERS ? BUILDERS : null),
        load: (id) =>
          id === BUILDERS ? `export { ${names.join(", ")} } from "${typebox}";` : null,
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
