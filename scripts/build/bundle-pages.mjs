// Bundles what the pages run in the browser, compressed once; skipped when its sources have not
// changed.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { root } from "../root.mjs";
import { listBuildScripts, runUnlessFresh } from "./fresh.mjs";
import { joinStyles, shortenStyles } from "./styles.mjs";
import { applyEdits, findModuleUrls, listImports, replaceReference } from "./syntax.mjs";

/** @import { BuildOptions, Plugin } from "rolldown" */

const source = join(root, "src", "web");
const domain = join(root, "src", "domain");
const tools = join(root, "src", "tools");
/**
 * Tools that their pages run in the browser with the API's own code, so that secrets stay there.
 */
const LOCAL_TOOLS = ["webhook-signature"];
/** The files of all pages in one, because reading hundreds takes a twentieth of a start. */
const target = join(root, "dist", "web", "assets.bin");

const client = join(source, "client");

const FONT = join(source, "fonts", "inter-latin.woff2");

/** Matches the scripts of pages apart from those of tools with a kit. */
const PAGE_ENTRY =
  /^(access|docs|home|inbox|inbox-start|invoices|many|my-details|rehearsal|tool)\.tsx?$/;

/** The kits of tools: each folder with a `kit.ts` is the page `tool-<folder>`. */
const kits = join(source, "tool", "kits");

/** The scripts that run in workers. */
const WORKERS = ["file-hash-worker.ts", "compare-worker.ts"].map((file) => join(client, file));

const HASHED = "[name]-[hash].js";

/**
 * Silences timing warnings, and warnings of modules that one page loads at first and another on
 * demand.
 */
const BUILD_CHECKS = { pluginTimings: false, ineffectiveDynamicImport: false };

await runUnlessFresh(join(root, "dist", "web", ".bundle"), listSources(), async () => {
  mkdirSync(dirname(target), { recursive: true });
  // Written elsewhere and moved, because a second start may build, too.
  const stagingFolder = mkdtempSync(`${target}-`);
  try {
    await bundle(stagingFolder);
    await compress(stagingFolder);
    const joined = join(stagingFolder, "joined");
    writeFileSync(joined, joinFiles(stagingFolder));
    renameSync(joined, target);
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true });
  }
});

/**
 * Joins the files of a folder: a line of JSON with their names and lengths, then their contents.
 * @param {string} folder
 */
function joinFiles(folder) {
  const names = readdirSync(folder).sort();
  const contents = names.map((name) => readFileSync(join(folder, name)));
  const head = JSON.stringify(names.map((name, index) => [name, contents[index]?.length]));
  return Buffer.concat([Buffer.from(`${head}\n`), ...contents]);
}

/** Returns the sources of all bundles. */
function listSources() {
  return [source, join(root, "src", "lib"), domain, ...LOCAL_TOOLS.map((name) => join(tools, name))]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(listBuildScripts())
    .concat(join(root, "package-lock.json"), join(tools, "run.ts"));
}

/**
 * Bundles each page separately, because a second request costs more than the few shared bytes that
 * it saves.
 * @param {string} directory
 */
async function bundle(directory) {
  const { build } = await import("rolldown");
  const font = writeHashed(directory, "inter-latin.woff2", readFileSync(FONT));
  const workers = await Promise.all(
    WORKERS.map(async (file) => {
      const { output } = await build(createSettings(directory, [file]));
      return renameWorker(file, `./${output[0].fileName}`);
    }),
  );
  const workerPaths = workers.map(({ plugin }) => plugin);
  const pages = [...listPages(), ...listKitPages()].map(({ name, input, styles }) => {
    writeStyles(directory, { name, styles, font });
    return useOneScript(
      createSettings(directory, { [name]: input }, [...workerPaths, createPlugin()]),
      name,
    );
  });
  const locals = LOCAL_TOOLS.map((name) => ({ [`run-${name}`]: `local:${name}` }));
  const signatures = [
    { verify: join(domain, "webhook-signature", "verify.ts") },
    { deliver: join(domain, "rehearsal", "deliver.ts") },
  ];
  const server = [...signatures, ...locals].map((input) =>
    runServerCode(createSettings(directory, input)),
  );
  await Promise.all([...pages, ...server].map((settings) => build(settings)));
  for (const { checkUsed } of workers) checkUsed();
}

/**
 * A page: the name of its files, its script and its style sheets.
 * @typedef {{ name: string, input: string, styles: string[] }} PageBundle
 */

/** @returns {PageBundle[]} */
function listPages() {
  return readdirSync(client)
    .filter((file) => PAGE_ENTRY.test(file))
    .map((file) => {
      const input = join(client, file);
      const imports = listImports(input, readFileSync(input, "utf8"));
      const styles = imports.map(({ path }) => path).filter((path) => path.endsWith(".css"));
      return {
        name: file.replace(/\.tsx?$/, ""),
        input,
        styles: styles.map((path) => join(client, path)),
      };
    });
}

/** @returns {PageBundle[]} */
function listKitPages() {
  return readdirSync(kits)
    .filter((name) => existsSync(join(kits, name, "kit.ts")))
    .map((name) => ({
      name: `tool-${name}`,
      input: `kit:${name}`,
      styles: [join(source, "styles", "tools", `${name}.css`)],
    }));
}

