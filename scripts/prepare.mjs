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
// Before the bundles: Vite sets NODE_ENV to production, with which npm leaves development dependencies out.
if (forTests) install(join("test", "consumers"));
// The compiler itself is incremental: about a fifth of a second when nothing changed.
run(process.execPath, [tsc, "-b"]);
if (forTests) run(process.execPath, [tsc, "-b", "test"]);
await import("./bundle.mjs");
await import("./bundle-server.mjs");
if (forTests) installSystemTools();

/** Installs what a folder's lock file names, unless that was done. */
function install(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules", ".sundry-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  // Not `npm ci`: it refuses a lock file made where another platform's optional binary was out of reach.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", ...quiet]);
  writeFileSync(stamp, lock);
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
