// Measures the cost of response plans as processor time for each capture: of two builds side by
// side in inboxes without a plan, and of the newer one in inboxes with one. Processor time, because
// rates depend on what else the machine does. Linux only. Usage: node bench/inbox-plans.mjs BEFORE
// [AFTER]: folders of built clones; AFTER defaults to this one.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const [before, after = here] = process.argv.slice(2);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const CAPTURES = 3_000;
const CONNECTIONS = 32;
const TICKS_PER_SECOND = 100;
const body = JSON.stringify({ order: 7, note: "x".repeat(1000) });

async function start(home) {
  const directory = mkdtempSync(join(tmpdir(), "sundry-bench-"));
  const child = spawn(process.execPath, [join(home, "dist", "bundle", "main.js")], {
    env: { ...process.env, PORT: "0", DATA_DIR: directory },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /"url":"([^"]+)"/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const stop = () => {
    child.kill();
    child.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  };
  return { url, pid: child.pid, stop };
}

/** Returns the processor time of a process and its threads in seconds. */
function readCpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function post(agent, url) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end(body);
  });
}

/** Returns the microseconds of processor time per capture. */
async function measure({ url, pid }, inboxes) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const startSeconds = readCpuSeconds(pid);
  const send = async () => {
    while (sent < CAPTURES)
      await post(agent, `${url}/api/v1/webhook/${inboxes}-${(sent += 1) % 100}`);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  agent.destroy();
  return ((readCpuSeconds(pid) - startSeconds) / CAPTURES) * 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const servers = [await start(before), await start(after)];
const [old, present] = servers;
const headers = { "content-type": "application/json" };
const plan = JSON.stringify({
  steps: [
    { status: 500, times: 3 },
    { status: 202, body: '{"id":"{record.id}"}' },
  ],
});
for (let inbox = 0; inbox < 100; inbox++) {
  await fetch(`${present.url}/api/v1/inboxes/planned-${inbox}/response`, {
    method: "PUT",
    headers,
    body: plan,
  });
}
const results = { before: [], after: [], planned: [] };
for (let round = -2; round < ROUNDS; round++) {
  const measured = {};
  const order = [
    ["before", old, "plain"],
    ["after", present, "plain"],
    ["planned", present, "planned"],
  ];
  for (const [name, server, inboxes] of round % 2 === 0 ? order : order.toReversed()) {
    measured[name] = await measure(server, inboxes);
  }
  // Drops the first rounds, which warm up.
  if (round >= 0) for (const name in results) results[name].push(measured[name]);
}
for (const server of servers) server.stop();
const ratio = (name) => median(results[name].map((value, index) => value / results.before[index]));
console.log(`before   ${median(results.before).toFixed(0)} µs of processor time a capture`);
console.log(
  `after    ${median(results.after).toFixed(0)} µs, ${ratio("after").toFixed(3)} of before`,
);
console.log(
  `planned  ${median(results.planned).toFixed(0)} µs, ${ratio("planned").toFixed(3)} of before`,
);