/**
 * Keeps the modules that lazy parts share in the page's script. In files of their own a browser
 * would find them only after it had read that script: a round trip before the page is usable.
 * @param {BuildOptions} settings
 * @param {string} name of the page's script
 * @returns {BuildOptions}
 */
function useOneScript(settings, name) {
  return {
    ...settings,
    output: { ...settings.output, codeSplitting: { groups: [{ name, tags: ["$initial"] }] } },
  };
}

/**
 * Changes the settings of a build for modules of the server, whose exports the pages import.
 * @param {BuildOptions} settings
 * @returns {BuildOptions}
 */
function runServerCode(settings) {
  const shims = join(source, "node-shims");
  const alias = ["crypto", "querystring"].map((name) => [
    `node:${name}`,
    join(shims, `${name}.ts`),
  ]);
  return {
    ...settings,
    // Keeps the exports of entries.
    preserveEntrySignatures: "strict",
    plugins: [createPlugin()],
    resolve: { alias: Object.fromEntries(alias) },
    // Browsers have no `Buffer`.
    transform: { ...settings.transform, inject: { Buffer: [join(shims, "buffer.ts"), "Buffer"] } },
  };
}

/**
 * Returns a plugin for modules that are not files: `kit:<name>` starts the page of a kit, and
 * `local:<name>` exports a tool and the function that runs it.
 * @returns {Plugin}
 */
function createPlugin() {
  /** @type {Record<string, (name: string) => string>} */
  const modules = {
    kit: (name) => `import { kit } from ${JSON.stringify(join(kits, name, "kit.ts"))};
      import { hydrateTool } from ${JSON.stringify(join(client, "hydrate-tool.tsx"))};
      hydrateTool(kit);`,
    local: (name) => `export { runTool } from ${JSON.stringify(join(tools, "run.ts"))};
      export { default as tool } from ${JSON.stringify(join(tools, name, "tool.ts"))};`,
  };
  const filter = { id: /^(kit|local):/ };
  return {
    name: "generated-modules",
    resolveId: { filter, handler: (id) => id },
    load: {
      filter,
      handler(id) {
        const [kind = "", name = ""] = id.split(":");
        return modules[kind]?.(name);
      },
    },
  };
}

/**
 * Returns the settings of every build.
 * @param {string} dir
 * @param {BuildOptions["input"] & {}} input
 * @param {Plugin[]} plugins
 * @returns {BuildOptions}
 */
function createSettings(dir, input, plugins = []) {
  return {
    cwd: source,
    input,
    plugins,
    platform: "browser",
    // Leaves out styles, because the page links to them.
    moduleTypes: { ".css": "empty" },
    preserveEntrySignatures: false,
    transform: {
      target: "es2022",
      jsx: { runtime: "automatic", importSource: "preact" },
      define: { "process.env.NODE_ENV": '"production"', "typeof document": '"object"' },
    },
    tsconfig: false,
    logLevel: "warn",
    checks: BUILD_CHECKS,
    output: { dir, minify: true, comments: false, entryFileNames: HASHED, chunkFileNames: HASHED },
  };
}

/**
 * Writes the styles of a page as one file.
 * @param {string} directory
 * @param {{ name: string, styles: string[], font: string }} page with the name of the font's file
 */
function writeStyles(directory, { name, styles, font }) {
  const joined = new Set();
  const text = shortenStyles(styles.map((file) => joinStyles(file, joined)).join(""));
  const [path, ...more] = text.match(/(?<=url\(")[^"]*\.woff2(?="\))/g) ?? [];
  if (path === undefined || more.length > 0)
    throw new Error(`${name}.css: names one font, not ${more.length}`);
  writeHashed(directory, `${name}.css`, text.replace(path, font));
}

/**
 * Writes a file under a name with the hash of its content, as rolldown names scripts, and returns
 * the name.
 * @param {string} directory
 * @param {string} file
 * @param {string | Buffer} content
 */
function writeHashed(directory, file, content) {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const name = file.replace(".", `-${hash}.`);
  writeFileSync(join(directory, name), content);
  return name;
}

/**
 * Returns a plugin that replaces the path of a worker's source by that of its script, and a check
 * that it did.
 * @param {string} worker
 * @param {string} path of the script, seen from the pages' scripts
 */
function renameWorker(worker, path) {
  let isUsed = false;
  /** @type {Plugin} */
  const plugin = {
    name: `path-of-${basename(worker)}`,
    transform: {
      order: "pre",
      filter: { code: basename(worker) },
      handler(code, id) {
        const { scripts } = findModuleUrls(id, code, ".ts");
        const uses = scripts.filter((script) => join(dirname(id), script.path) === worker);
        isUsed ||= uses.length > 0;
        return applyEdits(
          code,
          uses.map((use) => replaceReference(use, JSON.stringify(path))),
        );
      },
    },
  };
  const checkUsed = () => {
    if (!isUsed) throw new Error(`no page uses ${worker}`);
  };
  return { plugin, checkUsed };
}

/**
 * Leaves scripts and styles compressed alone; the server unpacks them for callers that do not take
 * Brotli.
 * @param {string} directory
 */
async function compress(directory) {
  const names = readdirSync(directory).filter((name) => /\.(js|css)$/.test(name));
  // In threads, because it is most of this script's work.
  await Promise.all(
    names.map(async (name) => {
      const file = join(directory, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file)));
      rmSync(file);
    }),
  );
}
