import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { backUp, type BackupSummary } from "#src/store/sqlite/backup/backup.js";
import { checkStore } from "#src/store/sqlite/backup/check.js";
import { openControlSocket, requestBackup } from "#src/store/sqlite/backup/control-socket.js";
import { openForWriting } from "#src/store/sqlite/file.js";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import { createRecord } from "../store-contract/support.ts";
import { command, runProgram, runSundry } from "../support/cli.ts";
import { waitUntil } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { postJson } from "../support/post.ts";
import { root, startServer } from "../support/server.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };

function createFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "sundry-backup-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a data directory: an inbox with ten records, and one that expired. */
async function createData(test: TestContext): Promise<string> {
  const directory = createFolder(test);
  let nowMs = Date.now() - 2 * LIMITS.ttlMs;
  const options = { directory, limits: LIMITS, now: () => nowMs, purgeIntervalMs: 0 };
  const store = await openSqliteStore({ ...options, deadlineMs: 30_000 });
  await store.inboxes.capture("old", createRecord("expired"));
  nowMs = Date.now() + LIMITS.ttlMs;
  for (let sent = 0; sent < 10; sent++) {
    await store.inboxes.capture("new", createRecord("x".repeat(400_000)));
  }
  await store.close();
  return directory;
}

const fixtures = join(root, "test", "store", "fixtures");

const noPython = findSkipReason("python3 --version");

/** Returns the report of another SQLite: `ok` for an intact file, and the number of records. */
function judge(file: string): string {
  const program =
    "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); print(d.execute('PRAGMA integrity_check').fetchone()[0], d.execute('SELECT count(*) FROM records').fetchone()[0])";
  return spawnSync("python3", ["-c", program, file], { encoding: "utf8" }).stdout.trim();
}

/** Resolves with the bodies of an inbox's records, oldest first. */
async function readBodies(url: string, inbox: string): Promise<unknown[]> {
  const response = await fetch(`${url}/api/v1/webhook/${inbox}?limit=100&after=0`);
  const { payloads } = (await response.json()) as { payloads: { seq: number; body: unknown }[] };
  return payloads.toSorted((one, next) => one.seq - next.seq).map(({ body }) => body);
}

