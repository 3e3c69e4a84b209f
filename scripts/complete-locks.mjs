// Adds the binaries of other platforms that npm leaves out of a lock file when the registry lacked
// them, because `npm ci` refuses such a file on every platform. Run it after an update of packages:
// node scripts/complete-locks.mjs With --digests it also asks the registry for digests that are
// missing.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./root.mjs";

/**
 * A lock file's packages by their paths.
 * @typedef {Record<string, LockEntry>} LockedPackages
 * @typedef {object} LockEntry
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {{ node?: string | undefined }} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** Folders with a lock file of their own. */
export const LOCKED_FOLDERS = [
  ".",
  "bench/peers",
  "scripts/fonts",
  "scripts/grammars",
  "scripts/rules",
  "test/consumers",
  "test/packages",
  "test/webhook-signature/peers",
];

/** Systems, processors and C libraries as they are spelled in names of binaries. */
const SYSTEM = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const PROCESSOR = /\b(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)\b/;
/** @type {Record<string, string>} */
const LIBRARIES = { gnu: "glibc", musl: "musl" };

/**
 * Returns the optional packages that the lock file's packages name and it lacks: pairs of name and
 * version.
 * @param {{ packages: Record<string, Partial<LockEntry>> }} lock
 * @returns {[name: string, version: string][]}
 */
export function findMissing({ packages }) {
  const missing = new Map();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(packages, path, name)) missing.set(name, version);
    }
  }
  return [...missing];
}

/**
 * A package is found in the folder of the one that names it or in one above.
 * @param {object} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}

/**
 * Returns the entry of a binary. It has no digest, because nothing here has seen its content.
 * Throws when its name does not contain a platform.
 * @param {string} name
 * @param {string} version
 * @param {{ dev?: boolean | undefined, license?: string | undefined, node?: string | undefined }}
 * about
 * @returns {LockEntry}
 */
export function describeBinary(name, version, { dev, license, node }) {
  const [, system] = SYSTEM.exec(name) ?? [];
  const [, processor] = PROCESSOR.exec(name) ?? [];
  if (system === undefined || processor === undefined || /[^\d.]/.test(version)) {
    throw new Error(`${name}@${version} does not name a platform and one version`);
  }
  const library = getLibrary(name);
  return {
    version,
    cpu: [processor],
    ...(dev && { dev }),
    ...(library && { libc: [library] }),
    ...(license && { license }),
    optional: true,
    os: [system],
    ...(node && { engines: { node } }),
  };
}

/**
 * Returns the C library of a Linux binary by the end of its name; undefined when the name has none.
 * @param {string} name
 */
function getLibrary(name) {
  return /\blinux\b/.test(name) ? LIBRARIES[name.split("-").at(-1) ?? ""] : undefined;
}

/**
 * Adds the C library to binaries whose packages do not declare it, so that npm installs one of them
 * and not both.
 * @param {LockedPackages} packages
 */
function addLibraries(packages) {
  const silent = Object.entries(packages).flatMap(([path, entry]) => {
    const library = getLibrary(path);
    const isSilent = library && entry.os?.includes("linux") && !entry.libc;
    return isSilent ? [{ path, entry, library }] : [];
  });
  for (const { path, entry, library } of silent) {
    const { version, integrity, cpu, ...others } = entry;
    packages[path] = {
      version,
      ...(integrity && { integrity }),
      ...(cpu && { cpu }),
      libc: [library],
      ...others,
    };
  }
  return silent.length;
}

/**
 * Adds the digests that the registry has of packages without one, so that npm verifies them.
 * @param {LockedPackages} packages
 */
function addDigests(packages) {
  const unverified = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity);
  for (const [path, { version, ...others }] of unverified) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const { stdout } = spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const integrity = stdout.trim();
    if (integrity !== "") packages[path] = { version, integrity, ...others };
  }
  return unverified.filter(([path]) => packages[path]?.integrity).length;
}

/** @param {string} file */
function complete(file) {
  /** @type {{ packages: LockedPackages }} */
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = findMissing(lock);
  for (const [name, version] of missing) {
    const parent = Object.values(lock.packages).find(
      ({ optionalDependencies = {} }) => name in optionalDependencies,
    );
    const about = { dev: parent?.dev, license: parent?.license, node: parent?.engines?.node };
    lock.packages[`node_modules/${name}`] = describeBinary(name, version, about);
  }
  const marked = addLibraries(lock.packages);
  const verified = process.argv.includes("--digests") ? addDigests(lock.packages) : 0;
  if (missing.length + marked + verified === 0) return;
  const entries = Object.entries(lock.packages).toSorted(([first], [second]) =>
    first.localeCompare(second, "en"),
  );
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`,
  );
  process.stdout.write(`${file}: ${missing.length} added, ${marked} marked, ${verified} digests\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of LOCKED_FOLDERS) complete(join(root, folder, "package-lock.json"));
}
