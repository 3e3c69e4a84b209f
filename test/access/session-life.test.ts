import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { waitUntil } from "../support/eventually.ts";
import { LIMITS } from "../store-contract/support.ts";
import type { RequestContext } from "#src/http/context.js";
import { Sessions, type SessionSubject } from "#src/access/sessions.js";
import { openSqliteStore, type SqliteStore } from "#src/store/sqlite/sqlite-store.js";

const TTL_MS = 1_000_000;

const toContext = (cookie = "") => ({ headers: { cookie }, origin: "http://a" }) as RequestContext;

async function start(sessions: Sessions, subject: SessionSubject): Promise<RequestContext> {
  const cookie = await sessions.start(toContext(), subject);
  return toContext(cookie.split(";", 1)[0]);
}

describe("life of a session", { timeout: 300_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "sundry-sessions-"));
  let nowMs = Date.UTC(2026, 0, 1);
  const now = () => nowMs;
  let store: SqliteStore;
  before(async () => {
    store = await openSqliteStore({
      directory,
      limits: LIMITS,
      now,
      purgeIntervalMs: 0,
      deadlineMs: 30_000,
    });
  });
  after(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });

  /** Each has a cache of its own, as processes do. */
  const open = () =>
    new Sessions({ store: store.access, now, ttlMs: TTL_MS, publicUrl: undefined });

  /** Uses a session, and resolves when the use is stored. */
  async function use(sessions: Sessions, context: RequestContext): Promise<boolean> {
    if (!(await sessions.find(context))) return false;
    await waitUntil(async () =>
      (await store.access.list("session")).some(({ usedAtMs }) => usedAtMs === nowMs),
    );
    return true;
  }

  it("a session ends after its last use, whichever process that was in", async () => {
    const [one, other] = [open(), open()];
    const context = await start(one, { kind: "admin", hash: "x" });
    assert.deepEqual((await other.find(context))?.subject, { kind: "admin", hash: "x" });
    nowMs += TTL_MS - 1;
    assert.ok(await use(one, context));
    nowMs += TTL_MS - 1;
    assert.ok(await use(other, context));
    nowMs += TTL_MS;
    assert.equal(await one.find(context), undefined);
    assert.equal(await other.find(context), undefined);
  });

  it("a session that is used all the time ends after 14 times its life, that of an account after 2", async () => {
    const sessions = open();
    const subjects: [SessionSubject, number][] = [
      [{ kind: "key", keyId: "a", hash: "x" }, 14],
      [{ kind: "user", claims: {} }, 2],
    ];
    for (const [subject, lives] of subjects) {
      const context = await start(sessions, subject);
      const startMs = nowMs;
      nowMs += TTL_MS / 2;
      while (nowMs < startMs + lives * TTL_MS) {
        assert.ok(await use(sessions, context), `${(nowMs - startMs) / TTL_MS} of ${lives}`);
        nowMs += TTL_MS / 2;
      }
      assert.equal(await sessions.find(context), undefined);
    }
  });

  it("a new session ends the one that the browser had", async () => {
    const sessions = open();
    const first = await start(sessions, { kind: "admin", hash: "x" });
    await sessions.start(first, { kind: "admin", hash: "x" });
    assert.equal(await sessions.find(first), undefined);
  });
});
