// Load on a server of this machine: wrk where it is installed, else autocannon.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** Requests a second and latency (ms) of POSTing `body` from `connections` for `seconds`. */
export async function load({ url, body, connections = 64, seconds = 4, headers = {} }) {
  const all = { "content-type": "application/json", ...headers };
  return hasWrk
    ? wrk({ url, body, connections, seconds, headers: all })
    : await autocannon({ url, body, connections, seconds, headers: all });
}

function wrk({ url, body, connections, seconds, headers }) {
  const script = join(mkdtempSync(join(tmpdir(), "bench-")), "post.lua");
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers["${name}"] = "${value}"`,
  );
  const method =
    body === undefined ? `wrk.method = "GET"` : `wrk.method = "POST"\nwrk.body = [==[${body}]==]`;
  const done = `done = function(s, l) io.write(string.format("RESULT %f %f %f %d\\n",
    s.requests / s.duration * 1e6, l:percentile(50) / 1000, l:percentile(99) / 1000,
    s.errors.status + s.errors.timeout + s.errors.read + s.errors.connect)) end`;
  writeFileSync(script, [method, ...lines, done].join("\n"));
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, url];
  const { stdout } = spawnSync("wrk", options, { encoding: "utf8" });
  const [, perSecond, p50, p99, errors] = /RESULT (\S+) (\S+) (\S+) (\d+)/.exec(stdout).map(Number);
  return { perSecond, p50, p99, errors };
}

async function autocannon({ url, body, connections, seconds, headers }) {
  const { default: run } = await import("autocannon");
  const method = body === undefined ? "GET" : "POST";
  const result = await run({ url, body, method, headers, connections, duration: seconds });
  const { requests, latency, errors, non2xx } = result;
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + non2xx,
  };
}
