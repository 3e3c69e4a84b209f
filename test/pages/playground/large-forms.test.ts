import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Field } from "#src/web/form/field.js";
import { toInput } from "#src/web/form/input.js";
import type { Values } from "#src/web/form/values.js";

const base = { label: "", required: false } as const;
const ITEM: Field[] = [
  { ...base, name: "rate", kind: "number" },
  { ...base, name: "notes", kind: "record" },
  {
    ...base,
    name: "taxes",
    kind: "list",
    item: { ...base, name: "", kind: "object", fields: [{ ...base, name: "label", kind: "text" }] },
  },
];
const FIELDS: Field[] = [
  {
    ...base,
    name: "items",
    kind: "list",
    item: { ...base, name: "", kind: "object", fields: ITEM },
  },
];

/** Returns how often making the input of a form with rows looks at a value, and the input. */
function countLooks(rows: number): { looks: number; input: object } {
  const values: Values = {};
  for (let row = 0; row < rows; row++) {
    values[`items.${row}.rate`] = "7";
    values[`items.${row}.notes.by.hand`] = "yes";
    values[`items.${row}.taxes.0.label`] = "VAT";
  }
  let looks = 0;
  const counted = new Proxy(values, {
    get: (target, key: string) => (looks++, target[key]),
    getOwnPropertyDescriptor: (target, key) => (
      looks++,
      Object.getOwnPropertyDescriptor(target, key)
    ),
  });
  return { input: toInput(FIELDS, counted), looks };
}

describe("large forms", () => {
  it("a form with lists and records inside ten times the rows takes ten times the work", () => {
    const [few, many] = [countLooks(50), countLooks(500)];
    assert.ok(
      many.looks <= few.looks * 11,
      `${few.looks} looks for 50 rows, ${many.looks} for 500`,
    );
    const item = { rate: 7, notes: { "by.hand": "yes" }, taxes: [{ label: "VAT" }] };
    assert.deepEqual(many.input, { items: Array.from({ length: 500 }, () => item) });
  });
});
