import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Field } from "#src/web/form/field.js";
import { formatLabel } from "#src/web/form/label.js";

const rate: Field = { name: "rate", kind: "number", label: "Rate", required: true };
const fields: Field[] = [
  { ...rate, name: "taxRate", label: "Tax rate" },
  { name: "from", kind: "object", label: "From", required: true, fields: [rate] },
  {
    name: "items",
    kind: "list",
    label: "Items",
    required: true,
    item: { name: "", kind: "object", label: "", required: true, fields: [rate] },
  },
];

describe("formatLabel", () => {
  for (const [path, label] of [
    ["taxRate", "Tax rate"],
    ["from.rate", "From: Rate"],
    ["items", "Items"],
    ["items.0", "Item 1"],
    ["items.11.rate", "Item 12: Rate"],
    ["other", undefined],
    ["items.x", undefined],
    ["items.0.other", undefined],
    ["taxRate.rate", undefined],
    ["", undefined],
  ] as const) {
    it(`formatLabel returns ${label ?? "none"} for "${path}"`, () =>
      assert.equal(formatLabel(fields, path), label));
  }
});
