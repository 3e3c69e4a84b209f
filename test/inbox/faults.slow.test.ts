import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

/** Acknowledged records: sequence numbers and the hashes of their bodies. */
type Acknowledged = Map<number, string>;

function createDirectory(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "sundry-faults-"));
  test.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Sends random bytes until `isDone` returns true, and records what was acknowledged. */
async function sendAll(
  url: string,
  inbox: string,
  { acknowledged, isDone }: { acknowledged: Acknowledged; isDone: () => boolean },
) {
  while (!isDone()) {
    const body = randomBytes(100 + Math.floor(Math.random() * 3_000));
    try {
      const response = await fetch(`${url}/api/v1/webhook/${inbox}`, { method: "POST", body });
      const { seq } = (await response.json()) as { seq: number };
      if (response.status === 200) acknowledged.set(seq, hash(body));
    } catch {
      if (isDone()) return;
    }
  }
}

/** Asserts that every acknowledged record is stored byte for byte. */
async function assertStored(url: string, inbox: string, acknowledged: Acknowledged): Promise<void> {
  const response = await fetch(`${url}/api/v1/webhook/${inbox}`);
  const { payloads } = (await response.json()) as {
    payloads: { id: string; seq: number; bodySha256: string; bodyBase64: string }[];
  };
  const found = new Map(payloads.map((one) => [one.seq, one]));
  for (const [seq, sent] of acknowledged) {
    const record = found.get(seq);
    assert.ok(record, `record ${seq} was acknowledged and is lost`);
    assert.equal(record.bodySha256, sent);
    assert.equal(hash(Buffer.from(record.bodyBase64, "base64")), sent);
  }
}

/**
 * Sends from 16 clients, stops the server once it has acknowledged `count` records, and returns
 * those.
 */
async function sendUntilStopped(
  server: RunningServer,
  inbox: string,
  { count, signal }: { count: number; signal: NodeJS.Signals },
) {
  const acknowledged: Acknowledged = new Map();
  let stopped = false;
  const isDone = () => stopped;
  const senders = Array.from({ length: 16 }, () =>
    sendAll(server.url, inbox, { acknowledged, isDone }),
  );
  while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 2));
  const code = server.stop(signal);
  stopped = true;
  await Promise.all(senders);
  return { acknowledged, code: await code };
}

describe("acknowledged records", { timeout: 600_000 }, () => {
  it("acknowledged records survive ten kills under 16 senders [slow]", async (test) => {
    const environment = { DATA_DIR: createDirectory(test), INBOX_MAX_RECORDS: "100000" };
    let server: RunningServer = await startServer(environment);
    test.after(() => server.stop());
    for (let round = 0; round < 10; round++) {
      const count = 10 + Math.floor(Math.random() * 200);
      const inbox = `round-${round}`;
      const { acknowledged } = await sendUntilStopped(server, inbox, { count, signal: "SIGKILL" });
      server = await startServer(environment);
      await assertStored(server.url, inbox, acknowledged);
    }
  });

  it("acknowledged records survive SIGTERM under load, which exits with code 0 [slow]", async (test) => {
    const environment = { DATA_DIR: createDirectory(test), INBOX_MAX_RECORDS: "100000" };
    const server = await startServer(environment);
    test.after(() => server.stop());
    const { acknowledged, code } = await sendUntilStopped(server, "terminated", {
      count: 200,
      signal: "SIGTERM",
    });
    assert.equal(code, 0);
    const restarted = await startServer(environment);
    test.after(() => restarted.stop());
    await assertStored(restarted.url, "terminated", acknowledged);
  });
});

/** Longest wait for a response on a busy machine, above the store's deadline of 30 s. */
const MAX_WAIT_MS = 60_000;

