import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRedisUrl } from "#src/lib/net/redis-url.js";
import { describeRedisProblem } from "#src/store/redis/problem.js";

const target = parseRedisUrl("rediss://ann:secret@redis.example:6380");

function describeError(message: string, code?: string) {
  assert.ok(target);
  return describeRedisProblem(Object.assign(new Error(message), code && { code }), target);
}

describe("describeRedisProblem", () => {
  const CASES: [message: string, code: string | undefined, reason: string, advice: RegExp][] = [
    [
      "connect ECONNREFUSED 127.0.0.1:6379",
      "ECONNREFUSED",
      "unreachable",
      /refuses connections; check REDIS_URL/,
    ],
    ["getaddrinfo ENOTFOUND redis.example", "ENOTFOUND", "unreachable", /DNS does not know/],
    [
      "WRONGPASS invalid username-password pair or user is disabled.",
      undefined,
      "denied",
      /user name or password/,
    ],
    ["NOAUTH Authentication required.", undefined, "denied", /user name or password/],
    [
      "NOPERM this user has no permissions to run the 'evalsha' command",
      undefined,
      "denied",
      /ACL SETUSER <user> ~sundry:\*/,
    ],
    [
      "ERR The user executing the script can't run this command or subcommand",
      undefined,
      "denied",
      /ACL SETUSER/,
    ],
    [
      "READONLY You can't write against a read only replica.",
      undefined,
      "read-only",
      /set REDIS_URL to the primary/,
    ],
    [
      "OOM command not allowed when used memory > 'maxmemory'.",
      undefined,
      "full",
      /raise its maxmemory/,
    ],
    [
      "LOADING Redis is loading the dataset in memory",
      undefined,
      "unreachable",
      /is not ready yet/,
    ],
    [
      "self-signed certificate in certificate chain",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "unreachable",
      /NODE_EXTRA_CA_CERTS/,
    ],
    [
      "unable to verify the first certificate",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "unreachable",
      /NODE_EXTRA_CA_CERTS/,
    ],
    [
      "write EPROTO 00:error:0A00010B:SSL routines::wrong version number",
      "EPROTO",
      "unreachable",
      /redis:\/\/ instead of rediss/,
    ],
    ["something else", undefined, "unreachable", /check REDIS_URL/],
  ];
  for (const [message, code, reason, advice] of CASES) {
    it(`the Redis error "${message}" is reported with advice`, () => {
      const problem = describeError(message, code);
      assert.equal(problem.reason, reason);
      assert.match(problem.message, advice);
      assert.match(problem.message, /^Redis at redis\.example:6380 /);
      assert.doesNotMatch(problem.message, /secret|ann:/);
    });
  }
});
