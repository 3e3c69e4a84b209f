import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { Type } from "typebox";
import { ValidationError } from "#src/lib/errors.js";
import { compileInput } from "#src/lib/input/input.js";
import {
  calendarDate,
  enumOf,
  singleLine,
  multiLine,
  optionalWithDefault,
} from "#src/lib/schema.js";

const Schema = Type.Object({
  count: Type.Integer({ minimum: 1, maximum: 9 }),
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  loud: optionalWithDefault(Type.Boolean(), true),
  size: optionalWithDefault(Type.Integer({ "x-alias": "width" }), 7),
  name: Type.Optional(singleLine(1, 5)),
  note: Type.Optional(multiLine(0, 20, { "x-forbid": "controls" })),
  title: Type.Optional(singleLine(0, 20, { "x-forbid": "controls-and-bidi" })),
  level: optionalWithDefault(
    enumOf(["low", "high"], { "x-ignore-chars": "-_ ", "x-synonyms": { h: "high" } }),
    "low",
  ),
  day: Type.Optional(calendarDate()),
  items: Type.Optional(Type.Array(Type.Object({ price: Type.Number() }), { maxItems: 3 })),
  parts: Type.Optional(
    Type.Union([multiLine(1, 9), Type.Array(singleLine(1, 4), { minItems: 1, maxItems: 2 })]),
  ),
});
const read = compileInput(Schema);

/** Returns the message of the error for this value; empty when it is valid. */
function catchIssues(value: unknown): string {
  try {
    read(value);
    return "";
  } catch (error) {
    assert.ok(error instanceof ValidationError, String(error));
    return error.message;
  }
}

const listIssues = (members: object) => catchIssues({ count: 1, ...members });

test("compileInput fills in defaults and drops unknown members", () => {
  assert.deepEqual(read({ count: 2, color: "red" }), {
    count: 2,
    loud: true,
    size: 7,
    level: "low",
  });
});

test("null is absent for an optional member and rejected for a required one", () => {
  assert.deepEqual(read({ count: 2, rate: null, loud: null, items: null }), read({ count: 2 }));
  assert.equal(catchIssues({ count: null }), "count must be a whole number");
  assert.equal(catchIssues({}), "count is required");
});

test("values are not coerced to another type", () => {
  assert.equal(listIssues({ count: "1" }), "count must be a whole number");
  assert.equal(listIssues({ count: 1.5 }), "count must be a whole number");
  assert.equal(listIssues({ loud: "true" }), "loud must be true or false");
  assert.equal(listIssues({ loud: 1 }), "loud must be true or false");
  assert.equal(listIssues({ name: 5 }), "name must be a string");
  assert.equal(listIssues({ items: {} }), "items must be a list");
  assert.equal(listIssues({ items: ["a"] }), "items[0] must be an object");
});

test("numbers beyond the range of a double are rejected", () => {
  assert.equal(listIssues(JSON.parse('{"rate":1e400}') as object), "rate must be a number");
  assert.equal(
    listIssues(JSON.parse('{"count":-1e400}') as object),
    "count must be a whole number",
  );
});

test("all issues are reported with their paths", () => {
  assert.equal(
    catchIssues({ count: 10, rate: 0, day: "2026-02-30", items: [{ price: 1 }, {}] }),
    "count must be at most 9; rate must be more than 0; " +
      "day must be a date that exists, written YYYY-MM-DD; items[1].price is required",
  );
});

test("one issue is reported for a value that is not an object", () => {
  for (const value of [null, 5, "text", true, []]) {
    assert.equal(catchIssues(value), "body must be an object");
  }
});

test("an alias is the same member, and different values of both are rejected", () => {
  assert.equal(read({ count: 1, width: 9 }).size, 9);
  assert.equal(read({ count: 1, size: null, width: 9 }).size, 9);
  assert.equal(read({ count: 1, size: 9, width: 9 }).size, 9);
  assert.equal(read({ count: 1, size: 9, width: null }).size, 9);
  assert.equal(
    listIssues({ size: 8, width: 9 }),
    "size and width are two names of one field and must not differ",
  );
});

test("an error names the member as it was sent: by its alias, or by its name", () => {
  assert.equal(listIssues({ width: "wide" }), "width must be a whole number");
  assert.equal(listIssues({ size: "wide" }), "size must be a whole number");
  assert.equal(listIssues({ size: null, width: 1.5 }), "width must be a whole number");
  const readList = compileInput(Type.Object({ list: Type.Array(Schema) }));
  assert.throws(
    () =>
      readList({ list: [{ count: 1, width: 1 }, { count: 1, width: "wide" }, { size: "small" }] }),
    {
      message:
        "list[1].width must be a whole number; list[2].count is required; list[2].size must be a whole number",
    },
  );
});