describe("sundry store backup", { timeout: 240_000 }, () => {
  it("a backup of a serving process has all that was acknowledged, and can be restored", async (test) => {
    const folder = createFolder(test);
    const data = join(folder, "data");
    const file = join(folder, "backup.db");
    const server = await startServer({ DATA_DIR: data });
    test.after(() => server.stop());
    const send = (number: number) => postJson(`${server.url}/api/v1/webhook/orders`, { number });
    for (let number = 0; number < 20; number++) await send(number);
    const [backup] = await Promise.all([
      runSundry(["store", "backup", file, "--data", data]),
      ...Array.from({ length: 30 }, (_, extra) => send(20 + extra)),
    ]);
    assert.equal(backup.code, 0, backup.complaint);
    const summary = JSON.parse(backup.text) as BackupSummary & { file: string; seconds: number };
    assert.equal(summary.file, file);
    assert.ok(summary.records >= 20 && summary.inboxes === 1 && summary.bytes > 0);
    assert.deepEqual(readdirSync(folder).toSorted(), ["backup.db", "data"]);
    const inUse = await runSundry(["store", "restore", file, data, "--force"]);
    assert.match(inUse.complaint, /another process uses it/);
    const restored = join(folder, "restored");
    assert.equal((await runSundry(["store", "restore", file, restored])).code, 0);
    const successor = await startServer({ DATA_DIR: restored });
    test.after(() => successor.stop());
    const bodies = await readBodies(successor.url, "orders");
    const before = await readBodies(server.url, "orders");
    assert.deepEqual(bodies, before.slice(0, summary.records));
  });

  it("a backup on standard output is the whole file, with its report on standard error", async (test) => {
    const data = await createData(test);
    const { code, bytes, complaint } = await runSundry(["store", "backup", "-", "--data", data]);
    assert.equal(code, 0, complaint);
    const file = join(createFolder(test), "piped.db");
    writeFileSync(file, bytes);
    const { inboxes, records, problems } = checkStore(file);
    assert.deepEqual([inboxes, records, problems], [1, 10, []]);
    assert.match(complaint, /"records":10/);
    assert.ok(!existsSync(join(data, "backup.part")));
  });

  it("a backup whose pipe is closed early fails, and leaves nothing", async (test) => {
    const data = await createData(test);
    const child = spawn(process.execPath, [command, "store", "backup", "-", "--data", data]);
    child.stdout.once("data", () => child.stdout.destroy());
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    assert.deepEqual(
      [code, complaint],
      [1, "sundry: standard output could not be written: write EPIPE\n"],
    );
    assert.deepEqual(readdirSync(data), ["sundry.db"]);
  });

  it("standard output on a full disk is a failure", async (test) => {
    const disk = mountSmallDisk(test, "1m");
    if (disk === undefined) return test.skip("may not mount");
    const data = await createData(test);
    const words = `"${process.execPath}" "${command}" store backup - --data "${data}" > "${disk}/copy"`;
    const { code, complaint } = await runProgram("sh", ["-c", words]);
    assert.deepEqual(
      [code, complaint],
      [1, "sundry: standard output could not be written: no space left\n"],
    );
    assert.deepEqual(readdirSync(data), ["sundry.db"]);
    return undefined;
  });

  it("never replaces a file of the store, a directory or a device", async (test) => {
    const data = await createData(test);
    const folder = createFolder(test);
    const link = join(folder, "link");
    symlinkSync(data, link);
    const reserve = join(data, "sundry.db.reserve");
    for (const file of [join(data, "sundry.db"), join(link, "sundry.db"), reserve]) {
      const words = ["store", "backup", file, "--data", data, "--force"];
      const { code, complaint } = await runSundry(words);
      const sentence = `sundry: ${file} is a file of the store; choose another one\n`;
      assert.deepEqual([code, complaint], [1, sentence]);
    }
    const words = ["store", "backup", folder, "--data", data, "--force"];
    assert.equal((await runSundry(words)).complaint, `sundry: ${folder} is not a file\n`);
    assert.equal((await runSundry(["store", "backup", ""])).code, 2);
    assert.equal(checkStore(data).records, 11);
  });

  it("expired inboxes are not in it, and numbers go on where they were", async (test) => {
    const data = await createData(test);
    const file = join(createFolder(test), "copy.db");
    const summary = backUp({ from: join(data, "sundry.db"), to: file, nowMs: Date.now() });
    assert.deepEqual([summary.inboxes, summary.records], [1, 10]);
    assert.ok(!readFileSync(file).includes('expired\\"'));
    const database = openForWriting(file);
    test.after(() => database.close());
    const numbers = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'inboxes'");
    assert.equal((numbers.get() as { seq: number }).seq, 2);
  });

  it("another SQLite finds the file in order", { skip: noPython }, async (test) => {
    const data = await createData(test);
    const file = join(createFolder(test), "copy.db");
    backUp({ from: join(data, "sundry.db"), to: file, nowMs: Date.now() });
    assert.equal(judge(file), "ok 10");
  });

  it(
    "a kill of either side leaves no half file, and the store intact",
    { skip: noPython },
    async (test) => {
      const folder = createFolder(test);
      const [data, file] = [join(folder, "data"), join(folder, "copy.db")];
      const words = ["store", "backup", file, "--data", data];
      let server = await startServer({ DATA_DIR: data });
      test.after(() => server.stop());
      const text = "x".repeat(400_000);
      for (let sent = 0; sent < 10; sent++)
        assert.equal((await postJson(`${server.url}/api/v1/webhook/new`, { text })).status, 200);
      for (const victim of ["command", "server", "command", "server"]) {
        const child = spawn(process.execPath, [command, ...words], { stdio: "ignore" });
        const exited = once(child, "exit");
        setTimeout(
          () => (victim === "server" ? server.process : child).kill("SIGKILL"),
          60 + Math.random() * 200,
        );
        await exited;
        if (existsSync(file)) assert.equal(judge(file), "ok 10");
        rmSync(file, { force: true });
        if (victim === "command") continue;
        await server.exited;
        assert.equal(judge(join(data, "sundry.db")), "ok 10");
        server = await startServer({ DATA_DIR: data });
      }
      await waitUntil(async () => (await runSundry(words)).code === 0);
      assert.equal(judge(file), "ok 10");
      assert.deepEqual(readdirSync(folder).toSorted(), ["copy.db", "data"]);
    },
  );

  it("an existing file is replaced only with --force", async (test) => {
    const data = await createData(test);
    const file = join(createFolder(test), "copy.db");
    writeFileSync(file, "mine");
    const refused = await runSundry(["store", "backup", file, "--data", data]);
    assert.deepEqual(
      [refused.code, refused.complaint],
      [1, `sundry: ${file} exists; --force replaces it\n`],
    );
    assert.equal(readFileSync(file, "utf8"), "mine");
    assert.equal((await runSundry(["store", "backup", file, "--data", data, "--force"])).code, 0);
    assert.equal(checkStore(file).records, 10);
  });

  it("a full disk leaves no file and one sentence", async (test) => {
    const disk = mountSmallDisk(test, "1m");
    if (disk === undefined) return test.skip("may not mount");
    const data = await createData(test);
    const file = join(disk, "copy.db");
    fillDisk(join(disk, "filler"));
    const { code, complaint } = await runSundry(["store", "backup", file, "--data", data]);
    assert.deepEqual(
      [code, complaint],
      [1, `sundry: ${file} could not be written: no space left\n`],
    );
    assert.deepEqual(readdirSync(disk), ["filler"]);
    return undefined;
  });

  it("one backup runs at a time, and ends with its client", async (test) => {
    const directory = createFolder(test);
    let cancelled: AbortSignal | undefined;
    const begun = new Promise<void>((resolve) => {
      void openControlSocket(directory, async (_, signal) => {
        cancelled = signal;
        resolve();
        await once(signal, "abort");
        throw new Error("cancelled");
      }).then((server) => test.after(() => server?.close()));
    });
    while (!existsSync(join(directory, "control.sock"))) await new Promise(setImmediate);
    const client = connect(join(directory, "control.sock"));
    client.write('{"backup":"/nowhere"}\n');
    await begun;
    await assert.rejects(requestBackup(directory, "/nowhere", new AbortController().signal), {
      message: "a backup is running already",
    });
    client.destroy();
    assert.ok(cancelled);
    if (!cancelled.aborted) await once(cancelled, "abort");
  });

  it("a backup that another one refuses keeps its file until it has its name", async (test) => {
    const directory = createFolder(test);
    const file = join(directory, "copy.db");
    const summary = { bytes: 0, inboxes: 0, records: 0, schemaVersion: 0 };
    const server = await openControlSocket(directory, async (to) => {
      writeFileSync(to, "copy");
      return summary;
    });
    test.after(() => server?.close());
    const part = `${file}.part`;
    const copy = await requestBackup(directory, part, new AbortController().signal);
    const refused = await runSundry(["store", "backup", file, "--data", directory]);
    assert.deepEqual(
      [refused.code, refused.complaint],
      [1, "sundry: a backup is running already\n"],
    );
    assert.equal(readFileSync(part, "utf8"), "copy");
    copy?.release();
    await waitUntil(async () => {
      const next = await requestBackup(directory, part, new AbortController().signal).catch(
        () => {},
      );
      next?.release();
      return next !== undefined;
    });
  });

  it("a path that is too long is shortened from the working directory", async (test) => {
    const before = process.cwd();
    const directory = join(createFolder(test), "x".repeat(100));
    mkdirSync(directory);
    assert.equal(await openControlSocket(directory, () => Promise.reject(new Error())), undefined);
    process.chdir(directory);
    test.after(() => process.chdir(before));
    const server = await openControlSocket(directory, () => Promise.reject(new Error("found")));
    test.after(() => server?.close());
    await assert.rejects(requestBackup(directory, "/nowhere", new AbortController().signal), {
      message: "found",
    });
  });

  it("a server that ends during a backup leaves no file", async (test) => {
    const directory = createFolder(test);
    const file = join(directory, "copy.db");
    const sockets = new Set<{ destroy(): void }>();
    const server = await openControlSocket(directory, async (_, signal) => {
      for (const socket of sockets) socket.destroy();
      await once(signal, "abort");
      throw new Error("cancelled");
    });
    test.after(() => server?.close());
    server?.on("connection", (socket) => sockets.add(socket));
    const { code, complaint } = await runSundry(["store", "backup", file, "--data", directory]);
    assert.equal(code, 1);
    assert.match(complaint, /the server ended before the backup was whole/);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith("copy")),
      [],
    );
  });
});

