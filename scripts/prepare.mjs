// Makes a bare clone ready to run: installs what the lock file names, then builds. What is fresh is skipped.
// Uses Node alone: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { installSystemTools } from "./system-tools.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Sundry needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** What only tests and checks need, with a lock file of its own, so that a start does not install it. */
const PACKAGES = join("test", "packages");
const PACKAGES_MODULES = join(PACKAGES, "node_modules");

/** Commands of those that people and scripts run at the root. */
const COMMANDS = ["knip", "oxfmt", "oxlint", "tsgolint"];

const forTests = process.argv.includes("--test");
const tsc = join("node_modules", "typescript", "bin", "tsc");
install(".");
if (process.argv.includes("--bench")) {
  install(join("bench", "peers"));
  link(join("bench", "peers", "node_modules"), join("bench", "node_modules"));
}
if (forTests) {
  install(PACKAGES);
  // Found from the tests, from what they are compiled to and by `npx`, as if they were installed there.
  for (const folder of ["test", join("dist", "test")])
    link(PACKAGES_MODULES, join(folder, "node_modules"));
  for (const name of COMMANDS) {
    link(join(PACKAGES_MODULES, ".bin", name), join("node_modules", ".bin", name));
  }
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

/** Links `path` to a file or folder, unless it is linked already. */
function link(to, path) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  // Windows needs no rights for a junction, and its commands are no links.
  const isWindows = process.platform === "win32";
  if (isWindows && path.includes(".bin")) return;
  symlinkSync(
    isWindows ? join(root, to) : relative(dirname(path), to),
    path,
    isWindows ? "junction" : undefined,
  );
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
