// Hashes a sparse file over HTTP and on the command line, compared with sha256sum: seconds, speed
// and growth of memory. node bench/hash-files.mjs [MiB]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const MEBIBYTE = 1024 ** 2;
const mebibytes = Number(process.argv.at(-1)) || 2048;
const folder = mkdtempSync(join(tmpdir(), "sundry-bench-"));
const file = join(folder, "sparse");
writeFileSync(file, "");
truncateSync(file, mebibytes * MEBIBYTE);

const server = await startServer();
try {
  await upload(64);
  const peer = measure(() => spawnSync("sha256sum", [file]));
  const command = measure(() =>
    spawnSync(process.execPath, ["dist/bundle/sundry.js", "hash", file]),
  );
  const before = readResidentMebibytes();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, readResidentMebibytes())), 50);
  const start = performance.now();
  const response = await upload(mebibytes);
  const http = (performance.now() - start) / 1000;
  clearInterval(watch);
  console.log(JSON.parse(response).hash);
  report("sha256sum", peer, peer);
  report("sundry hash", command, peer);
  report("HTTP", http, peer);
  console.log(`memory of the server: +${(peak - before).toFixed(1)} MiB`);
} finally {
  server.child.kill();
  rmSync(folder, { recursive: true });
}

function measure(run) {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

function report(name, seconds, peer) {
  const speed = Math.round(mebibytes / seconds);
  console.log(
    `${name}: ${seconds.toFixed(2)} s, ${speed} MiB/s, ${(peer / seconds).toFixed(2)} of sha256sum`,
  );
}

function readResidentMebibytes() {
  const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function upload(size) {
  const sent = request(`${server.url}/api/v1/hash`, {
    method: "POST",
    headers: {
      "content-type": "application/octet-stream",
      "content-length": size * MEBIBYTE,
    },
  });
  createReadStream(file, { end: size * MEBIBYTE - 1, highWaterMark: MEBIBYTE }).pipe(sent);
  const [response] = await once(sent, "response");
  return Buffer.concat(await response.toArray()).toString();
}

async function startServer() {
  const child = spawn(process.execPath, ["dist/bundle/main.js"], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      HASH_MAX_BODY_BYTES: String(mebibytes * MEBIBYTE),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /"url":"(http:[^"]+)"/.exec(line);
    if (found) return { child, url: found[1] };
  }
  throw new Error("the server did not start");
}
