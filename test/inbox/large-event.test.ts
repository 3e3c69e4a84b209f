import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatEvents } from "#src/inbox/responses.js";
import { createEmptyPage } from "#src/store/store.js";

describe("formatEvents", () => {
  it("formatEvents replaces each line break of a record over 2 MiB, and nothing else", () => {
    const text = Buffer.alloc(3_000_000, 0x61);
    const breaks = [0, 65_535, 65_536, 131_071, 200_000, 2_999_999];
    for (const [index, at] of breaks.entries()) text[at] = index % 2 === 0 ? 0x0a : 0x0d;
    const expected = Buffer.from(text);
    for (const at of breaks) expected[at] = 0x20;
    const seqs = Float64Array.of(7);
    const sizes = Float64Array.of(text.length);
    const parts = formatEvents({ ...createEmptyPage(undefined), texts: text, seqs, sizes });
    const sent = Buffer.concat(parts);
    assert.equal(sent.toString("latin1", 0, 12), "id: 7\ndata: ");
    assert.ok(sent.subarray(12, -2).equals(expected));
    assert.equal(sent.toString("latin1", sent.length - 2), "\n\n");
  });
});
