// Bundles what the pages run in the browser, compressed once; skipped when its sources have not changed.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { runUnlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src", "web");
const lib = join(root, "src", "lib");
const tools = join(root, "src", "tools");
/** Tools that their pages run in the browser with the API's own code, so that secrets stay there. */
const LOCAL_TOOLS = ["webhook-signature"];
/** Prefix of the modules that export a tool and the function that runs it. */
const LOCAL = "local:";
const target = join(root, "dist", "web", "assets");

/** Steps that take long on a busy machine are nothing to warn of. */
const QUIET = { pluginTimings: false };

await runUnlessFresh(join(root, "dist", "web", ".bundle"), sources(), async () => {
  mkdirSync(dirname(target), { recursive: true });
  // Aside, then put in place whole: a second start may do the same, and a server that runs reads there.
  const made = mkdtempSync(`${target}-`);
  try {
    await bundle(made);
    writeFileSync(join(made, "guides.json"), JSON.stringify(guides()));
    compress(made);
    // As any folder: temporary ones are closed to others, and a service may run as another user.
    chmodSync(made, 0o755);
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});

/** All that the bundles are made from. */
function sources() {
  return [source, lib, ...LOCAL_TOOLS.map((name) => join(tools, name))]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(fileURLToPath(import.meta.url), join(root, "package-lock.json"), join(tools, "run.ts"))
    .concat(Object.keys(guides()).map((name) => join(root, "docs", `${name}.md`)));
}

/** Returns the guides of the documentation by name, so that the site shows the repository's own Markdown. */
function guides() {
  const folder = join(root, "docs");
  const names = readdirSync(folder).filter((file) => file.endsWith(".md"));
  return Object.fromEntries(
    names.map((file) => [file.slice(0, -3), readFileSync(join(folder, file), "utf8")]),
  );
}

/** A bundle of its own for each page: a second request costs more than the few shared bytes that it saves. */
async function bundle(directory) {
  const { build } = await import("vite");
  const folder = join(source, "client");
  const parts = readdirSync(folder).filter((file) =>
    /^(docs|home|inbox|tool(-[a-z-]+)?)\.tsx?$/.test(file),
  );
  for (const part of parts) await build(options(directory, { input: join(folder, part) }));
  const locals = LOCAL_TOOLS.map((name) => ({ [`run-${name}`]: `${LOCAL}${name}` }));
  for (const input of [{ verify: join(lib, "webhook-signature", "verify.ts") }, ...locals])
    await build(serverCode(options(directory, { input })));
}

/** Changes the settings of a build for modules of the server, whose exports the pages import. */
function serverCode({ plugins, build: { rolldownOptions, ...build }, ...rest }) {
  const shims = join(source, "node-shims");
  return {
    ...rest,
    // Otherwise an entry has no exports.
    build: { ...build, rolldownOptions: { ...rolldownOptions, preserveEntrySignatures: "strict" } },
    plugins: [...plugins, localTools(), importBuffer(join(shims, "buffer.ts"))],
    resolve: {
      alias: ["crypto", "querystring"].map((name) => ({
        find: `node:${name}`,
        replacement: join(shims, `${name}.ts`),
      })),
    },
  };
}

function localTools() {
  return {
    name: "local-tools",
    resolveId: (id) => (id.startsWith(LOCAL) ? id : undefined),
    load: (id) =>
      id.startsWith(LOCAL)
        ? `export { runTool } from ${JSON.stringify(join(tools, "run.ts"))};
           export { default as tool } from ${JSON.stringify(join(tools, id.slice(LOCAL.length), "tool.ts"))};`
        : undefined,
  };
}

/** Returns the settings of every build. */
function options(directory, rolldownOptions) {
  return {
    root: source,
    // Addresses in the bundle are beside it, wherever it is served.
    base: "./",
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    worker: { rolldownOptions: { checks: QUIET } },
    plugins: [removePreloads()],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: directory,
      emptyOutDir: false,
      assetsDir: "",
      assetsInlineLimit: 0,
      modulePreload: false,
      target: "es2022",
      rolldownOptions: { ...rolldownOptions, checks: QUIET },
    },
  };
}

/** Imports `Buffer`, which browsers do not have, into the modules that use it. */
function importBuffer(shim) {
  return {
    name: "import-buffer",
    transform(code, id) {
      return id !== shim && code.includes("Buffer.") && !code.includes("import { Buffer }")
        ? `import { Buffer } from ${JSON.stringify(shim)};\n${code}`
        : undefined;
    },
  };
}

/** Replaces Vite's loader of preloads, which our lazy scripts do not have, so that it is not in every page's script. */
function removePreloads() {
  return {
    name: "no-preloads",
    enforce: "pre",
    load(id) {
      return id.endsWith("vite/preload-helper.js")
        ? "export const __vitePreload = (load) => load()"
        : undefined;
    },
  };
}

/** Leaves scripts and styles compressed alone; the server unpacks them for callers that do not take Brotli. */
function compress(directory) {
  for (const name of readdirSync(directory)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const bytes = readFileSync(join(directory, name));
    // A part that is styles alone leaves an empty script behind: not worth anybody's request.
    if (bytes.length > 0) writeFileSync(join(directory, `${name}.br`), brotliCompressSync(bytes));
    rmSync(join(directory, name));
  }
}
