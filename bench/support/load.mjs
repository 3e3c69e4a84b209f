// Load on a server of this machine, by wrk if it is installed, else by autocannon.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A server accepts one new connection per turn of its loop. If all of them sent a request
 * immediately, the last one would wait for the turns of all others, and wrk counts such a wait many
 * times over (it adds the requests that were not sent in the meantime): the p99 would be that of
 * opening. So connections are opened first and send after this time.
 */
const OPENING_MS = 300;

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/**
 * Sends POST requests with `body` (GET without one) from `connections` for `seconds`; returns
 * requests per second and latency (ms). `callers`: number of addresses that take turns in
 * X-Forwarded-For, so that per-IP limits do not apply.
 */
export async function load({
  url,
  body,
  connections = 64,
  seconds = 4,
  headers = {},
  callers = 0,
}) {
  const all = { "content-type": "application/json", ...headers };
  const job = { url, body, connections, seconds, headers: all, callers };
  return hasWrk ? runWrk(job) : await runAutocannon(job);
}

function createCallerAddress(count) {
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
}

function runWrk({ url, body, connections, seconds, headers, callers }) {
  const script = join(mkdtempSync(join(tmpdir(), "bench-")), "post.lua");
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers["${name}"] = "${value}"`,
  );
  const method =
    body === undefined ? `wrk.method = "GET"` : `wrk.method = "POST"\nwrk.body = [==[${body}]==]`;
  const done = `done = function(s, l) io.write(string.format("RESULT %f %f %f %d\\n",
    s.requests / (s.duration / 1e6 - ${OPENING_MS / 1000}), l:percentile(50) / 1000, l:percentile(99) / 1000,
    s.errors.status + s.errors.timeout + s.errors.read + s.errors.connect)) end`;
  const turns = `local n = 0
    request = function() n = (n + 1) % ${callers}
    wrk.headers["x-forwarded-for"] = string.format("10.%d.%d.%d", n / 65536, (n / 256) % 256, n % 256)
    return wrk.format() end`;
  const opening = `local opened = 0
    delay = function() opened = opened + 1
    return opened > ${connections} and 0 or ${OPENING_MS} end`;
  writeFileSync(script, [method, ...lines, callers > 0 ? turns : "", opening, done].join("\n"));
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, url];
  const { stdout } = spawnSync("wrk", options, { encoding: "utf8" });
  const [, perSecond, p50, p99, errors] = /RESULT (\S+) (\S+) (\S+) (\d+)/.exec(stdout).map(Number);
  return { perSecond, p50, p99, errors };
}

async function runAutocannon({ url, body, connections, seconds, headers, callers }) {
  const { default: run } = await import("autocannon");
  const method = body === undefined ? "GET" : "POST";
  let count = 0;
  const setupRequest = (request) => {
    count = (count + 1) % callers;
    return { ...request, headers: { ...headers, "x-forwarded-for": createCallerAddress(count) } };
  };
  const requests = callers > 0 ? [{ setupRequest }] : undefined;
  const result = await run({
    url,
    body,
    method,
    headers,
    connections,
    duration: seconds,
    requests,
  });
  const { requests: rate, latency, errors, non2xx } = result;
  return {
    perSecond: rate.average,
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + non2xx,
  };
}
