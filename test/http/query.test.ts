import assert from "node:assert/strict";
import { it } from "node:test";
import { Type } from "typebox";
import { parseQuery } from "#src/http/query.js";

const read = (text: string) => parseQuery(Schema, text);

const Schema = Type.Object({
  text: Type.String(),
  loud: Type.Optional(Type.Boolean()),
  rate: Type.Optional(Type.Number()),
  width: Type.Optional(Type.Integer({ "x-alias": "size" })),
});

it("query text becomes what the schema asks for, by a member's name and its alias", () => {
  const table: [text: string, values: object][] = [
    ["text=1&loud=TRUE", { text: "1", loud: true }],
    ["loud=false&rate=-1.50", { loud: false, rate: -1.5 }],
    ["width=300&size=0300", { width: 300, size: 300 }],
    ["text=a+b%26&__proto__=1", { text: "a b&", ["__proto__"]: "1" }],
  ];
  for (const [text, values] of table) assert.deepEqual(read(text), values);
});

it("what does not fit stays text, for the schema to refuse", () => {
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

it("a name given twice is refused by that name, an alias as well; one that nobody reads is not", () => {
  assert.throws(() => read("text=a&text=a&size=1&size=2&size=3&rate=x"), {
    message: "text must be given once; size must be given once",
  });
  assert.deepEqual(read("text=a&other=1&other=2"), { text: "a", other: ["1", "2"] });
});

it("escapes that are no UTF-8 are refused, not taken for text", () => {
  for (const text of ["text=%ff", "text=%zz", "text=a%"]) {
    assert.throws(() => read(text), { status: 400 });
  }
});
