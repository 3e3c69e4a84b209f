// Bundles what the pages run in the browser, compressed once; skipped when its sources have not changed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { unlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src", "web");
const target = join(root, "dist", "web", "assets");

await unlessFresh(join(root, "dist", "web", ".bundle"), sources(), async () => {
  await bundle();
  compress();
});

/** All that the bundles are made from. */
function sources() {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(fileURLToPath(import.meta.url), join(root, "package-lock.json"));
}

/** A bundle of its own for each page: a second request costs more than the few shared bytes that it saves. */
async function bundle() {
  const { build } = await import("vite");
  const folder = join(source, "client");
  const parts = readdirSync(folder).filter((file) => /^(docs|home|inbox|tool)\.tsx?$/.test(file));
  rmSync(target, { recursive: true, force: true });
  for (const part of parts) {
    await build({
      root: source,
      // Addresses in the bundle are beside it, wherever it is served.
      base: "./",
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
      build: {
        outDir: target,
        emptyOutDir: false,
        assetsDir: "",
        assetsInlineLimit: 0,
        modulePreload: false,
        target: "es2022",
        rollupOptions: { input: join(folder, part) },
      },
    });
  }
}

function compress() {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const bytes = readFileSync(join(target, name));
    // A part that is styles alone leaves an empty script behind: not worth anybody's request.
    if (bytes.length === 0) {
      rmSync(join(target, name));
      continue;
    }
    writeFileSync(join(target, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(target, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
