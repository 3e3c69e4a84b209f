import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { waitUntil } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { postJson } from "../support/post.ts";
import { noRedis, startRedis, startServerOnRedis } from "../support/redis.ts";

const skip = noRedis || findSkipReason("redis-cli --version");
const PATIENCE = { STORE_DEADLINE_MS: "30000" };

describe("backups of Redis, as in the guide", { skip, timeout: 240_000 }, () => {
  it("a new server reads every acknowledged record from either of the two", async (test) => {
    const folder = mkdtempSync(join(tmpdir(), "sundry-redis-backup-"));
    test.after(() => rmSync(folder, { recursive: true, force: true }));
    const redis = await startRedis(0, "--appendonly", "yes");
    test.after(() => redis.stop());
    const ask = (...words: string[]) =>
      execFileSync("redis-cli", ["-p", String(redis.port), ...words], { encoding: "utf8" });
    const server = await startServerOnRedis({ ...PATIENCE, REDIS_URL: redis.url });
    test.after(() => server.stop());
    for (let number = 1; number <= 20; number++) {
      const { status } = await postJson(`${server.url}/api/v1/webhook/orders`, { number });
      assert.equal(status, 200);
    }
    const [dump, files] = [join(folder, "dump"), join(folder, "files")];
    mkdirSync(dump);
    ask("--rdb", join(dump, "dump.rdb"));
    ask("BGREWRITEAOF");
    const directory = ask("CONFIG", "GET", "dir").split("\n")[1] ?? "";
    // The files of before are removed by a thread: a folder, its list and two files remain.
    await waitUntil(
      () =>
        /aof_rewrite_in_progress:0\s+aof_rewrite_scheduled:0/.test(ask("INFO", "persistence")) &&
        readdirSync(directory, { recursive: true }).length <= 4,
    );
    cpSync(directory, files, { recursive: true });
    for (const settings of [
      ["--dir", dump],
      ["--dir", files, "--appendonly", "yes"],
    ]) {
      const restored = await startRedis(0, ...settings);
      test.after(() => restored.stop());
      const successor = await startServerOnRedis({ ...PATIENCE, REDIS_URL: restored.url });
      test.after(() => successor.stop());
      const response = await fetch(`${successor.url}/api/v1/webhook/orders?limit=100`);
      const { payloads } = (await response.json()) as { payloads: { seq: number }[] };
      assert.equal(payloads.length, 20, settings.join(" "));
    }
  });
});
