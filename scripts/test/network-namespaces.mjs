// Networks of their own for programs under test, whose links can be cut. Linux, as root.
import { spawnSync } from "node:child_process";

/**
 * The links: two namespaces, each of which calls its end after the other, and the subnet in which
 * their addresses end with 1 and 2.
 */
const LINKS = /** @type {const} */ ([
  ["front", "first", "10.77.1"],
  ["front", "second", "10.77.2"],
  ["redis", "first", "10.77.3"],
  ["redis", "second", "10.77.4"],
]);

const NAMES = /** @type {const} */ (["front", "redis", "first", "second"]);

/**
 * The namespaces of two nodes, of Redis, which both reach, and of their proxy and its clients.
 * @typedef {typeof NAMES[number]} Name
 */

/**
 * Creates the namespaces. Returns their prefix; undefined without the right to create them.
 */
export function createNetwork() {
  const prefix = `sundry-${process.pid}`;
  const nodes = NAMES.flatMap((name) => [
    ["netns", "add", `${prefix}-${name}`],
    ["-n", `${prefix}-${name}`, "link", "set", "lo", "up"],
  ]);
  const links = LINKS.flatMap(([nearName, farName, subnet]) => {
    const [near, far] = [`${prefix}-${nearName}`, `${prefix}-${farName}`];
    return [
      ["-n", near, "link", "add", farName, "type", "veth", "peer", "name", nearName, "netns", far],
      ["-n", near, "address", "add", `${subnet}.1/24`, "dev", farName],
      ["-n", far, "address", "add", `${subnet}.2/24`, "dev", nearName],
      ["-n", near, "link", "set", farName, "up"],
      ["-n", far, "link", "set", nearName, "up"],
    ];
  });
  const isCreated = [...nodes, ...links].every(runIp);
  const [program, ...words] = [...enter(prefix, "front"), "true"];
  if (isCreated && spawnSync(program, words).status === 0) return prefix;
  removeNetwork(prefix);
  return undefined;
}

/** @param {string} prefix */
export function removeNetwork(prefix) {
  for (const name of NAMES) runIp(["netns", "delete", `${prefix}-${name}`]);
}

/**
 * Returns the words that run a program in a namespace.
 * @param {string} prefix
 * @param {Name} name
 * @returns {[program: string, ...words: string[]]}
 */
export function enter(prefix, name) {
  return ["nsenter", `--net=/run/netns/${prefix}-${name}`];
}

/**
 * Cuts or heals a link: its packets in both directions are lost.
 * @param {string} prefix
 * @param {{ from: "front" | "redis", to: "first" | "second", isUp: boolean }} link
 */
export function setLink(prefix, { from, to, isUp }) {
  const words = ["-n", `${prefix}-${from}`, "link", "set", to, isUp ? "up" : "down"];
  if (!runIp(words)) throw new Error(`ip ${words.join(" ")} failed`);
}

/** @param {readonly string[]} words */
function runIp(words) {
  return spawnSync("ip", words, { stdio: "ignore" }).status === 0;
}
