import assert from "node:assert/strict";
import { it } from "node:test";
import type { InboxRecord } from "#src/domain/record/inbox-record.js";
import { createRecordList } from "#src/web/inbox/stream/record-list.js";

/** Creates a request that arrived in the same millisecond as every other one. */
function createRecord(seq: number): InboxRecord {
  const receivedAt = "2026-01-01T00:00:00.000Z";
  return { id: `record-${seq}`, seq, receivedAt, bodySize: 0 } as InboxRecord;
}

it("the list keeps the page's requests until the stream has repeated all, even those of one millisecond", (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const { add, records } = createRecordList([3, 2, 1].map(createRecord));
  for (const seq of [1, 2, 3, 4]) {
    add(createRecord(seq));
    test.mock.timers.tick(1000);
    const expected = seq === 4 ? [4, 3, 2, 1] : [3, 2, 1];
    assert.deepEqual(
      records.value.map((record) => record.seq),
      expected,
    );
  }
});
