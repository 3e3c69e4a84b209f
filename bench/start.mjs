// Process start to first response compared with an empty Node process, and resident memory: after
// the response, and idle (V8 returns the memory of loading after about ten quiet seconds). Targets:
// under 400 ms, under 90 MB idle.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const IDLE_MS = 20_000;

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

const times = [];
const busy = [];
const empty = [];
for (let round = 0; round < 9; round++) {
  empty.push(measureMilliseconds(() => spawnSync(process.execPath, ["--eval", "0"])));
  const began = performance.now();
  const server = await waitForFirstResponse();
  times.push(performance.now() - began);
  busy.push(readProcessorMilliseconds(server));
  server.stop();
}
console.log(`an empty process: ${spread(empty, 0)} ms`);
console.log(`start to first answer: ${spread(times, 0)} ms (target under 400)`);
console.log(`processor time until then, all threads: ${spread(busy, 0)} ms`);

const servers = await Promise.all([
  waitForFirstResponse(),
  waitForFirstResponse(),
  waitForFirstResponse(),
]);
console.log(`resident memory at the first answer: ${spread(servers.map(readMegabytes), 1)} MB`);
await sleep(IDLE_MS);
console.log(`resident memory idle: ${spread(servers.map(readMegabytes), 1)} MB (target under 90)`);
for (const server of servers) server.stop();

async function waitForFirstResponse() {
  const server = await start();
  const body = Buffer.from('{"text":"a"}');
  await (await fetch(`${server.url}/api/v1/hash`, { method: "POST", body })).text();
  return server;
}

function measureMilliseconds(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Processor time, because it depends little on the load of the machine. */
function readProcessorMilliseconds({ pid }) {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

function readMegabytes({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
