// Adds the binaries of other platforms that npm leaves out of a lock file when the registry lacked them, because `npm ci`
// refuses such a file on every platform. Run it after an update of packages: node scripts/complete-locks.mjs
// With --digests it also asks the registry for digests that are missing.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Folders with a lock file of their own. */
export const LOCKED_FOLDERS = [
  ".",
  "bench/peers",
  "scripts/fonts",
  "scripts/grammars",
  "test/consumers",
  "test/packages",
  "test/webhook-signature/peers",
];

/** Systems, processors and C libraries as they are spelled in names of binaries. */
const SYSTEM = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const PROCESSOR = /\b(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)\b/;
const LIBRARIES = { gnu: "glibc", musl: "musl" };

/** Returns the optional packages that the lock file's packages name and it lacks: pairs of name and version. */
export function findMissing({ packages }) {
  const missing = new Map();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(packages, path, name)) missing.set(name, version);
    }
  }
  return [...missing];
}

/** A package is found in the folder of the one that names it or in one above. */
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

/** Returns the entry of a binary. It has no digest, because nothing here has seen its content. */
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

/** Returns the C library of a Linux binary by the end of its name; undefined when the name has none. */
function getLibrary(name) {
  return /\blinux\b/.test(name) ? LIBRARIES[name.split("-").at(-1)] : undefined;
}

/** Adds the C library to binaries whose packages do not declare it, so that npm installs one of them and not both. */
function addLibraries(packages) {
  const silent = Object.entries(packages).filter(
    ([path, { os, libc }]) => os?.includes("linux") && !libc && getLibrary(path),
  );
  for (const [path, entry] of silent) {
    const { version, integrity, cpu, ...others } = entry;
    packages[path] = { version, integrity, cpu, libc: [getLibrary(path)], ...others };
  }
  return silent.length;
}

/** Adds the digests that the registry has of packages without one, so that npm verifies them. */
function addDigests(packages) {
  const unverified = Object.entries(packages).filter(([path, one]) => path && !one.integrity);
  for (const [path, { version, ...others }] of unverified) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const { stdout } = spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const integrity = stdout.trim();
    if (integrity !== "") packages[path] = { version, integrity, ...others };
  }
  return unverified.filter(([path]) => packages[path].integrity).length;
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = findMissing(lock);
  for (const [name, version] of missing) {
    const parent = Object.values(lock.packages).find(
      (one) => name in (one.optionalDependencies ?? {}),
    );
    const about = { dev: parent.dev, license: parent.license, node: parent.engines?.node };
    lock.packages[`node_modules/${name}`] = describeBinary(name, version, about);
  }
  const marked = addLibraries(lock.packages);
  const verified = process.argv.includes("--digests") ? addDigests(lock.packages) : 0;
  if (missing.length + marked + verified === 0) return;
  const entries = Object.entries(lock.packages).toSorted(([one], [other]) =>
    one.localeCompare(other, "en"),
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
