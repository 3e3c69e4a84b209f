import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CaptureRow, WriteOp } from "#src/store/sqlite/batch.js";
import { MetaCache } from "#src/store/sqlite/meta-cache.js";

const record = { members: Buffer.alloc(0), method: "POST", preflight: false };
const capture: WriteOp = { kind: "capture", inbox: "a", record };

function toRow(seq: number): CaptureRow {
  return [seq, "", "generation", 0, 1_000, 1, seq, 10];
}

describe("MetaCache", () => {
  it("a MetaCache ignores metadata that was read before a batch was committed", () => {
    const cache = new MetaCache();
    cache.apply([capture], [toRow(1)]);
    const old = cache.get("a");
    const setUnlessStale = cache.prepareSet("a");
    cache.apply([capture], [toRow(2)]);
    setUnlessStale(old);
    assert.equal(cache.get("a")?.lastSeq, 2);
    cache.prepareSet("b")(old);
    assert.equal(cache.get("b")?.lastSeq, 1);
  });
});
