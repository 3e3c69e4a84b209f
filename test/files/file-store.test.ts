import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Redis } from "ioredis";
import type { FileLimits, FileStore, KeptFile } from "#src/domain/files/file-store.js";
import { MemoryFiles } from "#src/domain/files/memory-files.js";
import { openRedisStore } from "#src/store/redis/redis-store.js";
import { hasRedis, startCluster, startRedis } from "#scripts/test/redis-server.mjs";

/** Opens a store whose clock the test moves. */
type Open = (
  test: TestContext,
  limits: FileLimits,
) => Promise<{ files: FileStore; advance(ms: number): void }>;

const openMemory: Open = async (_, limits) => {
  let clock = 1e12;
  return {
    files: new MemoryFiles(limits, () => clock),
    advance: (ms) => void (clock += ms),
  };
};

function openOn(start: () => Promise<{ url: string; stop(): Promise<void> }>): Open {
  return async (test, limits) => {
    const server = await start();
    let clock = Date.now();
    const store = await openRedisStore({
      url: server.url,
      limits: { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 },
      now: () => clock,
      onHealthChange: () => {},
      onWarning: () => {},
      startMs: 30_000,
      commandMs: 30_000,
    });
    test.after(async () => {
      await store.close();
      await server.stop();
    });
    const files = store.sharedFiles?.(limits) ?? assert.fail();
    return { files, advance: (ms) => void (clock += ms) };
  };
}

const createFile = (size: number, name = "a.bin") => ({
  name,
  type: "image/png",
  bytes: new Uint8Array(size).fill(7),
});

const LIMITS = { ttlMs: 60_000, maxBytes: 1000 };

async function listKept(files: FileStore, all: readonly KeptFile[]): Promise<boolean[]> {
  return Promise.all(all.map(async ({ id, name }) => (await files.get(id, name)) !== undefined));
}

function describeFiles(name: string, open: Open, skip: boolean): void {
  describe(name, { timeout: 240_000, skip }, () => {
    it(`${name}: a file is found by its id and name until it is removed`, async (test) => {
      const { files } = await open(test, LIMITS);
      const file = await files.put(createFile(10, 'ä "b".png'), "10.0.0.1");
      assert.match(file.id, /^[\w-]{22}$/);
      const found = await files.get(file.id, 'ä "b".png');
      assert.deepEqual(
        [found?.type, found?.sha256, Buffer.from(found?.bytes ?? []).equals(file.bytes)],
        ["image/png", file.sha256, true],
      );
      assert.equal(await files.get(file.id, "other.png"), undefined);
      assert.equal(await files.remove(file.id, "other.png"), false);
      assert.equal(await files.remove(file.id, file.name), true);
      assert.equal(await files.get(file.id, file.name), undefined);
      assert.equal(await files.remove(file.id, file.name), false);
    });

    it(`${name}: an address has at most half, and its oldest files go first`, async (test) => {
      const { files } = await open(test, LIMITS);
      assert.equal(files.maxFileBytes, 500);
      const other = await files.put(createFile(100), "10.0.0.2");
      const all = [];
      for (const size of [200, 200, 100, 100])
        all.push(await files.put(createFile(size), "10.0.0.1"));
      assert.deepEqual(await listKept(files, [other, ...all]), [true, false, true, true, true]);
    });

    it(`${name}: a full store drops the oldest files, those of the same address first`, async (test) => {
      const { files } = await open(test, LIMITS);
      const all = [];
      for (const client of ["1", "2", "3"]) all.push(await files.put(createFile(300), client));
      all.push(await files.put(createFile(200), "3"));
      assert.deepEqual(await listKept(files, all), [true, true, false, true]);
      all.push(await files.put(createFile(400), "4"));
      assert.deepEqual(await listKept(files, all), [false, true, false, true, true]);
    });

    it(`${name}: small files are limited by their number`, async (test) => {
      const { files } = await open(test, LIMITS);
      const all = [];
      for (let count = 0; count < 33; count++) all.push(await files.put(createFile(1), "1"));
      assert.deepEqual((await listKept(files, all)).indexOf(true), 1);
    });

    it(`${name}: expired files count no longer`, async (test) => {
      const { files, advance } = await open(test, LIMITS);
      await files.put(createFile(500), "1");
      advance(LIMITS.ttlMs + 1);
      const all = [await files.put(createFile(500), "2"), await files.put(createFile(500), "3")];
      assert.deepEqual(await listKept(files, all), [true, true]);
    });
  });
}

describeFiles("files in memory", openMemory, false);
const skip = !hasRedis && process.env["CI"] === undefined;
describeFiles("files on Redis", openOn(startRedis), skip);
describeFiles("files on a cluster", openOn(startCluster), skip);

it("a file in memory is gone when its time is over", async (test) => {
  const { files, advance } = await openMemory(test, LIMITS);
  const file = await files.put(createFile(1), "1");
  advance(LIMITS.ttlMs);
  assert.equal(await files.get(file.id, file.name), undefined);
});

it("every key of files on Redis expires", { skip }, async (test) => {
  const server = await startRedis();
  test.after(server.stop);
  const store = await openRedisStore({
    url: server.url,
    limits: { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 },
    now: () => Date.now(),
    onHealthChange: () => {},
    onWarning: () => {},
    startMs: 30_000,
    commandMs: 30_000,
  });
  test.after(() => store.close());
  await store.sharedFiles?.(LIMITS).put(createFile(1), "1");
  const client = new Redis(server.url);
  test.after(() => client.disconnect());
  const keys = await client.keys("sundry:file:*");
  assert.equal(keys.length, 2);
  for (const key of keys) {
    const leftMs = await client.pttl(key);
    assert.ok(leftMs > 0 && leftMs <= LIMITS.ttlMs, `${key} expires in ${leftMs} ms`);
  }
});
