// Captures a second (1 KiB JSON, 32 connections, each synced before its answer), polls that find
// nothing new and reads of 100 records, against a bare node:http server that reads and parses the
// body and stores nothing, and answers every poll with 304: once without a header of its own, once
// with the same headers, which are most of the work. Interleaved rounds; medians and spread. Needs
// wrk (apt-get install wrk).
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = 3;
const folder = mkdtempSync(join(tmpdir(), "sundry-bench-"));
const body = JSON.stringify({ order: 7, note: "x".repeat(1000) });

const BARE = `const headers = [];
require("node:http").createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    if (request.url === "/headers" && chunks.length > 0) {
      headers.push(...JSON.parse(Buffer.concat(chunks).toString()));
    } else if (request.headers["if-none-match"]) {
      return response.writeHead(304, request.url === "/headers" ? headers : []).end();
    }
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader("content-type", "application/json");
    response.end('{"received":true}');
  });
}).listen(0, "127.0.0.1", function () { console.log(JSON.stringify({ url: "http://127.0.0.1:" + this.address().port })); });`;

function start(args, environment = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "info", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /"url":"([^"]+)"/.exec(line)?.[1];
      if (url) resolve({ url, child });
    });
  });
}

/** Returns requests per second and the 99th percentile in milliseconds. */
function measure(url, lua) {
  const file = join(folder, "wrk.lua");
  writeFileSync(file, lua);
  const args = ["-t1", "-c32", `-d${SECONDS}s`, "--latency", "-s", file, url];
  const { stdout, error } = spawnSync("wrk", args, { encoding: "utf8" });
  if (error) throw new Error("wrk is missing: apt-get install wrk");
  const [, value, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  const p99Ms = Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit];
  if (stdout.includes("Non-2xx")) console.log(stdout);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]), p99Ms };
}

const post = `local n = 0
request = function() n = n + 1; return wrk.format("POST", "PATH", { ["content-type"] = "application/json" }, [[${body}]]) end`;
const captures = post.replace('"PATH"', '"/api/v1/webhook/bench-" .. (n % 1000)');
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (name, results) => {
  const rates = results.map(({ perSecond }) => perSecond);
  const p99 = median(results.map(({ p99Ms }) => p99Ms)).toFixed(1);
  const spread = `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))}`;
  console.log(`${name.padEnd(34)} ${Math.round(median(rates))}/s (${spread}), p99 ${p99} ms`);
  return median(rates);
};

const bare = await start(["-e", BARE]);
const sundry = await start(["dist/bundle/main.js"], { DATA_DIR: join(folder, "data") });
try {
  for (let sent = 0; sent < 100; sent++)
    await fetch(`${sundry.url}/api/v1/webhook/hundred`, { method: "POST", body });
  const hundred = `${sundry.url}/api/v1/webhook/hundred`;
  const tag = (await fetch(hundred)).headers.get("etag");
  const poll = `wrk.headers["if-none-match"] = '${tag}'`;
  const answer = await fetch(hundred, { headers: { "if-none-match": tag } });
  const own = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date)$/.test(name));
  await fetch(`${bare.url}/headers`, { method: "POST", body: JSON.stringify(own.flat()) });
  const rounds = { bare: [], captures: [], barePolls: [], equalPolls: [], polls: [], reads: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(measure(bare.url, captures));
    rounds.captures.push(measure(sundry.url, captures));
    rounds.barePolls.push(measure(bare.url, poll));
    rounds.equalPolls.push(measure(`${bare.url}/headers`, poll));
    rounds.polls.push(measure(hundred, poll));
    rounds.reads.push(measure(hundred, ""));
  }
  const most = show("bare, parsed and not stored", rounds.bare);
  const stored = show("captures, synced", rounds.captures);
  const barePolls = show("bare, polls answered 304", rounds.barePolls);
  const equalPolls = show("bare, the same headers", rounds.equalPolls);
  const polls = show("polls answered 304", rounds.polls);
  show("reads of 100 records", rounds.reads);
  console.log(
    `captures ÷ bare ${(stored / most).toFixed(2)}, polls ÷ bare ${(polls / barePolls).toFixed(2)}, ` +
      `polls ÷ bare with the same headers ${(polls / equalPolls).toFixed(2)}`,
  );
} finally {
  bare.child.kill();
  sundry.child.kill();
  setTimeout(() => rmSync(folder, { recursive: true, force: true }), 500);
}