describe("sundry store restore", { timeout: 240_000 }, () => {
  it("data that is there is kept, and replaced only with --force", async (test) => {
    const [data, other] = [await createData(test), await createData(test)];
    const file = join(createFolder(test), "copy.db");
    assert.equal((await runSundry(["store", "backup", file, "--data", data])).code, 0);
    const refused = await runSundry(["store", "restore", file, other]);
    assert.match(refused.complaint, /has data; --force replaces it/);
    assert.equal((await runSundry(["store", "restore", file, other, "--force"])).code, 0);
    assert.equal(checkStore(other).inboxes, 1);
    assert.equal(checkStore(join(other, "sundry.db.before-restore")).records, 11);
  });

  it("a damaged data file is replaced, too, and kept", async (test) => {
    const [data, damaged] = [await createData(test), createFolder(test)];
    const target = join(damaged, "sundry.db");
    writeFileSync(target, "not a database");
    const words = ["store", "restore", join(data, "sundry.db"), damaged];
    assert.match((await runSundry(words)).complaint, /has data; --force replaces it/);
    assert.equal((await runSundry([...words, "--force"])).code, 0);
    assert.equal(checkStore(damaged).records, 11);
    assert.equal(readFileSync(`${target}.before-restore`, "utf8"), "not a database");
  });

  it("the log of a process that was killed is restored with its file, and not into another", async (test) => {
    const folder = createFolder(test);
    const killed = join(folder, "killed.db");
    copyFileSync(join(fixtures, "0.1.0-killed.db"), killed);
    copyFileSync(join(fixtures, "0.1.0-killed.db-wal"), `${killed}-wal`);
    const [restored, stale] = [join(folder, "restored"), join(folder, "stale")];
    assert.equal((await runSundry(["store", "restore", killed, restored])).code, 0);
    const { records } = checkStore(killed);
    assert.ok(records > 0);
    assert.equal(checkStore(restored).records, records);
    mkdirSync(stale);
    copyFileSync(join(fixtures, "0.1.0-killed.db-wal"), join(stale, "sundry.db-wal"));
    const file = join(await createData(test), "sundry.db");
    assert.equal((await runSundry(["store", "restore", file, stale])).code, 0);
    const { records: expected, problems } = checkStore(stale);
    assert.deepEqual([expected, problems], [11, []]);
    assert.ok(existsSync(join(stale, "sundry.db-wal.before-restore")));
  });

  it(
    "root gives the restored file to the owner of the directory",
    { skip: process.getuid?.() === 0 ? false : "not root" },
    async (test) => {
      const [data, directory] = [await createData(test), createFolder(test)];
      chownSync(directory, 65_534, 65_534);
      const words = ["store", "restore", join(data, "sundry.db"), directory];
      assert.equal((await runSundry(words)).code, 0);
      const { uid, mode } = statSync(join(directory, "sundry.db"));
      assert.deepEqual([uid, mode & 0o777], [65_534, 0o600]);
    },
  );

  it("a damaged file and one of a newer release are refused with a sentence", async (test) => {
    const folder = createFolder(test);
    const file = join(folder, "copy.db");
    writeFileSync(file, "SQLite format 3\0".padEnd(5000, "x"));
    const damaged = await runSundry(["store", "restore", file, join(folder, "data")]);
    assert.deepEqual([damaged.code, damaged.complaint.split("\n").length], [1, 2]);
    const newer = join(folder, "newer.db");
    backUp({ from: join(await createData(test), "sundry.db"), to: newer, nowMs: Date.now() });
    const bytes = readFileSync(newer);
    // The schema version (`user_version`) in SQLite's header.
    bytes.writeUInt32BE(99, 60);
    writeFileSync(newer, bytes);
    const refused = await runSundry(["store", "restore", newer, join(folder, "data")]);
    assert.match(refused.complaint, /a newer release of Sundry wrote it/);
    assert.ok(!existsSync(join(folder, "data", "sundry.db")));
  });

  it("a restore that is killed at any moment leaves the old data or the new", async (test) => {
    const data = await createData(test);
    const file = join(createFolder(test), "copy.db");
    assert.equal((await runSundry(["store", "backup", file, "--data", data])).code, 0);
    for (let round = 0; round < 6; round++) {
      const words = [command, "store", "restore", file, data, "--force"];
      const child = spawn(process.execPath, words, { stdio: "ignore" });
      const exited = once(child, "exit");
      setTimeout(() => child.kill("SIGKILL"), 60 + Math.random() * 150);
      await exited;
      const { inboxes, problems } = checkStore(data);
      assert.ok([1, 2].includes(inboxes) && problems.length === 0, String(problems));
    }
  });
});
