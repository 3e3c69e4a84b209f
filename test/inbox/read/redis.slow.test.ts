import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hasRedis, startRedis, startServerOnRedis } from "../../support/redis.ts";

const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";
const PAID = `where=${encodeURIComponent('.event=="paid"')}`;

describe("reads of an inbox on Redis", { timeout: 300_000, skip: run ? false : HOW }, () => {
  it("an inbox on Redis filters, shortens, exports and parses forms of another process's records [slow]", async (test) => {
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url };
    const [one, two] = await Promise.all([
      startServerOnRedis(environment),
      startServerOnRedis(environment),
    ]);
    test.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await redis.stop();
    });
    const send = (body: string | URLSearchParams) =>
      fetch(`${one.url}/api/v1/webhook/shared`, { method: "POST", body });
    const read = async (query: string) => {
      const response = await fetch(`${two.url}/api/v1/webhook/shared?${query}`);
      return ((await response.json()) as { payloads: Record<string, unknown>[] }).payloads;
    };
    await send(new URLSearchParams({ a: "1" }));
    await send(JSON.stringify({ event: "paid", filler: "x".repeat(300_000) }));
    await send('{"event":"open"}');
    assert.deepEqual((await read("limit=1&contains=a%3D1"))[0]?.["bodyForm"], [["a", "1"]]);
    assert.deepEqual(
      (await read(`${PAID}&limit=5`)).map(({ seq }) => seq),
      [2],
    );
    assert.equal((await read(`${PAID}&excerpt=true`))[0]?.["bodyExcerpt"], true);
    const waiting = read(`${PAID}&after=2&wait=20`);
    await send('{"event":"open"}');
    await send('{"event":"paid"}');
    assert.deepEqual(
      (await waiting).map(({ seq }) => seq),
      [5],
    );
    const lines = await (await fetch(`${two.url}/api/v1/inboxes/shared/export`)).text();
    assert.equal(lines.split("\n").length, 6);
  });
});
