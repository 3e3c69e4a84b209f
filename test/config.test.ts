import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readConfig } from "#src/config.js";

describe("settings", () => {
  it("settings have the documented defaults", () => {
    const config = readConfig({});
    assert.equal(config.host, "127.0.0.1");
    assert.equal(config.port, 3000);
    assert.equal(config.dataDirectory, "./data");
    assert.equal(config.enforceLimit, false);
    assert.equal(config.dailyLimit, 100);
    assert.equal(config.toolLimits.size, 0);
    assert.equal(config.trustProxy, undefined);
    assert.deepEqual(config.fetchAllowPorts, [80, 443, 8080, 8443]);
    assert.equal(config.inboxTtlSeconds, 14_400);
    assert.equal(config.inboxMaxBytes, 33_554_432);
  });

  it("settings are read in the forms people write", () => {
    assert.equal(readConfig({ ENFORCE_LIMIT: "1" }).enforceLimit, true);
    assert.equal(readConfig({ DAILY_LIMIT: "OFF" }).dailyLimit, undefined);
    assert.deepEqual(
      [...readConfig({ LIMITS: "code-image=600, carbon-footprint=off" }).toolLimits],
      [
        ["code-image", 600],
        ["carbon-footprint", undefined],
      ],
    );
    assert.equal(readConfig({ TRUST_PROXY: "2" }).trustProxy, 2);
    assert.deepEqual(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy, [
      "10.0.0.0/8",
      "::1",
    ]);
    assert.equal(readConfig({ FETCH_ALLOW_PORTS: "*" }).fetchAllowPorts, undefined);
    assert.equal(readConfig({ BASE_PATH: "/a/b/" }).basePath, "/a/b");
    assert.equal(readConfig({ PORT: " " }).port, 3000);
    assert.deepEqual(readConfig({ ALLOWED_HOSTS: "Dev.Example.com, .b.test,[::7]" }).allowedHosts, [
      "dev.example.com",
      ".b.test",
      "::7",
    ]);
  });

  const wrong: Record<string, string[]> = {
    PORT: ["-1", "65536", "3e3", "http", "80\nHOST=x"],
    TRUST_PROXY: ["101", "10.0.0.0/33", "0.0.0.0/0", "::/0", "proxy", "1.2.3.4/8/8"],
    REDIS_URL: ["localhost:6379", "http://x", "redis+sentinel://x", "redis://a:0"],
    ENFORCE_LIMIT: ["maybe"],
    ACCESS: ["required", "closed"],
    DAILY_LIMIT: ["0", "1000000001", "1e3", "none"],
    LIMITS: ["hash", "hash=0", "hash=1000001", "hash=1,hash=2", "hash=1,", "hash=", "=5"],
    FETCH_ALLOW_CIDRS: ["10.0.0.0/8;::1", "fe80::1%eth-0/64"],
    FETCH_ALLOW_PORTS: ["80,0"],
    INBOX_TTL_SECONDS: ["0", "4h"],
    STORE_DEADLINE_MS: ["0", "2s"],
    LOG_LEVEL: ["loud"],
    LOG_FORMAT: ["xml"],
    BASE_PATH: ["sundry", "/a b", "/..", "/a/./b"],
    ALLOWED_HOSTS: ["https://example.com", "example.com:3000", "*.example.com", "a,,b"],
    PUBLIC_URL: ["example.com", "ftp://x", "https://u:p@x", "https://x/?q", "https://x/#h"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`the setting ${name} is checked, and the error names it in one line`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error: Error) =>
            error.message.startsWith(`${name} must be `) && !error.message.includes("\n"),
          value,
        );
      }
    });
  }

  it("PUBLIC_URL may be written in any form that browsers accept", () => {
    assert.equal(
      readConfig({ PUBLIC_URL: "HTTPS://X.example/a/" }).publicUrl,
      "https://x.example/a",
    );
    assert.equal(readConfig({ PUBLIC_URL: 'http://x/"><b>' }).publicUrl, "http://x/%22%3E%3Cb%3E");
  });

  it("an error about a setting never shows a password", () => {
    for (const name of ["REDIS_URL", "PUBLIC_URL"]) {
      assert.throws(
        () => readConfig({ [name]: "ftp://user:p@ss/word@host" }),
        (error: Error) => error.message.endsWith('it is "ftp://***@host"'),
      );
    }
  });
});
