import assert from "node:assert/strict";
import { it } from "node:test";
import { Type } from "typebox";
import { parseQuery } from "#src/lib/input/parse-query.js";

const read = (text: string) => parseQuery(Schema, text);

const Schema = Type.Object({
  text: Type.String(),
  loud: Type.Optional(Type.Boolean()),
  rate: Type.Optional(Type.Number()),
  kinds: Type.Optional(Type.Array(Type.String())),
  width: Type.Optional(Type.Integer({ "x-alias": "size" })),
});

it("query text is converted to the schema's type, by a member's name and its alias", () => {
  const table: [text: string, values: object][] = [
    ["text=1&loud=TRUE", { text: "1", loud: true }],
    ["loud=false&rate=-1.50", { loud: false, rate: -1.5 }],
    ["width=300&size=0300", { width: 300, size: 300 }],
    ["kinds=a,b%20c", { kinds: ["a", "b c"] }],
    ["kinds=a&kinds=b,c", { kinds: ["a", "b", "c"] }],
    ["text=a+b%26&__proto__=1", { text: "a b&", ["__proto__"]: "1" }],
  ];
  for (const [text, values] of table) assert.deepEqual(read(text), values);
});

it("text of another type stays text, so that the schema rejects it", () => {
  for (const [name, value] of [
    ["loud", "1"],
    ["loud", ""],
    ["rate", "1e3"],
    ["rate", " 1"],
    ["rate", ""],
    ["rate", "NaN"],
    ["size", "0x10"],
    ["other", "1"],
  ] as const) {
    assert.deepEqual(read(`${name}=${encodeURIComponent(value)}`), { [name]: value });
  }
});

it("a repeated name or alias is rejected by that name; an unknown one is ignored", () => {
  assert.throws(() => read("text=a&text=a&size=1&size=2&size=3&rate=x"), {
    message: "text must be given once; size must be given once",
  });
  assert.deepEqual(read("text=a&other=1&other=2"), { text: "a", other: ["1", "2"] });
});

it("escapes in a query that are not UTF-8 are rejected", () => {
  for (const text of ["text=%ff", "text=%zz", "text=a%"]) {
    assert.throws(() => read(text), { status: 400 });
  }
});
