// Process start to first answer, and resident memory when idle. Targets: under 400 ms, under 90 MB.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const times = [];
const memory = [];
for (let round = 0; round < 9; round++) {
  const began = performance.now();
  const server = await start();
  const body = '{"text":"a"}';
  const response = await fetch(`${server.url}/api/v1/hash`, {
    method: "POST",
    body: Buffer.from(body),
  });
  await response.text();
  times.push(performance.now() - began);
  await sleep(1000);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  memory.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  server.stop();
}
console.log(`start to first answer: ${spread(times, 0)} ms (target under 400)`);
console.log(`resident memory idle: ${spread(memory, 1)} MB (target under 90)`);
