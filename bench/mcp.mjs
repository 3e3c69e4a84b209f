// MCP: the list of tools, `sundry mcp` until its first answer, calls beside HTTP, and the memory of
// 200 concurrent calls. Targets: 375 tokens a tool, 1.5 times `sundry hash` and 300 ms, 10 times
// HTTP for a call, 3 calls for a list, 300 MB.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { computeMedian, formatQuartiles, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const COMMAND = new URL("../dist/bundle/sundry.js", import.meta.url).pathname;

/** The list of release 0.2.0, measured with `o200k_base`. */
const EARLIER = { bytes: 115_119, tokens: 30_222 };

/** Bytes for each token of today's lists, measured with `o200k_base`. */
const BYTES_PER_TOKEN = 4;

const CALLS = 200;
const RESULT_BYTES = 1024 ** 2;

const server = await start(undefined, { LIMITS: "pdf=off" });

console.log(`list of 0.2.0: ${EARLIER.bytes} bytes, ${EARLIER.tokens} tokens`);
for (const query of ["", "?set=documents", "?set=images", "?set=webhooks", "?mode=search"]) {
  const { tools } = await send("tools/list", {}, query);
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  const tokens = Math.round(bytes / BYTES_PER_TOKEN);
  console.log(`/mcp${query}: ${tools.length} tools, ${bytes} bytes, about ${tokens} tokens`);
}

const commands = [];
const answers = [];
for (let round = 0; round < 7; round++) {
  commands.push(await time(() => spawnSync(process.execPath, [COMMAND, "hash", "--text", "a"])));
  answers.push(await time(waitForFirstAnswer));
}
const limit = 1.5 * computeMedian(commands) + 300;
console.log(`sundry hash: ${spread(commands, 0)} ms`);
console.log(`first stdio answer: ${spread(answers, 0)} ms (target under ${limit.toFixed(0)})`);

const overHttp = () => post("/api/v1/hash", { text: "hello" });
const call = () => send("tools/call", { name: "hash", arguments: { text: "hello" } });
const list = () => send("tools/list", {}, "?set=documents");
const ratios = [];
const listRatios = [];
for (let round = 0; round < 60; round++) {
  const times = [await time(overHttp), await time(call), await time(list)];
  if (round < 10) continue;
  ratios.push(times[1] / times[0]);
  listRatios.push(times[2] / times[1]);
}
console.log(`a call beside the same over HTTP: ${formatQuartiles(ratios)} times (target under 10)`);
console.log(`a set's list beside a call: ${formatQuartiles(listRatios)} times (target under 3)`);

// Uploaded once, so that the calls themselves are small.
const upload = { method: "POST", body: randomBytes(RESULT_BYTES * 0.75) };
const kept = await fetch(`${server.url}/api/v1/files?name=a.bin`, upload);
const { uri: data } = await kept.json();
const attachments = [{ name: "a.bin", mediaType: "application/octet-stream", data }];
const input = { name: "pdf", arguments: { markdown: "# A", attachments } };
await send("tools/call", input, "?inline=4194304");
await sleep(3000);
const idle = readMegabytes();
let peak = idle;
const timer = setInterval(() => (peak = Math.max(peak, readMegabytes())), 20);
const results = await Promise.all(
  Array.from({ length: CALLS }, () => send("tools/call", input, "?inline=4194304")),
);
clearInterval(timer);
const answered = results.filter(({ isError }) => !isError).length;
console.log(
  `${CALLS} calls with results of 1 MiB: ${answered} answered, ${(peak - idle).toFixed(0)} MB above idle (target under 300)`,
);
server.stop();

/** Sends a message and returns its result. */
async function send(method, params, query = "") {
  const text = await post(`/mcp${query}`, { jsonrpc: "2.0", id: 1, method, params });
  return JSON.parse(text.replace(/^[^{]*/, "")).result;
}

async function post(path, body) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(server.url + path, init)).text();
}

async function time(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function waitForFirstAnswer() {
  const child = spawn(process.execPath, [COMMAND, "mcp"], { stdio: ["pipe", "pipe", "inherit"] });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(child.stdout, "data");
  child.kill();
}

function readMegabytes() {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
