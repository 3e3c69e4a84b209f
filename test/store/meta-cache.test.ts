import assert from "node:assert/strict";
import { it } from "node:test";
import type { CaptureRow, WriteOp } from "#src/store/sqlite/batch.js";
import { MetaCache } from "#src/store/sqlite/meta-cache.js";

const record = { members: Buffer.alloc(0), method: "POST", preflight: false };
const capture: WriteOp = { kind: "capture", inbox: "a", record };

function place(seq: number): CaptureRow {
  return [seq, "", "life", 0, 1_000, 1, seq, 10];
}

it("a head read from the file does not replace one that a batch made meanwhile", () => {
  const cache = new MetaCache();
  cache.apply([capture], [place(1)]);
  const old = cache.get("a");
  const remember = cache.prepareSet("a");
  cache.apply([capture], [place(2)]);
  remember(old);
  assert.equal(cache.get("a")?.lastSeq, 2);
  cache.prepareSet("b")(old);
  assert.equal(cache.get("b")?.lastSeq, 1);
});
