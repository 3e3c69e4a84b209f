// Joins the compiled server and the packages that every start loads to a few files in `dist/bundle`: most of a start
// was Node's search for 400 of them (docs/decisions/0003). Skipped when nothing that it is made from has changed.
import { readdirSync, rmSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const target = join(dist, "bundle");

/** Every other package stays where it is: it is loaded with its first use, or has a file of its own beside its code. */
const PACKAGES = new Set([
  "ajv",
  "big.js",
  "fast-json-stringify",
  "fastify",
  "ipaddr.js",
  "pino",
  "qr",
]);

await unlessFresh(join(target, ".sources"), sources(), bundle);

function sources() {
  const compiled = readdirSync(dist, { recursive: true })
    .filter((file) => /(?<!\.test)\.js$/.test(file) && !/^(bundle|test|web.assets)\b/.test(file))
    .map((file) => join(dist, file));
  return [...compiled, join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
}

async function bundle() {
  const { build } = await import("rolldown");
  rmSync(target, { recursive: true, force: true });
  await build({
    cwd: root,
    input: join(dist, "main.js"),
    platform: "node",
    external: (name, importer) => isPackage(name) && !PACKAGES.has(name) && isOurs(importer),
    plugins: [{ name: "addresses", transform: { order: "pre", handler: keepAddress } }],
    output: {
      dir: target,
      chunkFileNames: "[name]-[hash].js",
      codeSplitting: { groups: [{ name: "packages", test: /node_modules/ }] },
    },
    logLevel: "warn",
  });
}

function isPackage(name) {
  return !/^[./]/.test(name);
}

function isOurs(file = dist) {
  return !file.includes(`${sep}node_modules${sep}`);
}

/** A module's address stays that of its own file: workers, fonts and fees are found from there. */
function keepAddress(code, file) {
  if (!isOurs(file)) return null;
  const address = `../${relative(dist, file).split(sep).join("/")}`;
  return code.replaceAll("import.meta.url", `new URL("${address}", import.meta.url).href`);
}
