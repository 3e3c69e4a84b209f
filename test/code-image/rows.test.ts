import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { layoutLines } from "#src/tools/code-image/text/layout.js";
import { measurePlainText, createRows } from "#src/tools/code-image/text/rows.js";

const STYLE = { color: 0xffffff, bold: false, italic: false, underline: false, strike: false };

function set(lines: readonly string[]) {
  return layoutLines(lines.map((text) => [{ text, style: STYLE }]));
}

test("measurePlainText agrees with the layout", () => {
  const character = fc.constantFrom(..."ab c\t\t~\u0001é日");
  const line = fc.oneof(
    fc.string({ unit: character, maxLength: 6 }),
    fc.constantFrom("x".repeat(120), "x".repeat(121), `\t${"x".repeat(117)}`, "\tx", ""),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const told = measurePlainText(lines);
      if (!told) return;
      plain++;
      // A single line that is not ASCII makes the whole text be laid out.
      const { extent } = createRows([...lines, "é"], set([...lines, "é"]));
      const { rows, columns, lines: numbers } = extent;
      assert.deepEqual(
        { rows: rows - 1, columns, lines: numbers - 1 },
        { ...told, columns: Math.max(told.columns, 1) },
      );
    }),
    { numRuns: 2000 },
  );
  assert.ok(plain > 200);
});

/** Returns rows of lines, and the number of lines read so far. */
function createCountedRows(lines: string[]) {
  let read = 0;
  const coming = (function* () {
    for (const text of lines) {
      read++;
      yield [{ text, style: STYLE }];
    }
  })();
  return { rows: createRows(lines, layoutLines(coming)), read: () => read };
}

test("plain lines are laid out on demand and others immediately", () => {
  const plain = createCountedRows(["a", "b", "c"]);
  assert.equal(plain.read(), 0);
  assert.equal(plain.rows.at(1)?.lineNumber, 2);
  assert.equal(plain.read(), 2);
  assert.equal(plain.rows.at(9), undefined);
  assert.equal(plain.rows.at(0)?.lineNumber, 1);
  assert.equal(createCountedRows(["a", "é"]).read(), 2);
});
