import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { array, assert as assertProperty, integer, property } from "fast-check";
import { alignLists } from "#src/web/inbox/compare/align-lists.js";
import { compareRequests } from "#src/web/inbox/compare/compare-requests.js";
import {
  type ComparedRequest,
  type ComparedRow,
  type ComparedSection,
  isDifference,
} from "#src/web/inbox/compare/comparison.js";

function createRequest(changes: Partial<ComparedRequest> = {}): ComparedRequest {
  const request = { method: "POST", path: "", query: "", contentType: "", body: "" };
  const text = { rawHeaders: [], isText: true, isExcerpt: false };
  const { body = "" } = changes;
  return { ...request, ...text, bodySize: body.length, bodySha256: body, ...changes };
}

type Title = ComparedSection["title"];

function compare(title: Title, before: Partial<ComparedRequest>, after: Partial<ComparedRequest>) {
  const sections = compareRequests(createRequest(before), createRequest(after));
  const section = sections.find((candidate) => candidate.title === title);
  assert.ok(section, title);
  return section;
}

function mark(value: ComparedRow["before"]): string {
  if (value === undefined) return "none";
  const { text, from, to } = value;
  return from === to ? text : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

/** Writes lines of which some differ between two words. */
function writeLines(word: string): string {
  return Array.from({ length: 100_000 }, (_, line) =>
    line % 50 === 0 ? `${word} ${line}` : "the same line",
  ).join("\n");
}

function nest(value: string): string {
  return `${"[".repeat(100_000)}${value}${"]".repeat(100_000)}`;
}

/** Writes differing rows as `name: before → after`, with the differing part in brackets. */
function listDifferences({ rows }: ComparedSection): string[] {
  return rows.flatMap((row) =>
    row.kind === "gap" || !isDifference(row)
      ? []
      : `${row.name}: ${mark(row.before)} → ${mark(row.after)}`,
  );
}

function compareBodies(before: string, after: string): string[] {
  return listDifferences(compare("Body", { body: before }, { body: after }));
}

describe("comparison of two requests", () => {
  it("JSON is compared by the paths of members, in any order, with the sender's digits", () => {
    const before = `{"a":{"b c":1,"d":[]},"n":12345678901234567890,"same":true}`;
    const after = `{"same":true,"n":12345678901234567890,"a":{"d":[],"b c":2,"e":null}}`;
    assert.deepEqual(compareBodies(before, after), [`a["b c"]: [1] → [2]`, "a.e: none → null"]);
    assert.deepEqual(compareBodies("1", "[]"), ["The value: [1] → [[]]"]);
    assert.deepEqual(compareBodies(`{"a":1}`, `{"__proto__":1}`), [
      "a: 1 → none",
      "__proto__: none → 1",
    ]);
  });

  it("an item that is inserted into a list does not shift the others", () => {
    const before = JSON.stringify([{ id: 1 }, { id: 2, price: 20 }, { id: 3 }]);
    const after = JSON.stringify([{ id: 0 }, { id: 1 }, { id: 2, price: 21 }, { id: 3 }]);
    assert.deepEqual(compareBodies(before, after), ["[0].id: none → 0", "[2].price: [20] → [21]"]);
  });

  it("text is compared by lines, and marks whole words and characters", () => {
    assert.deepEqual(compareBodies("one\ntwo three\nfour", "zero\none\ntwo thirty\nfour"), [
      "1: none → zero",
      "2 → 3: two [three] → two [thirty]",
    ]);
    assert.deepEqual(compareBodies("a 😀", "a 😃"), ["1: a [😀] → a [😃]"]);
  });

  it("a body with the same content and other bytes says so", () => {
    const { note, differences } = compare("Body", { body: "[1]" }, { body: "[ 1 ]" });
    assert.deepEqual([note, differences], ["Same members, written with different bytes.", 0]);
    const lines = compare("Body", { body: "a\nb" }, { body: "a\r\nb" });
    assert.equal(lines.note, "Same lines, written with different bytes.");
    const same = compare("Body", { body: "a" }, { body: "a" });
    assert.deepEqual([same.note, same.rows], ["Same bytes (1 byte).", []]);
  });

  it("bytes that are not text are compared by size and digest", () => {
    const bytes = { isText: false, body: "\uFFFD" };
    const section = compare(
      "Body",
      { ...bytes, bodySize: 4, bodySha256: "aa" },
      { ...bytes, bodySize: 5, bodySha256: "ab" },
    );
    assert.deepEqual(listDifferences(section), ["Bytes: [4] → [5]", "SHA-256: [aa] → [ab]"]);
  });

  it("headers are compared by name in any case and order, repeats by position", () => {
    const section = compare(
      "Headers",
      {
        rawHeaders: [
          ["X-A", "1"],
          ["Cookie", "a"],
          ["cookie", "b"],
        ],
      },
      {
        rawHeaders: [
          ["cookie", "a"],
          ["x-a", "1"],
          ["cookie", "c"],
          ["New", "n"],
        ],
      },
    );
    assert.deepEqual(listDifferences(section), ["Cookie: [b] → [c]", "New: none → n"]);
  });

  it("parameters of a query are compared by name, another order as sent", () => {
    const changed = compare("Query", { query: "a=1&b=2" }, { query: "b=3&a=1" });
    assert.deepEqual(listDifferences(changed), ["b: [2] → [3]"]);
    const reordered = compare("Query", { query: "a=1&b=2" }, { query: "b=2&a=1" });
    assert.equal(listDifferences(reordered).length, 1);
  });

  it("a form is compared by its fields", () => {
    const contentType = "application/x-www-form-urlencoded";
    const section = compare(
      "Body",
      { contentType, body: "To=%2B1&Body=Hi" },
      { contentType, body: "Body=Hi+all&To=%2B1" },
    );
    assert.deepEqual(listDifferences(section), ["Body: Hi → Hi[ all]"]);
  });

  it("bodies of 100,000 lines send at most 1,000 rows and count every difference", () => {
    const section = compare("Body", { body: writeLines("a") }, { body: writeLines("b") });
    assert.equal(section.differences, 2000);
    assert.equal(section.rows.length, 1000);
    const visible = section.rows.filter(isDifference).length;
    assert.equal(
      section.note,
      `${(2000 - visible).toLocaleString("en")} more differences not shown.`,
    );
  });

  it("JSON that is nested too deeply for the stack is compared by lines", () => {
    const { differences } = compare("Body", { body: nest("1") }, { body: nest("2") });
    assert.equal(differences, 1);
  });

  it("each item of both lists is in one pair, in order, and pairs of equal lists are equal", () => {
    const list = array(integer({ min: 0, max: 4 }), { maxLength: 30 });
    assertProperty(
      property(list, list, (before, after) => {
        const pairs = alignLists(before, after, (a, b) => a === b);
        const indexes = (side: 0 | 1) =>
          pairs.map((pair) => pair[side]).filter((index) => index !== undefined);
        assert.deepEqual(indexes(0), [...before.keys()]);
        assert.deepEqual(indexes(1), [...after.keys()]);
        for (const [index, other] of alignLists(before, before, (a, b) => a === b))
          assert.equal(index, other);
      }),
    );
  });
});
