// Prints the size of the container image without Docker: the base by the Debian packages that it
// consists of, the rest by the Dockerfile's own commands with Node 24 of npm. On Debian, with
// binutils: node scripts/release/image-size.mjs
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installNode } from "../test/install-node.mjs";
import { buildImageRoot } from "./image-root.mjs";

/**
 * Packages of gcr.io/distroless/static; of the last it has the certificates, once more as one file.
 */
const BASE = ["base-files", "media-types", "netbase", "tzdata", "ca-certificates"];

const folder = mkdtempSync(join(tmpdir(), "sundry-image-"));
try {
  const image = buildImageRoot(folder, installNode("24", folder));
  const parts = {
    "base image": measureBase(),
    "Node 24, stripped": measure(join(image, "usr", "local")),
    libraries: measure(image) - measure(join(image, "app")) - measure(join(image, "usr", "local")),
    product: measure(join(image, "app")),
  };
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  for (const [name, bytes] of Object.entries({ ...parts, image: total })) {
    console.log(`${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${name}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function measureBase() {
  const base = join(folder, "base");
  mkdirSync(base);
  execFileSync("apt-get", ["download", "-o", "APT::Sandbox::User=root", ...BASE], {
    cwd: base,
    stdio: "ignore",
  });
  for (const file of readdirSync(base)) {
    execFileSync("dpkg-deb", ["--extract", join(base, file), base]);
    rmSync(join(base, file));
  }
  return measure(base);
}

/**
 * Returns the bytes of all files of a folder.
 * @param {string} path
 */
function measure(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}
