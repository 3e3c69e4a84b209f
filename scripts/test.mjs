// Runs every compiled test file (or those whose path contains an argument) and prints node's
// summary.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
// Bundles are built from the compiled files, because black-box tests start the bundles.
import "./build/bundle-server.mjs";
import { root } from "./root.mjs";

const dist = join(root, "dist");
const words = process.argv.slice(2);
const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.js") && hasSource(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort((first, second) => first.localeCompare(second));
if (files.length === 0) {
  // Without files, node would run everything below the folder.
  console.error(`no test file has ${words.join(" or ")} in its path`);
  process.exit(1);
}

// Runs two files more than there are cores, because most of them wait half of their time.
const concurrencyFlag = `--test-concurrency=${availableParallelism() + 2}`;
// Repeats the failures at the end of a log, which the reporter for pipes (TAP) does not.
const reporter = "--test-reporter=spec";
const { status } = spawnSync(process.execPath, ["--test", concurrencyFlag, reporter, ...files], {
  cwd: dist,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

/**
 * Returns false for compiled tests whose source was removed or renamed.
 * @param {string} file
 */
function hasSource(file) {
  const source = file.replace(/\.js$/, ".ts");
  return existsSync(join(root, file.startsWith("test") ? "" : "src", source));
}
