import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PARTITIONS, runPartition } from "#scripts/test/partition.mjs";
import { findSkipReason } from "../support/needs.ts";
import { noRedis } from "../support/redis.ts";

/** Longer than a node needs to replace its connections. */
const OUTAGE_MS = 2000;

describe(
  "two nodes whose network is cut",
  { skip: noRedis || findSkipReason("nginx -v"), timeout: 300_000 },
  () => {
    for (const partition of PARTITIONS) {
      it(`no follower misses a capture or gets one twice when ${partition} [slow]`, async (test) => {
        const report = await runPartition(partition, OUTAGE_MS);
        if (!report) return test.skip("needs the right to create networks");
        const { acknowledged, followers, refusals } = report;
        if (refusals.length > 0) assert.deepEqual(refusals, [503, 503, 503]);
        for (const [name, { seqs, numbers }] of Object.entries(followers)) {
          const everySeq = Array.from({ length: seqs.length }, (_, index) => index + 1);
          assert.deepEqual(seqs, everySeq, name);
          const received = new Set(numbers);
          assert.deepEqual(
            acknowledged.filter((number) => !received.has(number)),
            [],
            name,
          );
        }
        return undefined;
      });
    }
  },
);
