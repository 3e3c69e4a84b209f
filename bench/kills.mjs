// Kills a server under load repeatedly and counts acknowledged records that are lost. There must be
// none. npm run bench -- kills 35 kills (KILLS=…) under 32 senders
import { createHash, randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const KILLS = Number(process.env.KILLS ?? 35);
const SENDERS = 32;
const main = fileURLToPath(new URL("../dist/bundle/main.js", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "sundry-kills-"));
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function startServer() {
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    DATA_DIR: directory,
    INBOX_MAX_RECORDS: "1000000",
    INBOX_MAX_BYTES: "1000000000",
  };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /"url":"(http:[^"]+)"/.exec(line)?.[1];
    if (url) return { child, url };
  }
  throw new Error("the server did not start");
}

/** Sends until the server is killed and records what was acknowledged. */
async function send(url, acknowledged) {
  try {
    for (;;) {
      const body = randomBytes(100 + Math.floor(Math.random() * 20_000));
      const response = await fetch(url, { method: "POST", body });
      const { seq } = await response.json();
      if (response.status === 200) acknowledged.set(seq, hash(body));
    }
  } catch {
    // The server was killed.
  }
}

/** Reads again while a busy machine keeps the store from answering in time. */
async function readInbox(url) {
  for (;;) {
    const response = await fetch(url);
    if (response.status !== 503) return response;
    await response.arrayBuffer();
  }
}

async function countLost(url, acknowledged) {
  const { payloads } = await (await readInbox(url)).json();
  const stored = new Map(payloads.map((one) => [one.seq, one.bodySha256]));
  return [...acknowledged].filter(([seq, sha256]) => stored.get(seq) !== sha256).length;
}

let total = 0;
let lost = 0;
let server = await startServer();
for (let kill = 1; kill <= KILLS; kill++) {
  const inbox = `/api/v1/webhook/kill-${kill}`;
  const acknowledged = new Map();
  const senders = Array.from({ length: SENDERS }, () => send(server.url + inbox, acknowledged));
  const count = 20 + Math.random() * 300;
  while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 1));
  server.child.kill("SIGKILL");
  await Promise.all([...senders, once(server.child, "exit")]);
  server = await startServer();
  lost += await countLost(server.url + inbox, acknowledged);
  total += acknowledged.size;
}
server.child.kill("SIGTERM");
await once(server.child, "exit");
rmSync(directory, { recursive: true });
console.log(`${KILLS} kills: ${total} acknowledged, ${lost} lost`);
process.exitCode = lost === 0 ? 0 : 1;
