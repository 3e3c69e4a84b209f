// Runs every compiled test file (or those whose path contains an argument) and prints node's summary.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
// Bundles are built from the compiled files, because black-box tests start the bundles.
import "./bundle-server.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const words = process.argv.slice(2);
const files = readdirSync(dist, { recursive: true })
  .filter((file) => file.endsWith(".test.js") && hasSource(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort((one, other) => one.localeCompare(other));

// Runs one file more than there are cores, because most of them wait a third of their time.
const atOnce = `--test-concurrency=${availableParallelism() + 1}`;
// Repeats the failures at the end of a log, which the reporter for pipes (TAP) does not.
const reporter = "--test-reporter=spec";
const { status } = spawnSync(process.execPath, ["--test", atOnce, reporter, ...files], {
  cwd: dist,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

/** Returns false for compiled tests whose source was removed or renamed. */
function hasSource(file) {
  const source = file.replace(/\.js$/, ".ts");
  return existsSync(join(root, file.startsWith("test") ? "" : "src", source));
}
