// Measures the cost per unit of each kind of load, from which the capacity of one process follows:
// npm run bench -- capacity. docs/scale.md has these figures. Rates depend on the machine; compare
// costs per unit.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../dist/bundle/main.js", import.meta.url));
const CONNECTIONS = 32;
const REQUESTS = 4000;
const STREAMS = 500;
const INBOXES = 2000;

const directory = mkdtempSync(join(tmpdir(), "sundry-capacity-"));
const server = await start();
try {
  const rows = [
    await measurePerRequest("hash request", () => post("/api/v1/hash", '{"text":"abc"}')),
    await measurePerRequest("capture of 1 KiB", (index) =>
      post(`/api/v1/webhook/capacity-${index % 100}`, "x".repeat(1024)),
    ),
    await measurePerStream(),
    await measurePerInbox(),
  ];
  console.table(Object.fromEntries(rows));
} finally {
  server.child.kill();
  await once(server.child, "exit");
  rmSync(directory, { recursive: true, force: true });
}

async function start() {
  const env = {
    ...process.env,
    PORT: "0",
    DATA_DIR: directory,
    OFFLINE: "true",
    LOG_LEVEL: "info",
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /"url":"(http:[^"]+)"/.exec(line) ?? [];
    if (url)
      return {
        child,
        url: new URL(url),
        agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
      };
  }
  throw new Error("the server did not start");
}

/** Sends a request and reads its response. */
async function post(path, body) {
  const options = {
    host: server.url.hostname,
    port: server.url.port,
    path,
    method: "POST",
    agent: server.agent,
  };
  const sent = request({ ...options, headers: { "content-type": "application/json" } }).end(body);
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
}

async function measurePerRequest(name, send) {
  for (let index = 0; index < 200; index++) await send(index);
  const before = { cpu: readCpuSeconds(), disk: countDiskBytes(), at: performance.now() };
  let next = 0;
  const worker = async () => {
    while (next < REQUESTS) await send(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - before.at) / 1000;
  return [
    name,
    {
      "processor µs": Math.round(((readCpuSeconds() - before.cpu) / REQUESTS) * 1e6),
      "disk bytes": Math.round((countDiskBytes() - before.disk) / REQUESTS),
      "per second": Math.round(REQUESTS / seconds),
    },
  ];
}

/** Opens event streams and measures the memory of each. */
async function measurePerStream() {
  const before = readResidentBytes();
  const open = await Promise.all(
    Array.from({ length: STREAMS }, async (_, index) => {
      const path = `/api/v1/inboxes/stream-${Math.floor(index / 10)}/events`;
      const sent = request({
        host: server.url.hostname,
        port: server.url.port,
        path,
        agent: false,
      }).end();
      const [response] = await once(sent, "response");
      return response.statusCode === 200 ? sent : sent.destroy();
    }),
  );
  const streams = open.filter((sent) => !sent.destroyed);
  const bytes = (readResidentBytes() - before) / Math.max(1, streams.length);
  for (const sent of streams) sent.destroy();
  return ["open event stream", { "memory bytes": Math.round(bytes), count: streams.length }];
}

/** Creates inboxes of one record each and measures memory and disk of each. */
async function measurePerInbox() {
  const before = { memory: readResidentBytes(), disk: countDiskBytes() };
  let next = 0;
  const worker = async () => {
    while (next < INBOXES) await post(`/api/v1/webhook/many-${next++}`, "x");
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return [
    "inbox of one record",
    {
      "memory bytes": Math.round((readResidentBytes() - before.memory) / INBOXES),
      "disk bytes": Math.round((countDiskBytes() - before.disk) / INBOXES),
    },
  ];
}

/** Returns the processor time of all threads of the server so far. */
function readCpuSeconds() {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function readResidentBytes() {
  return Number(readFileSync(`/proc/${server.child.pid}/statm`, "utf8").split(" ")[1]) * 4096;
}

function countDiskBytes() {
  return readdirSync(directory).reduce(
    (sum, file) => sum + statSync(join(directory, file)).size,
    0,
  );
}
