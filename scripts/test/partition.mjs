// Two nodes on one Redis behind nginx, each in a network of its own, while links between them are
// cut: for a test of what readers get, and a benchmark of how fast they get it.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../root.mjs";
import { followEvents, followWaits } from "./followers.mjs";
import { startNginx } from "./nginx.mjs";
import { createNetwork, enter, removeNetwork, setLink } from "./network-namespaces.mjs";

/** The links that each partition cuts. */
const LINKS = /** @type {const} */ ({
  "one node loses Redis": [{ from: "redis", to: "first" }],
  "Redis loses both nodes": [
    { from: "redis", to: "first" },
    { from: "redis", to: "second" },
  ],
  "nginx loses one node": [{ from: "front", to: "first" }],
});

/** @typedef {keyof typeof LINKS} Partition */

export const PARTITIONS = /** @type {readonly Partition[]} */ (Object.keys(LINKS));

/**
 * @typedef {object} Report
 * @property {number[]} acknowledged the captures that nginx responded 200 to
 * @property {Record<string, import("./followers.mjs").Follower>} followers
 * @property {number[]} refusals where it has no Redis, the statuses of the first node to a capture,
 *   a read and /readyz
 * @property {number} refusalMs the longest of these three took
 * @property {number} recoveryMs from the links' return to the first capture of the first node
 * @property {number} followersMs from the links' return until every follower had everything
 */

const MAIN = join(root, "dist", "bundle", "main.js");
const [FIRST, SECOND] = /** @type {const} */ (["http://10.77.1.2:3000", "http://10.77.2.2:3000"]);
const PROXY = "http://127.0.0.1:8080";
const INBOX = "/api/v1/webhook/partition";
const EVENTS = "/api/v1/inboxes/partition/events";
/** Another inbox, which has no followers. */
const PROBED = "/api/v1/webhook/probed";
const CAPTURE = { method: "POST", body: "0" };
const SENDERS = 4;
const PAUSE_MS = 20;

/** Longer than any step takes on a slow machine. */
const DEADLINE_MS = 120_000;

/**
 * Cuts links for a time. Resolves with undefined without the right to create networks.
 * @param {Partition} partition
 * @param {number} outageMs
 * @returns {Promise<Report | undefined>}
 */
export async function runPartition(partition, outageMs) {
  const prefix = createNetwork();
  if (prefix === undefined) return undefined;
  try {
    const job = JSON.stringify({ prefix, partition, outageMs });
    const [program, ...words] = enter(prefix, "front");
    const all = [...words, process.execPath, fileURLToPath(import.meta.url), job];
    const { stdout } = await promisify(execFile)(program, all, { maxBuffer: 64 * 1024 ** 2 });
    return JSON.parse(stdout);
  } finally {
    removeNetwork(prefix);
  }
}

/**
 * Measures within the network of the proxy.
 * @param {{ prefix: string, partition: Partition, outageMs: number }} job
 * @returns {Promise<Report>}
 */
async function measure({ prefix, partition, outageMs }) {
  /** @type {(() => unknown)[]} */
  const stops = [];
  const ended = new AbortController();
  try {
    await startAll(prefix, stops);
    const followers = {
      "stream of the first node": followEvents(FIRST + EVENTS, ended.signal),
      "waits of the first node": followWaits(FIRST + INBOX, ended.signal),
      "stream of the second node": followEvents(SECOND + EVENTS, ended.signal),
    };
    const haveAll = () =>
      waitUntil(() =>
        Object.values(followers).every(({ seqs }) => (seqs.at(-1) ?? 0) >= sent.lastSeq),
      );
    /** @type {Sent} */
    const sent = { count: 0, acknowledged: [], lastSeq: 0 };
    const stopFirst = startSenders(sent);
    await waitUntil(() => sent.acknowledged.length >= 10);
    await stopFirst();
    // They wait when the link is cut, because a read that fails would be tried again.
    await haveAll();
    for (const link of LINKS[partition]) setLink(prefix, { ...link, isUp: false });
    const refusal = partition === "nginx loses one node" ? undefined : await measureRefusal();
    const stopSenders = startSenders(sent);
    if (partition !== "Redis loses both nodes") await waitUntil(() => canCapture(SECOND));
    await setTimeout(outageMs);
    // These captures must reach the followers without a later one.
    const stopped = stopSenders();
    for (const link of LINKS[partition]) setLink(prefix, { ...link, isUp: true });
    const healedMs = performance.now();
    await waitUntil(() => canCapture(FIRST));
    const recoveryMs = performance.now() - healedMs;
    await stopped;
    await haveAll();
    const followersMs = performance.now() - healedMs;
    const { acknowledged } = sent;
    const { statuses = [], longestMs = 0 } = refusal ?? {};
    const times = { refusalMs: longestMs, recoveryMs, followersMs };
    return { acknowledged, followers, refusals: statuses, ...times };
  } finally {
    ended.abort();
    for (const stop of stops.toReversed()) await stop();
  }
}

