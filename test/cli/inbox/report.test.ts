import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReport } from "#src/cli/inbox/report.js";

describe("the report of deliveries", () => {
  it("escapes control characters and what is not ASCII, halves of surrogate pairs included", () => {
    const lines: string[] = [];
    const report = createReport(false, { print: () => {}, warn: (line) => lines.push(line) });
    for (const message of ["a\u001b[2J", "é", "\u{1f6a7}", "\ud83d"]) report.note(message);
    assert.deepEqual(lines, ["a%1B[2J", "%C3%A9", "%F0%9F%9A%A7", "%EF%BF%BD"]);
  });
});
