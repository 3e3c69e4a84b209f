import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Lexer, type LexedValue } from "#src/web/pdf-view/lexer.js";

/** Reads every value of a text. */
function readAll(text: string): LexedValue[] {
  const lexer = new Lexer(text);
  const values: LexedValue[] = [];
  for (let value = lexer.next(); value !== undefined; value = lexer.next()) values.push(value);
  return values;
}

describe("Lexer", () => {
  it("Lexer reads numbers, names, operators and references", () => {
    assert.deepEqual(readAll("1 -2.5 .5 +3 /F1 Tf 7 0 R 1 0 0 RG"), [
      1,
      -2.5,
      0.5,
      3,
      "/F1",
      "Tf",
      { ref: 7 },
      1,
      0,
      0,
      "RG",
    ]);
  });

  it("Lexer reads strings with escapes, nested parentheses and hexadecimal digits", () => {
    assert.deepEqual(readAll(String.raw`(a\)b(c)\r\\) <0041 4> ()`), [
      { bytes: "a)b(c)\r\\" },
      { bytes: "\u0000A@" },
      { bytes: "" },
    ]);
  });

  it("Lexer reads lists and dictionaries inside each other, and skips comments", () => {
    const [value] = readAll("<</A[1<</B/C>>(x)]/D 2 0 R% a comment\n/E null>>");
    assert.deepEqual(
      value,
      new Map<string, LexedValue>([
        ["A", [1, new Map([["B", "/C"]]), { bytes: "x" }]],
        ["D", { ref: 2 }],
        ["E", "null"],
      ]),
    );
  });

  it("Lexer ends at the end of a damaged text", () => {
    for (const text of ["(abc", "[1 2", "<</A 1", "<41", "\\"]) {
      assert.ok(readAll(text).length <= 1, text);
    }
  });
});
