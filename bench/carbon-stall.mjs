// npm run bench -- carbon-stall: measures for how long hostile sites block the event loop of the
// server.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { HOSTILE } from "./support/hostile.mjs";
import { computeMedian } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";
import { createCrawler } from "./support/sites.mjs";

const ROUNDS = 3;
const sites = await start(new URL("./support/hostile.mjs", import.meta.url).pathname);
const measure = await createCrawler();
const delay = monitorEventLoopDelay({ resolution: 1 });

/**
 * The longest processor time of this thread between two turns: the stall, however busy the machine
 * is.
 */
let longest = 0;
let last = readThreadCpuMs();
setInterval(() => {
  const now = readThreadCpuMs();
  longest = Math.max(longest, now - last);
  last = now;
}, 1);

const line = (cells) => cells.map((cell, at) => String(cell).padEnd(at === 0 ? 32 : 14)).join("");
console.log(line(["site", "CPU ms", "delay ms", "took ms", "outcome"]));
await measure(`${sites.url}/0`);
let worst = 0;
for (const [at, name] of HOSTILE.entries()) {
  const rounds = [];
  let outcome = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    longest = 0;
    delay.reset();
    delay.enable();
    const started = performance.now();
    outcome = await measure(`${sites.url}/${at}`).then(
      ({ complete, entries }) =>
        `${complete ? "complete" : "incomplete"}, ${entries.length} loaded`,
      ({ message }) => message,
    );
    const took = performance.now() - started;
    await setTimeout(20);
    delay.disable();
    rounds.push({ cpu: longest, late: delay.max / 1e6, took });
  }
  const most = (key) => Math.max(...rounds.map((round) => round[key])).toFixed(0);
  worst = Math.max(worst, ...rounds.map(({ cpu }) => cpu));
  console.log(
    line([
      name,
      most("cpu"),
      most("late"),
      computeMedian(rounds.map(({ took }) => took)).toFixed(0),
      outcome,
    ]),
  );
}
console.log(`
the longest stall: ${worst.toFixed(0)} ms of CPU between two turns of the event loop
Delay is what a timer of a millisecond was late by, other work on the machine and its 2 ms of clock included.`);
sites.stop();
process.exit();

/** Returns the processor time of this thread so far. */
function readThreadCpuMs() {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}
