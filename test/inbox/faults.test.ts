import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";

/** What was acknowledged: the record's number and the hash of what was sent. */
type Acknowledged = Map<number, string>;

function directoryFor(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "sundry-faults-"));
  test.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Sends random bytes until the server is gone or `until` holds; notes what was acknowledged. */
async function sendAll(url: string, inbox: string, done: Acknowledged, until: () => boolean) {
  while (!until()) {
    const body = randomBytes(100 + Math.floor(Math.random() * 3_000));
    try {
      const answer = await fetch(`${url}/api/v1/webhook/${inbox}`, { method: "POST", body });
      const { seq } = (await answer.json()) as { seq: number };
      if (answer.status === 200) done.set(seq, hash(body));
    } catch {
      if (until()) return;
    }
  }
}

/** Everything acknowledged is there, byte for byte. */
async function assertKept(url: string, inbox: string, done: Acknowledged): Promise<void> {
  const answer = await fetch(`${url}/api/v1/webhook/${inbox}`);
  const { payloads } = (await answer.json()) as {
    payloads: { id: string; seq: number; bodySha256: string; bodyBase64: string }[];
  };
  const found = new Map(payloads.map((one) => [one.seq, one]));
  for (const [seq, sent] of done) {
    const record = found.get(seq);
    assert.ok(record, `record ${seq} was acknowledged and is gone`);
    assert.equal(record.bodySha256, sent);
    assert.equal(hash(Buffer.from(record.bodyBase64, "base64")), sent);
  }
}

describe("what was acknowledged is kept", { timeout: 240_000 }, () => {
  it("through ten kills under 16 senders", async (test) => {
    const environment = {
      DATA_DIR: directoryFor(test),
      INBOX_MAX_RECORDS: "100000",
      LOG_LEVEL: "info",
    };
    let server: RunningServer = await startServer(environment);
    test.after(() => server.stop());
    let acknowledged = 0;
    for (let round = 0; round < 10; round++) {
      const done: Acknowledged = new Map();
      let killed = false;
      const { url } = server;
      const senders = Array.from({ length: 16 }, () =>
        sendAll(url, `round-${round}`, done, () => killed),
      );
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 150));
      killed = true;
      await server.stop("SIGKILL");
      await Promise.all(senders);
      server = await startServer(environment);
      await assertKept(server.url, `round-${round}`, done);
      acknowledged += done.size;
    }
    await server.stop();
    assert.ok(acknowledged > 100, `only ${acknowledged} were acknowledged`);
  });

  it("through SIGTERM under load, which ends with code 0", async (test) => {
    const environment = { DATA_DIR: directoryFor(test), INBOX_MAX_RECORDS: "100000" };
    const server = await startServer(environment);
    test.after(() => server.stop());
    const done: Acknowledged = new Map();
    let stopped = false;
    const senders = Array.from({ length: 16 }, () =>
      sendAll(server.url, "terminated", done, () => stopped),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const code = server.stop();
    stopped = true;
    assert.equal(await code, 0);
    await Promise.all(senders);
    const again = await startServer(environment);
    await assertKept(again.url, "terminated", done);
    await again.stop();
  });
});

/** A small file system of the test's own, or why there is none. */
function smallDisk(test: TestContext): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), "sundry-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", directory]);
  test.after(() => {
    spawnSync("umount", ["-l", directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return mounted.status === 0 ? directory : undefined;
}

/** Takes all the space that is left. */
function fillUp(file: string): void {
  assert.throws(
    () => {
      for (;;) appendFileSync(file, Buffer.alloc(4_096));
    },
    { code: "ENOSPC" },
  );
}

async function post(url: string, inbox: string, body: string) {
  const started = performance.now();
  const answer = await fetch(`${url}/api/v1/webhook/${inbox}`, { method: "POST", body });
  const text = await answer.text();
  assert.ok(performance.now() - started < 2_000, "every answer comes within two seconds");
  return { status: answer.status, text };
}

async function bodiesOf(url: string, inbox: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/webhook/${inbox}`);
  assert.equal(answer.status, 200);
  const { payloads } = (await answer.json()) as { payloads: { body: string }[] };
  return payloads.map(({ body }) => body);
}

describe("a disk that fails", { timeout: 120_000 }, () => {
  it("when full is a 507 and never a 200 without a record; reads go on; space brings writes back", async (test) => {
    const directory = smallDisk(test);
    if (!directory) return test.skip("this user cannot mount a small disk");
    const ballast = join(directory, "ballast");
    writeFileSync(ballast, Buffer.alloc(1_500_000));
    let server = await startServer({ DATA_DIR: directory });
    test.after(() => server.stop());
    const kept: string[] = [];
    let refused: { status: number; text: string } | undefined;
    for (let sent = 0; sent < 100 && !refused; sent++) {
      const body = `${sent}`.padEnd(100_000, "x");
      const answer = await post(server.url, "full", body);
      if (answer.status === 200) kept.push(body);
      else refused = answer;
    }
    assert.ok(refused?.status === 507 || refused?.status === 503, `${refused?.status}`);
    assert.deepEqual(Object.keys(JSON.parse(refused.text) as object), ["error"]);
    assert.deepEqual(await bodiesOf(server.url, "full"), kept);
    // A start in between must not need space either: not where small records would go, nor where its lock was.
    while ((await post(server.url, "full", "small")).status === 200) kept.push("small");
    await server.stop("SIGKILL");
    rmSync(join(directory, "sundry.db.lock-journal"), { force: true });
    const rest = join(directory, "rest");
    fillUp(rest);
    server = await startServer({ DATA_DIR: directory });
    assert.deepEqual(await bodiesOf(server.url, "full"), kept);
    rmSync(rest);
    rmSync(ballast);
    const again = await post(server.url, "full", "there is space again");
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(await bodiesOf(server.url, "full"), [...kept, "there is space again"]);
    assert.equal(await server.stop(), 0);
    return undefined;
  });

  it("when its files become unwritable refuses sends, goes on reading, and recovers", async (test) => {
    const directory = directoryFor(test);
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
    assert.deepEqual(await bodiesOf(server.url, "readonly"), ["before"]);
    seal("-i");
    assert.equal((await post(server.url, "readonly", "after")).status, 200);
    assert.deepEqual(await bodiesOf(server.url, "readonly"), ["before", "after"]);
    await server.stop();
    return undefined;
  });

  it("when its directory is taken away acknowledges nothing, says so, and recovers when it is put back", async (test) => {
    const directory = directoryFor(test);
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
    assert.deepEqual(await bodiesOf(server.url, "taken"), ["before", "after"]);
  });
});
