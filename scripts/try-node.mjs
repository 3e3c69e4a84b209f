// Tests the built product and a sample of its tests on other versions of Node, which are installed
// as packages: node scripts/try-node.mjs [version…] (default: the oldest supported version, and the
// newest of each later line)
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installNode } from "./test/install-node.mjs";
import { readJson, root } from "./root.mjs";

const [oldest = ""] = /\d+\.\d+\.\d+/.exec(readJson("package.json").engines.node) ?? [];
const versions = process.argv.length > 2 ? process.argv.slice(2) : [oldest, "22", "24"];

const TESTS = join(root, "dist", "test");

/**
 * Tests of subjects that depend on Node most: sockets, threads, streams, binaries and compression.
 */
const SAMPLE = [
  "cli/cli",
  "code-image/tool",
  "http/server",
  "mcp/mcp",
  "packaging/loading",
  "store/sqlite",
].map((name) => join(TESTS, `${name}.test.js`));

const folder = mkdtempSync(join(tmpdir(), "sundry-node-"));
try {
  for (const version of versions) await tryVersion(version);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} version */
async function tryVersion(version) {
  const node = installNode(version, folder);
  const name = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  checkCommand(node);
  await checkServer(node);
  process.stdout.write(`${name}: the command and the server work, without a warning\n`);
  if (existsSync(TESTS)) {
    execFileSync(node, ["--test", "--test-reporter=dot", ...SAMPLE], {
      cwd: root,
      stdio: "inherit",
    });
    process.stdout.write(`\n${name}: ${SAMPLE.length} files of tests pass\n`);
  }
}

/** @param {string} node */
function checkCommand(node) {
  const command = join(root, "dist", "bundle", "sundry.js");
  // Treats a warning on the error stream as an error, like any other output there.
  const flags = ["--throw-deprecation", command, "hash", "--text", "abc"];
  const { hash } = JSON.parse(execFileSync(node, flags, { encoding: "utf8" }));
  if (!hash.startsWith("ba7816bf")) throw new Error(`sundry hash prints ${hash}`);
}

/**
 * Starts the server, asks it for a picture, and stops it.
 * @param {string} node
 */
async function checkServer(node) {
  const env = { ...process.env, PORT: "0", DATA_DIR: mkdtempSync(join(folder, "data-")) };
  const main = join(root, "dist", "bundle", "main.js");
  const server = spawn(node, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
  const complaints = server.stderr.setEncoding("utf8").toArray();
  const exited = once(server, "exit");
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    const body = JSON.stringify({ code: "let a = 1", language: "js" });
    const headers = { "content-type": "application/json" };
    const url = `${line.replace(/^.* is at /, "")}/api/v1/code-image`;
    const { status } = await fetch(url, { method: "POST", headers, body });
    if (status !== 200) throw new Error(`the server responds ${status}`);
  } finally {
    server.kill();
  }
  const [code] = await exited;
  const output = (await complaints).join("");
  if (process.platform !== "win32" && code !== 0) throw new Error(`the server ends with ${code}`);
  if (output !== "") throw new Error(`the server complains: ${output}`);
}