async function post(url: string, inbox: string, body: string) {
  const response = await fetch(`${url}/api/v1/webhook/${inbox}`, {
    method: "POST",
    body,
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  return { status: response.status, text: await response.text() };
}

async function readBodies(url: string, inbox: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/webhook/${inbox}`);
  assert.equal(response.status, 200);
  const { payloads } = (await response.json()) as { payloads: { body: string }[] };
  return payloads.map(({ body }) => body);
}

describe("POST /api/v1/webhook/{id} on a failing disk", { timeout: 300_000 }, () => {
  it("a full disk gets 507 while reads and restarts work, and records are stored again once there is space [slow]", async (test) => {
    const directory = mountSmallDisk(test, "4m");
    if (!directory) return test.skip("this user cannot mount a small disk");
    const ballast = join(directory, "ballast");
    writeFileSync(ballast, Buffer.alloc(1_500_000));
    let server = await startServer({ DATA_DIR: directory });
    test.after(() => server.stop());
    const kept: string[] = [];
    let refused: { status: number; text: string } | undefined;
    for (let sent = 0; sent < 100 && !refused; sent++) {
      const body = `${sent}`.padEnd(100_000, "x");
      const response = await post(server.url, "full", body);
      if (response.status === 200) kept.push(body);
      else refused = response;
    }
    assert.ok(refused?.status === 507 || refused?.status === 503, `${refused?.status}`);
    assert.deepEqual(Object.keys(JSON.parse(refused.text) as object), ["error"]);
    assert.deepEqual(await readBodies(server.url, "full"), kept);
    // A restart must not need space either, neither for small records nor for the lock.
    while ((await post(server.url, "full", "small")).status === 200) kept.push("small");
    await server.stop("SIGKILL");
    rmSync(join(directory, "sundry.db.lock-journal"), { force: true });
    const rest = join(directory, "rest");
    fillDisk(rest);
    server = await startServer({ DATA_DIR: directory });
    assert.deepEqual(await readBodies(server.url, "full"), kept);
    rmSync(rest);
    rmSync(ballast);
    const again = await post(server.url, "full", "there is space again");
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(await readBodies(server.url, "full"), [...kept, "there is space again"]);
    assert.equal(await server.stop(), 0);
    return undefined;
  });

  it("captures are rejected while the files are immutable, reads work, and records are stored again afterwards [slow]", async (test) => {
    const directory = createDirectory(test);
    const server = await startServer({ DATA_DIR: directory });
    test.after(() => server.stop());
    assert.equal((await post(server.url, "readonly", "before")).status, 200);
    const files = ["sundry.db", "sundry.db-wal"].map((file) => join(directory, file));
    const seal = (flag: string) =>
      files
        .filter((file) => existsSync(file))
        .every((file) => spawnSync("chattr", [flag, file]).status === 0);
    test.after(() => void seal("-i"));
    if (!seal("+i")) {
      await server.stop();
      return test.skip("this user or file system cannot make files immutable");
    }
    const refused = await post(server.url, "readonly", "during");
    assert.ok(refused.status === 503 || refused.status === 507, `${refused.status}`);
    assert.deepEqual(await readBodies(server.url, "readonly"), ["before"]);
    seal("-i");
    assert.equal((await post(server.url, "readonly", "after")).status, 200);
    assert.deepEqual(await readBodies(server.url, "readonly"), ["before", "after"]);
    await server.stop();
    return undefined;
  });

  it("captures get 503 while the directory is moved away, /readyz fails, and both recover when it is back [slow]", async (test) => {
    const directory = createDirectory(test);
    const away = `${directory}-away`;
    test.after(() => rmSync(away, { recursive: true, force: true }));
    const server = await startServer({ DATA_DIR: directory });
    test.after(() => server.stop());
    assert.equal((await post(server.url, "taken", "before")).status, 200);
    renameSync(directory, away);
    assert.equal((await post(server.url, "taken", "during")).status, 503);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    renameSync(away, directory);
    assert.equal((await post(server.url, "taken", "after")).status, 200);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.deepEqual(await readBodies(server.url, "taken"), ["before", "after"]);
  });
});
