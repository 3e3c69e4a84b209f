import assert from "node:assert/strict";
import { it } from "node:test";
import TypeBox from "typebox";
import Type from "#src/lib/type.js";

/** A schema with every builder, made by either side. */
function sample(make: typeof Type) {
  const text = make.String({ minLength: 1, "x-text": "line" });
  return make.Object(
    {
      text,
      maybe: make.Optional(make.Integer({ minimum: 0 })),
      either: make.Union([make.Number(), make.Null()], { description: "one of two" }),
      list: make.Array(make.Object({ only: make.Optional(make.Boolean()) }), { minItems: 1 }),
      choice: make.Enum(["a", "b"]),
      open: make.Optional(make.Record(make.String(), make.Unsafe<1>({ const: 1 }))),
      again: text,
    },
    { additionalProperties: false },
  );
}

function written(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema));
}

it("builds what TypeBox builds", () => {
  assert.deepEqual(written(sample(Type)), written(sample(TypeBox)));
});

it("leaves a schema as it was when a member of its kind may be absent", () => {
  const text = Type.String();
  Type.Optional(text);
  assert.deepEqual(Type.Object({ text }).required, ["text"]);
});