test("an enum accepts its allowed spellings only", () => {
  for (const spelling of ["high", "HIGH", "h", "H", "hi-gh", "_H i g h"]) {
    assert.equal(read({ count: 1, level: spelling }).level, "high", spelling);
  }
  for (const spelling of ["", "hig", "__proto__", "constructor", "toString", "h".repeat(200)]) {
    assert.equal(listIssues({ level: spelling }), "level must be one of low, high", spelling);
  }
});

test("line breaks are normalized before lengths are measured in code points", () => {
  assert.equal(read({ count: 1, name: "a\r\n\t\u2028b" }).name, "a b");
  assert.equal(read({ count: 1, note: "a\r\nb\rc\u2029d\te" }).note, "a\nb\nc\nd\te");
  assert.equal(read({ count: 1, name: "😀😀😀😀😀" }).name, "😀😀😀😀😀");
  assert.equal(listIssues({ name: "😀😀😀😀😀😀" }), "name must have at most 5 characters");
  assert.equal(listIssues({ name: "" }), "name must not be empty");
});

test("control and bidirectional characters are rejected only with x-forbid", () => {
  assert.equal(listIssues({ note: "a\u0000" }), "note must not contain control characters");
  assert.equal(listIssues({ note: "a\u202eb" }), "");
  const refusal = "title must not contain control or bidirectional characters";
  assert.equal(listIssues({ title: "a\u202eb" }), refusal);
  assert.equal(listIssues({ name: "a\u0007" }), "");
});

test("the reported issues are those of the union alternative with the value's type", () => {
  assert.deepEqual(read({ count: 1, parts: "a\r\nb" }).parts, "a\nb");
  assert.deepEqual(read({ count: 1, parts: ["a\nb"] }).parts, ["a b"]);
  assert.equal(listIssues({ parts: 5 }), "parts must be a string or a list");
  assert.equal(listIssues({ parts: [] }), "parts must have at least 1 entry");
  assert.equal(listIssues({ parts: ["a", 5] }), "parts[1] must be a string");
  assert.equal(listIssues({ parts: "" }), "parts must not be empty");
});

test("one issue is reported for a list over its limit", () => {
  const items = Array.from({ length: 100_000 }, () => ({}));
  assert.equal(listIssues({ items }), "items must have at most 3 entries");
  assert.equal(listIssues({ parts: ["", "", ""] }), "parts must have at most 2 entries");
});

test("one issue, its lone surrogate, is reported for a text that has one", () => {
  const text = fc.string({ maxLength: 30, unit: "binary" });
  const surrogate = fc
    .integer({ min: 0xd800, max: 0xdfff })
    .map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(text, surrogate, text, (before, lone, after) => {
      fc.pre(!`${before}${lone}${after}`.isWellFormed());
      const said = "name must not contain a lone surrogate";
      assert.equal(listIssues({ name: before + lone + after }), said);
    }),
  );
});

test("any JSON is parsed or rejected without touching prototypes", () => {
  const name = fc.constantFrom(
    ...Object.keys(Schema.properties),
    "width",
    "__proto__",
    "constructor",
    "toString",
  );
  const objects = fc
    .array(fc.tuple(name, fc.jsonValue()))
    .map(
      (members) => `{${members.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join()}}`,
    );
  fc.assert(
    fc.property(objects, (text) => {
      const said = catchIssues(JSON.parse(text));
      assert.doesNotMatch(said, /undefined|\[object/);
      assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
    }),
    { numRuns: 200 },
  );
  const hostile = JSON.parse('{"count":1,"__proto__":{"polluted":1,"size":99}}') as object;
  assert.equal(read(hostile).size, 7);
});

test("inherited members are ignored", () => {
  const inherits = compileInput(
    Type.Object({ text: Type.Optional(Type.String({ "x-alias": "constructor" })) }),
  );
  assert.deepEqual(inherits({}), {});
  assert.deepEqual(inherits({ constructor: "sent" }), { text: "sent" });
});

test("compileInput returns its own output unchanged", () => {
  const valid = fc.record(
    {
      count: fc.integer({ min: 1, max: 9 }),
      rate: fc.double({ min: 0.1, max: 1e300, noNaN: true }),
      loud: fc.boolean(),
      width: fc.integer(),
      note: fc.string({ maxLength: 20 }),
      level: fc.constantFrom("LOW", "hi-gh", "h"),
      items: fc.array(fc.record({ price: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
        maxLength: 3,
      }),
    },
    { requiredKeys: ["count"] },
  );
  fc.assert(
    fc.property(valid, (value) => {
      fc.pre(catchIssues(value) === "");
      const once = read(value);
      assert.deepEqual(read(once), once);
    }),
  );
});

test("ten thousand levels of nesting are rejected like any wrong type", () => {
  const deep = JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`) as unknown;
  assert.equal(catchIssues(deep), "body must be an object");
  assert.equal(listIssues({ name: deep }), "name must be a string");
  assert.equal(listIssues({ items: [deep] }), "items[0] must be an object");
  assert.equal(listIssues({ unknown: deep }), "");
});
