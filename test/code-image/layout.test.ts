import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { MAX_COLUMNS } from "#src/domain/code-image/grid.js";
import { layoutLines, countColumns, type LayoutRow } from "#src/tools/code-image/text/layout.js";
import { shape } from "#src/tools/code-image/text/shape.js";

const STYLE = { color: 0xffffff, bold: false, italic: false, underline: false, strike: false };

function layoutRows(code: string): LayoutRow[] {
  return [...layoutLines(code.split("\n").map((text) => [{ text, style: STYLE }]))];
}

function listColumns(row: LayoutRow | undefined): number[] {
  return row?.placed.map(({ column }) => column) ?? [];
}

test("a tab advances to the next multiple of four columns", () => {
  assert.deepEqual(listColumns(layoutRows("\ta\tb\tabcd\te")[0]), [4, 8, 12, 13, 14, 15, 20]);
});

test("wide characters and emoji occupy two columns, marks none", () => {
  assert.deepEqual(listColumns(layoutRows("日e\u0301😀x")[0]), [0, 2, 3, 5]);
});

test("lines wrap at 120 columns without a line number", () => {
  const rows = layoutRows(`${"x".repeat(250)}\ny`);
  assert.deepEqual(
    rows.map(({ lineNumber }) => lineNumber),
    [1, undefined, undefined, 2],
  );
  assert.deepEqual(
    rows.map((row) => countColumns(row)),
    // Continuations begin with the wrap mark and a space.
    [120, 120, 14, 1],
  );
});

test("a wide character is not split at the wrap", () => {
  const rows = layoutRows(`${"x".repeat(119)}日`);
  assert.deepEqual(
    rows.map((row) => countColumns(row)),
    [119, 4],
  );
});

/** Returns the text of each row, with spaces in empty columns. */
function getText(line: string): string[] {
  const spans = Array.from(line, (text) => ({ text, style: STYLE }));
  return [...layoutLines([spans])].map((row) => {
    const cells = Array.from({ length: countColumns(row) }, () => " ");
    for (const { column, shaped } of row.placed) {
      const [character] = [...CHARACTERS].find(([, glyph]) => glyph === shaped) ?? [" "];
      cells[column] = character;
    }
    return cells.join("");
  });
}

const CHARACTERS = new Map(Array.from("abcxyz.↪ ", (text) => [text, shape(text, STYLE)]));

test("a line wraps after a space, indents like the line and marks continuations", () => {
  const word = "abc".repeat(10);
  assert.deepEqual(getText(`    ${word} ${word} ${word} ${word} ${word}`), [
    `    ${word} ${word} ${word} `,
    `    ↪ ${word} ${word}`,
  ]);
  assert.deepEqual(getText(`\t\t${word} ${word} ${word} xyz\t${word}`), [
    `        ${word} ${word} ${word} xyz`,
    `        ↪ ${word}`,
  ]);
});

test("a line breaks within a word only where the word is longer than a row", () => {
  const rows = getText(`  abc ${"x".repeat(200)} abc`);
  assert.deepEqual(rows, ["  abc ", `  ↪ ${"x".repeat(116)}`, `  ↪ ${"x".repeat(84)} abc`]);
  assert.deepEqual(getText(`${"x".repeat(120)} abc`), ["x".repeat(120), "↪ abc"]);
  assert.deepEqual(getText(`${"x".repeat(120)}   `), ["x".repeat(120)]);
});

test("continuations are indented by at most 40 columns", () => {
  const [first, second] = getText(`${" ".repeat(100)}${"x".repeat(30)}`);
  assert.equal(first, " ".repeat(100) + "x".repeat(20));
  assert.equal(second, `${" ".repeat(40)}↪ ${"x".repeat(10)}`);
});

test("control characters, bidirectional controls and uncovered characters are drawn as placeholders", () => {
  for (const character of [
    "\u0000",
    "\u001b",
    "\u0085",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\ue000",
    "\u{10fffe}",
  ]) {
    const [placed] = layoutRows(character)[0]?.placed ?? [];
    assert.deepEqual(placed?.shaped.placeholders, [0], character);
    assert.ok((placed?.shaped.glyphs.length ?? 0) > 1);
  }
});

test("a letter and its mark stay together across a style change", () => {
  const other = { ...STYLE, color: 1 };
  const [row] = layoutLines([
    [
      { text: "e", style: STYLE },
      { text: "\u0301x", style: other },
    ],
  ]);
  assert.deepEqual(
    row?.placed.map(({ column, style }) => [column, style.color]),
    [
      [0, 0xffffff],
      [1, 1],
    ],
  );
});

test("rows stay within 120 columns, and a missing glyph is never drawn", () => {
  const anything = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(anything, (text) => {
      for (const row of layoutRows(text.replaceAll("\t", " "))) {
        assert.ok(countColumns(row) <= MAX_COLUMNS);
        for (const { shaped } of row.placed) {
          assert.ok(shaped.glyphs.every(({ glyph }) => glyph !== 0));
        }
      }
    }),
    { numRuns: 300 },
  );
});
