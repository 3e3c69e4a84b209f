// Makes a bare clone ready to run: installs what the lock file names, then builds. What is fresh is skipped.
// Uses Node alone: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installSystemTools } from "./system-tools.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Sundry needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

const forTests = process.argv.includes("--test");
const tsc = join("node_modules", "typescript", "bin", "tsc");
install(".");
if (forTests) {
  install(join("test", "consumers"));
  install(join("test", "webhook-signature", "peers"));
}
// The compiler itself is incremental: about a fifth of a second when nothing changed.
run(process.execPath, [tsc, "-b"]);
if (forTests) run(process.execPath, [tsc, "-b", "test"]);
await import("./bundle.mjs");
await import("./bundle-server.mjs");
await import("./bundle-client.mjs");
if (forTests) installSystemTools();

/** Installs what a folder's lock file names, unless that is what is there. */
function install(folder) {
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".sundry-lock");
  // The second is npm's own note of what it has put there: somebody may have left something out since.
  const locks = [join(folder, "package-lock.json"), join(modules, ".package-lock.json")];
  if (textOf(stamp) === locks.map(textOf).join("")) return;
  // Not `npm ci`: it refuses a lock file made where another platform's optional binary was out of reach.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // Build tools are installed whatever NODE_ENV or the user's settings omit, because the next step needs them.
  const all = ["--no-save", "--ignore-scripts", "--include=dev"];
  run("npm", ["install", "--prefix", folder, ...all, ...quiet]);
  writeFileSync(stamp, locks.map(textOf).join(""));
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function run(command, args) {
  // npm is a script on Windows, which only a shell starts.
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", 2, 2], shell });
  if (error || status !== 0)
    fail(`${command} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}`);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