/**
 * Starts Redis, the nodes and nginx, and resolves when they serve. `stops` gets the functions that
 * stop them.
 * @param {string} prefix
 * @param {(() => unknown)[]} stops
 */
async function startAll(prefix, stops) {
  const folder = mkdtempSync(join(tmpdir(), "sundry-partition-"));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  /**
   * @param {"redis" | "first" | "second"} name
   * @param {string[]} words
   */
  const start = (name, ...words) => {
    const env = {
      PATH: process.env["PATH"],
      HOST: "0.0.0.0",
      DATA_DIR: join(folder, name),
      REDIS_URL: `redis://10.77.${name === "first" ? 3 : 4}.1`,
      TRUST_PROXY: "1",
      INBOX_MAX_RECORDS: "1000000",
    };
    const [program, ...others] = enter(prefix, name);
    const child = spawn(program, [...others, ...words], { env, cwd: folder, stdio: "ignore" });
    const exited = once(child, "exit");
    stops.push(() => (child.kill("SIGKILL"), exited));
  };
  start("redis", "redis-server", "--bind", "0.0.0.0", "--protected-mode", "no", "--save", "");
  start("first", process.execPath, MAIN);
  start("second", process.execPath, MAIN);
  const sample = readFileSync(join(root, "deploy", "nginx-rolling.conf"), "utf8")
    .replace("127.0.0.1:3001", new URL(FIRST).host)
    .replace("127.0.0.1:3002", new URL(SECOND).host);
  stops.push(startNginx(sample));
  for (const url of [FIRST, SECOND, PROXY])
    await waitUntil(async () => (await request(`${url}/readyz`)).status === 200);
}

/** Captures at, reads from and probes the first node. */
async function measureRefusal() {
  const startMs = performance.now();
  const responses = await Promise.all([
    request(FIRST + PROBED, CAPTURE),
    request(FIRST + INBOX),
    request(`${FIRST}/readyz`),
  ]);
  return {
    statuses: responses.map(({ status }) => status),
    longestMs: performance.now() - startMs,
  };
}

/** @param {string} node */
async function canCapture(node) {
  return (await request(node + PROBED, CAPTURE)).status === 200;
}

/** @typedef {{ count: number, acknowledged: number[], lastSeq: number }} Sent */

/**
 * Captures the next numbers through nginx until the returned function is called.
 * @param {Sent} sent
 */
function startSenders(sent) {
  const stopping = new AbortController();
  const send = async () => {
    while (!stopping.signal.aborted) {
      const number = (sent.count += 1);
      const options = { method: "POST", body: String(number) };
      const { status, text } = await request(PROXY + INBOX, options);
      if (status === 200) {
        sent.acknowledged.push(number);
        sent.lastSeq = Math.max(sent.lastSeq, JSON.parse(text).seq);
      }
      await setTimeout(PAUSE_MS);
    }
  };
  const senders = Array.from({ length: SENDERS }, send);
  return async () => {
    stopping.abort();
    await Promise.all(senders);
  };
}

/**
 * Resolves with status 0 where there is no response.
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function request(url, options) {
  try {
    const response = await fetch(url, options);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** @param {() => boolean | Promise<boolean>} holds */
async function waitUntil(holds) {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`never: ${holds.toString()}`);
    await setTimeout(PAUSE_MS);
  }
}

const [, program, job] = process.argv;
if (program === fileURLToPath(import.meta.url) && job !== undefined)
  process.stdout.write(JSON.stringify(await measure(JSON.parse(job))));
