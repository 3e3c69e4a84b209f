// Prepares a bare clone: installs the packages of the lock file, then builds. Skips what is up to
// date. Uses only Node, because it runs before anything is installed.
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
import { describeFiles } from "./build/fresh.mjs";
import { root } from "./root.mjs";

process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Sundry needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/**
 * Packages of tests and checks, with a lock file of their own, so that a start does not install
 * them.
 */
const PACKAGES = join("test", "packages");
const PACKAGES_MODULES = join(PACKAGES, "node_modules");

/** Commands from those packages that people and scripts run at the root. */
const COMMANDS = ["knip", "oxfmt", "oxlint", "tsc", "tsgolint"];

/** Sources of the build, and the last files that it writes, which prove that it is complete. */
const SOURCES = [
  "src",
  "docs",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.json",
];
const OUTPUTS = [
  "node_modules/.package-lock.json",
  "dist/bundle/main.js",
  "dist/bundle/sundry.js",
  "dist/client/client.js",
  "dist/web/assets.bin",
];

/** Written last: names, sizes and times of the sources and results. */
const STAMP = join("dist", ".prepared");

const forTests = process.argv.includes("--test");
const forBenchmarks = process.argv.includes("--bench");
const describeState = () => `${process.versions.node}\n${describeFiles([...SOURCES, ...OUTPUTS])}`;
if (forTests || forBenchmarks || readText(STAMP) !== describeState()) {
  await prepare();
  writeFileSync(STAMP, describeState());
}

async function prepare() {
  await install(".");
  if (forBenchmarks) {
    await install(join("bench", "peers"));
    link(join("bench", "peers", "node_modules"), join("bench", "node_modules"));
  }
  // In parallel, because each step waits for something else: for the network, for the disk, or for
  // one core.
  await Promise.all([build(), import("./build/bundle-pages.mjs"), forTests && prepareTests()]);
}

async function build() {
  await import("./build/transpile.mjs");
  await import("./build/bundle-server.mjs");
  await import("./build/bundle-client.mjs");
}

/** Types are checked here, because nothing else needs the compiler. */
async function prepareTests() {
  const { installSystemTools } = await import("./test/system-tools.mjs");
  const installed = installSystemTools();
  await installForTests();
  await run(process.execPath, [join(PACKAGES_MODULES, "typescript", "bin", "tsc"), "-b", "test"]);
  await installed;
}

async function installForTests() {
  const folders = [PACKAGES, join("test", "consumers"), join("test", "webhook-signature", "peers")];
  await Promise.all(folders.map(install));
  // Found from the tests, from what they are compiled to and by `npx`, as if they were installed
  // there.
  for (const folder of ["test", join("dist", "test")])
    link(PACKAGES_MODULES, join(folder, "node_modules"));
  for (const name of COMMANDS) {
    link(join(PACKAGES_MODULES, ".bin", name), join("node_modules", ".bin", name));
  }
}

/**
 * Installs the packages of a folder's lock file unless they are installed.
 * @param {string} folder
 */
async function install(folder) {
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".sundry-lock");
  // The second is npm's own record of what it installed, which changes when packages are omitted
  // later.
  const locks = [join(folder, "package-lock.json"), join(modules, ".package-lock.json")];
  if (readText(stamp) === locks.map(readText).join("")) return;
  // Not `npm ci`, because it rejects a lock file made where another platform's optional binary was
  // unavailable.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // Includes development packages whatever NODE_ENV or the user's settings omit, because the build
  // needs them.
  const all = ["--no-save", "--ignore-scripts", "--include=dev"];
  await run("npm", ["install", "--prefix", folder, ...all, ...quiet]);
  writeFileSync(stamp, locks.map(readText).join(""));
}

/**
 * Links `path` to a file or folder, unless it is linked already.
 * @param {string} to
 * @param {string} path
 */
function link(to, path) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  // Uses a junction on Windows, which needs no rights. Commands are not links there.
  const isWindows = process.platform === "win32";
  if (isWindows && path.includes(".bin")) return;
  symlinkSync(
    isWindows ? join(root, to) : relative(dirname(path), to),
    path,
    isWindows ? "junction" : undefined,
  );
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function run(command, args) {
  // npm is a script on Windows, which needs a shell.
  const shell = process.platform === "win32" && command === "npm";
  // Imported here, because a second start runs nothing.
  const { spawn } = await import("node:child_process");
  const child = spawn(command, args, { stdio: ["ignore", 2, 2], shell });
  const problem = await new Promise((resolve) => {
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (status) => resolve(status === 0 ? undefined : ""));
  });
  if (problem === undefined) return;
  fail(`${command} ${args.join(" ")} failed${problem === "" ? "" : `: ${problem}`}`);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
