// Redis servers for tests and benchmarks, each on a free port with a directory of its own.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort, isFree } from "./free-port.mjs";

/** True when redis-server is installed. With `CI` set its absence is a failure, not a skip. */
export const hasRedis = !spawnSync("redis-server", ["--version"]).error;

/**
 * Starts `redis-server` on a port (0: a free one) with these settings.
 * @param {number} port
 * @param {string[]} settings
 */
export async function startRedis(port = 0, ...settings) {
  const chosen = port || (await findFreePort());
  const directory = mkdtempSync(join(tmpdir(), "sundry-redis-"));
  const fixed = ["--port", String(chosen), "--bind", "127.0.0.1", "--save", "", "--dir", directory];
  const child = spawn("redis-server", [...fixed, ...settings], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise((/** @type {(value?: void) => void} */ resolve, reject) => {
    let printed = "";
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`redis-server ended: ${printed}`)));
    child.stdout.on("data", (chunk) => {
      printed += chunk.toString();
      if (printed.includes("Ready to accept connections")) resolve();
    });
  });
  const stop = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(directory, { recursive: true, force: true });
  };
  return { port: chosen, url: `redis://127.0.0.1:${chosen}`, process: child, stop };
}

/** Starts three cluster nodes that share all slots. `url` is that of the first one. */
export async function startCluster() {
  const settings = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
  const nodes = await Promise.all([0, 1, 2].map(() => startClusterNode(settings)));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ["--cluster", "create", ...addresses, "--cluster-yes"];
  const { status, stdout } = spawnSync("redis-cli", create, { encoding: "utf8" });
  if (status !== 0) throw new Error(`no cluster: ${stdout}`);
  // A node that looks dead would stay so for twice the time that follows.
  while (!nodes.every(({ port }) => isSettled(port))) await setTimeout(50);
  // Creating a cluster takes longer with it. From now on a busy machine must not make a node look
  // dead.
  const patience = ["config", "set", "cluster-node-timeout", "60000"];
  for (const { port } of nodes) spawnSync("redis-cli", ["-p", String(port), ...patience]);
  const stop = async () => {
    for (const node of nodes) await node.stop();
  };
  return { url: nodes[0]?.url ?? "", nodes, stop };
}

/**
 * Returns true when a node serves all slots and considers no node failed.
 * @param {number} port
 */
function isSettled(port) {
  const read = (/** @type {string} */ name) =>
    spawnSync("redis-cli", ["-p", String(port), "cluster", name], { encoding: "utf8" }).stdout;
  return read("info").includes("cluster_state:ok") && !/\bfail/.test(read("nodes"));
}

/**
 * Nodes also use the port 10,000 above their own, which must be free.
 * @param {string[]} settings
 */
async function startClusterNode(settings) {
  for (;;) {
    const port = await findFreePort();
    if (await isFree(port + 10_000)) return startRedis(port, ...settings);
  }
}

/**
 * Starts a Sentinel that monitors the server on `primaryPort` under the name `mymaster`.
 * @param {number} primaryPort
 */
export async function startSentinel(primaryPort) {
  const port = await findFreePort();
  const directory = mkdtempSync(join(tmpdir(), "sundry-sentinel-"));
  const file = join(directory, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${directory}`,
    `sentinel monitor mymaster 127.0.0.1 ${primaryPort} 1`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn("redis-server", [file, "--sentinel"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const stop = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(directory, { recursive: true, force: true });
  };
  await new Promise((/** @type {(value?: void) => void} */ resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => reject(new Error("the sentinel ended")));
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk.toString();
      if (printed.includes("monitor master")) resolve();
    });
  });
  return { port, stop };
}
