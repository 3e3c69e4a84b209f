import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRedisUrl } from "#src/lib/net/redis-url.js";

const listHosts = (text: string) =>
  parseRedisUrl(text)?.hosts.map(({ host, port }) => `${host} ${port}`);

describe("parseRedisUrl", () => {
  it("parseRedisUrl reads host, port, credentials, TLS and database of one server", () => {
    assert.deepEqual(parseRedisUrl("rediss://ann:p%40ss%2Fword@redis.example:6380/2"), {
      kind: "server",
      hosts: [{ host: "redis.example", port: 6380 }],
      tls: true,
      username: "ann",
      password: "p@ss/word",
      database: 2,
      service: undefined,
      sentinelUsername: undefined,
      sentinelPassword: undefined,
    });
  });

  it("parseRedisUrl fills in the defaults", () => {
    assert.deepEqual(listHosts("redis://localhost"), ["localhost 6379"]);
    assert.deepEqual(listHosts("redis://"), ["localhost 6379"]);
    assert.equal(parseRedisUrl("redis://:secret@x")?.password, "secret");
    assert.equal(parseRedisUrl("redis://:secret@x")?.username, undefined);
  });

  it("parseRedisUrl reads several hosts and IPv6 addresses", () => {
    assert.deepEqual(listHosts("redis://a:1,b,[::1]:3"), ["a 1", "b 6379", "::1 3"]);
  });

  it("parseRedisUrl reads Sentinels, their service and their own credentials", () => {
    const target = parseRedisUrl(
      "redis+sentinel://:pw@s1,s2:26380/mymaster/1?sentinelUsername=eve&sentinelPassword=a%26b",
    );
    assert.deepEqual(target?.hosts, [
      { host: "s1", port: 26_379 },
      { host: "s2", port: 26_380 },
    ]);
    assert.deepEqual(
      [target?.kind, target?.service, target?.database, target?.password],
      ["sentinel", "mymaster", 1, "pw"],
    );
    assert.deepEqual([target?.sentinelUsername, target?.sentinelPassword], ["eve", "a&b"]);
  });

  it("parseRedisUrl returns undefined for other URLs, invalid hosts and Sentinels without a service", () => {
    for (const text of [
      "",
      "localhost:6379",
      "http://x",
      "redis:/x",
      "redis://a,,b",
      "redis://a:0",
      "redis://a:65536",
      "redis://a:x",
      "redis://a/b",
      "redis://a/1/2",
      "redis+sentinel://a",
      "redis+sentinel://a/",
    ]) {
      assert.equal(parseRedisUrl(text), undefined, text);
    }
  });
});
