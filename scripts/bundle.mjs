// Bundles what the pages run in the browser, compressed once; skipped when its sources have not changed.
import { createHash } from "node:crypto";
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
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { runUnlessFresh } from "./fresh.mjs";
import { joinStyles, shortenStyles } from "./styles.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src", "web");
const lib = join(root, "src", "lib");
const tools = join(root, "src", "tools");
/** Tools that their pages run in the browser with the API's own code, so that secrets stay there. */
const LOCAL_TOOLS = ["webhook-signature"];
/** Prefix of the modules that export a tool and the function that runs it. */
const LOCAL = "local:";
const target = join(root, "dist", "web", "assets");

const client = join(source, "client");

const FONT = join(source, "fonts", "inter-latin.woff2");

/** Matches the scripts of pages. */
const PAGE_ENTRY = /^(docs|home|inbox|tool(-[a-z-]+)?)\.tsx?$/;

/** The script that hashes files. */
const WORKER = "file-hash-worker";

/** Matches an import of styles. */
const STYLES = /^import "([^"]+\.css)";$/gm;

const HASHED = "[name]-[hash].js";

/** Silences timing warnings, and warnings of modules that one page loads at first and another on demand. */
const QUIET = { pluginTimings: false, ineffectiveDynamicImport: false };

await runUnlessFresh(join(root, "dist", "web", ".bundle"), sources(), async () => {
  mkdirSync(dirname(target), { recursive: true });
  // Written to another folder and moved, because a second start may build, too, and a running server reads there.
  const made = mkdtempSync(`${target}-`);
  try {
    await bundle(made);
    writeFileSync(join(made, "guides.json"), JSON.stringify(guides()));
    await compress(made);
    // Mode of an ordinary folder: temporary ones are private, and a service may run as another user.
    chmodSync(made, 0o755);
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});

/** Sources of all bundles. */
function sources() {
  return [source, lib, ...LOCAL_TOOLS.map((name) => join(tools, name))]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(fileURLToPath(import.meta.url), join(root, "scripts", "styles.mjs"))
    .concat(join(root, "package-lock.json"), join(tools, "run.ts"))
    .concat(guideFiles());
}

/** Returns the guides of the documentation by name, so that the site shows the repository's own Markdown. */
function guides() {
  return Object.fromEntries(
    guideFiles().map((file) => [basename(file, ".md"), readFileSync(file, "utf8")]),
  );
}

/** Lists the files of the guides, and the paper on scale, which operators read as well. */
function guideFiles() {
  const docs = join(root, "docs");
  const folder = join(docs, "guides");
  return [...readdirSync(folder).map((file) => join(folder, file)), join(docs, "scale.md")];
}

/** Bundles each page separately, because a second request costs more than the few shared bytes that it saves. */
async function bundle(directory) {
  const { build } = await import("rolldown");
  const font = writeHashed(directory, "inter-latin.woff2", readFileSync(FONT));
  const worker = await build(options(directory, [join(client, `${WORKER}.ts`)]));
  const address = `./${worker.output[0].fileName}`;
  const entries = readdirSync(client).filter((file) => PAGE_ENTRY.test(file));
  const pages = entries.map((file) => {
    const input = join(client, file);
    writeStyles(directory, input, font);
    return options(directory, input, [nameWorker(address)]);
  });
  const locals = LOCAL_TOOLS.map((name) => ({ [`run-${name}`]: `${LOCAL}${name}` }));
  const server = [{ verify: join(lib, "webhook-signature", "verify.ts") }, ...locals];
  await Promise.all(
    [...pages, ...server.map((input) => serverCode(options(directory, input)))].map((settings) =>
      build(settings),
    ),
  );
}

/** Changes the settings of a build for modules of the server, whose exports the pages import. */
function serverCode(settings) {
  const shims = join(source, "node-shims");
  const alias = ["crypto", "querystring"].map((name) => [
    `node:${name}`,
    join(shims, `${name}.ts`),
  ]);
  return {
    ...settings,
    // Keeps the exports of entries.
    preserveEntrySignatures: "strict",
    plugins: [localTools(), importBuffer(join(shims, "buffer.ts"))],
    resolve: { alias: Object.fromEntries(alias) },
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
function options(dir, input, plugins = []) {
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
      define: { "process.env.NODE_ENV": '"production"' },
    },
    tsconfig: false,
    logLevel: "warn",
    checks: QUIET,
    output: { dir, minify: true, comments: false, entryFileNames: HASHED, chunkFileNames: HASHED },
  };
}

/** Writes the styles that a page's script imports as one file. */
function writeStyles(directory, entry, font) {
  const joined = new Set();
  const texts = [...readFileSync(entry, "utf8").matchAll(STYLES)].map(([, path]) =>
    joinStyles(join(dirname(entry), path), joined),
  );
  const text = shortenStyles(texts.join("")).replace(/url\("[^"]*\.woff2"\)/, `url("${font}")`);
  writeHashed(directory, basename(entry).replace(/\.tsx?$/, ".css"), text);
}

/** Writes a file under a name with the hash of its content, as rolldown names scripts, and returns the name. */
function writeHashed(directory, file, content) {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const name = file.replace(".", `-${hash}.`);
  writeFileSync(join(directory, name), content);
  return name;
}

/** Replaces the path of the worker's source by that of its script. */
function nameWorker(address) {
  const path = `../../client/${WORKER}.ts`;
  return {
    name: "name-worker",
    transform: { filter: { code: path }, handler: (code) => code.replace(path, address) },
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

/** Leaves scripts and styles compressed alone; the server unpacks them for callers that do not take Brotli. */
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
