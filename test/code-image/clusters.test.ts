import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isEmoji } from "#src/lib/text/emoji.js";
import { createClusters, isWide } from "#src/tools/code-image/text/clusters.js";

const NO_BREAKS = new Set<number>();

function listTexts(line: string): string[] {
  return createClusters(line, NO_BREAKS).map(({ text }) => text);
}

test("a grapheme stays in one cluster", () => {
  for (const whole of ["e\u0301", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "1\ufe0f\u20e3", "각", "❤\ufe0f"]) {
    assert.deepEqual(listTexts(`a${whole}b`), ["a", whole, "b"]);
  }
});

test("a run of a shaped script ends at a digit, another script or a style change", () => {
  assert.deepEqual(listTexts("a שלום עולם 12"), ["a", " ", "שלום עולם", " ", "1", "2"]);
  assert.deepEqual(listTexts("سلامนี้"), ["سلام", "นี้"]);
  assert.deepEqual(
    createClusters("שלום", new Set([0, 2])).map(({ text }) => text),
    ["של", "ום"],
  );
});

test("a trailing joiner is a cluster of its own", () => {
  assert.deepEqual(listTexts("a\u200db"), ["a", "\u200d", "b"]);
});

test("a letter with thousands of marks is split into bounded pieces", () => {
  const pieces = listTexts(`a${"\u0301".repeat(4999)}`);
  assert.ok(pieces.every((piece) => piece.length <= 32));
});

test("runs of bounded length cover the line in order", () => {
  const letters = fc.constantFrom(..."ab 1.שלםسلنитไท日한😀\u0301\u200d\u{1f3fd}\ufe0f");
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 120 }), (parts) => {
      const line = parts.join("");
      const clusters = createClusters(line, NO_BREAKS);
      assert.equal(clusters.map(({ text }) => text).join(""), line);
      let at = 0;
      for (const { text, offset } of clusters) {
        assert.equal(offset, at);
        at += text.length;
        assert.ok(text.length < 120);
      }
    }),
  );
});

test("emoji are distinguished from characters that are text by default", () => {
  for (const emoji of ["😀", "❤\ufe0f", "1\ufe0f\u20e3", "☝🏽", "🇩🇪"])
    assert.ok(isEmoji(emoji), emoji);
  for (const text of ["1", "#", "❤", "©", "☺\ufe0e", "a"]) assert.ok(!isEmoji(text), text);
});

test("East Asian characters occupy two cells, half-width ones one", () => {
  for (const wide of ["日", "あ", "ア", "한", "Ａ", "「", "　"]) assert.ok(isWide(wide), wide);
  for (const narrow of ["a", "ｱ", "─", "é", "Я"]) assert.ok(!isWide(narrow), narrow);
});
