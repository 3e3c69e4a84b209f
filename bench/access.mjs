// The price of keys in processor time, side by side: requests with an issued key against those with
// a label on the same server (target: at most 1.15 times the time), a server that requires keys
// against an open one (at most 1.2), and labels where keys can be issued against labels where they
// cannot. Processor time, because other processes on the machine then do not count.
import { readFileSync } from "node:fs";
import { load } from "./support/load.mjs";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ADMIN_TOKEN = "the-admin-token-of-the-benchmark-0123";
const ROUNDS = 5;
const SECONDS = 2;
/** Microseconds of a tick of `/proc` (USER_HZ is 100). */
const TICK_US = 10_000;
const PATH = "/api/v1/hash";
const body = JSON.stringify({ text: "The quick brown fox jumps over the lazy dog" });

const servers = {
  open: await start(),
  issuing: await start(undefined, { ADMIN_TOKEN }),
  required: await start(undefined, { ADMIN_TOKEN, ACCESS: "required" }),
};
const label = { "x-api-key": "label" };
const cases = {
  "label, open": { server: servers.open, headers: label },
  "label, keys can be issued": { server: servers.issuing, headers: label },
  "issued key, open": { server: servers.issuing, headers: await issue(servers.issuing) },
  "issued key, required": { server: servers.required, headers: await issue(servers.required) },
};

const runs = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, { server, headers }] of Object.entries(cases)) {
    const before = await read(server);
    const { errors } = await load({ url: server.url + PATH, body, headers, seconds: SECONDS });
    const after = await read(server);
    if (errors > 0) throw new Error(`${name}: ${errors} errors`);
    // The first round warms up.
    if (round > 0) runs[name].push((after.us - before.us) / (after.requests - before.requests));
  }
}
for (const [name, times] of Object.entries(runs))
  console.log(`${name}: ${spread(times, 1)} µs a request`);
compare("issued key, open", "label, keys can be issued", 1.15);
compare("issued key, required", "label, open", 1.2);
compare("label, keys can be issued", "label, open", 1.05);
for (const server of Object.values(servers)) server.stop();

/** Returns the processor time of a server, and the requests that it has served. */
async function read({ url, pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  const counts = [...metrics.matchAll(/^sundry_http_requests_total\{[^}]*\} (\d+)$/gm)];
  return {
    us: (Number(fields[11]) + Number(fields[12])) * TICK_US,
    requests: counts.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/** Returns the header of a new key. */
async function issue({ url }) {
  const response = await fetch(`${url}/api/v1/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench" }),
  });
  const { key } = await response.json();
  return { "x-api-key": key };
}

/** Prints the ratio of times in each round. */
function compare(name, base, target) {
  const ratios = runs[name].map((time, round) => time / runs[base][round]);
  console.log(`${name} / ${base}: ${spread(ratios)} times the time (target ${target})`);
  if (computeMedian(ratios) > target) process.exitCode = 1;
}
