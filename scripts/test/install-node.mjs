// Versions of Node from npm, for scripts that try the product on them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Installs a version of Node (`24`, `20.19.0`) below a folder and returns its program.
 * @param {string} version
 * @param {string} folder
 */
export function installNode(version, folder) {
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const target = join(folder, version);
  const flags = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--prefix",
    target,
  ];
  execFileSync("npm", ["install", `${name}@${version}`, ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const program = system === "win" ? "node.exe" : "node";
  return join(target, "node_modules", name, "bin", program);
}
