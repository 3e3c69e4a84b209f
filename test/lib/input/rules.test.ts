import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compileRules } from "#src/lib/input/rules.js";
import type { SchemaNode } from "#src/lib/schema.js";
import { tools } from "#src/tools/index.js";
import { compileWithAjv } from "./ajv-errors.ts";

/** Values that are valid, at a limit or just past it, for a schema or a part of it. */
function near(node: SchemaNode): fc.Arbitrary<unknown> {
  if (node.anyOf) return fc.oneof(...node.anyOf.map(near), anything);
  return fc.oneof({ weight: 12, arbitrary: fitting(node) }, { weight: 1, arbitrary: anything });
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(Number.NaN, Infinity, -0, null, "", [], {}, "2026-02-30", "2026-02-28"),
);

function fitting(node: SchemaNode): fc.Arbitrary<unknown> {
  switch (node.type) {
    case "object":
      return node.patternProperties ? records(node) : objects(node);
    case "array":
      return fc.array(near(node.items ?? {}), { maxLength: Math.min(6, (node.maxItems ?? 4) + 1) });
    case "number":
    case "integer":
      return numbers(node);
    case "boolean":
      return fc.boolean();
    default:
      return texts(node);
  }
}

function objects({ properties = {}, required = [] }: SchemaNode): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, node]) => [name, near(node)] as const);
  const all = fc.record(Object.fromEntries(members), { requiredKeys: required });
  const some = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  return fc.oneof({ weight: 4, arbitrary: all }, { weight: 1, arbitrary: some });
}

function records({ patternProperties = {}, maxProperties = 4 }: SchemaNode): fc.Arbitrary<unknown> {
  const [member = {}] = Object.values(patternProperties);
  const maxKeys = Math.min(30, maxProperties + 1);
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), near(member), { maxKeys });
}

function numbers({ minimum = 0, maximum = 10, multipleOf = 1 }: SchemaNode): fc.Arbitrary<unknown> {
  const limits = [minimum, maximum, minimum - 1, maximum + 1, maximum + 0.5, multipleOf, 1e300];
  return fc.oneof(fc.constantFrom(...limits), fc.integer(), fc.double());
}

function texts({ enum: values, minLength = 0, maxLength = 20 }: SchemaNode) {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1];
  const letters = lengths.filter((length) => length >= 0 && length < 3000);
  return fc.oneof(
    fc.constantFrom(...(values ?? ["#0f172a", "EUR", "2026-02-28", "2026-02-30", "12.50", " "])),
    fc
      .tuple(fc.constantFrom("a", "é", "😀", " "), fc.constantFrom(...letters, 1))
      .map(([letter, length]) => letter.repeat(length)),
    fc.string({ unit: "grapheme" }),
  );
}

/** Escapes a step as JSON pointers do. */
function toPointerStep(step: string | number): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Keeps the first issue of each path, because callers see only that one. */
function keepFirstOfEachPath(issues: readonly string[]): string[] {
  const paths = new Set<string>();
  return issues.filter((issue) => {
    const [path = ""] = issue.split(":");
    return !paths.has(path) && paths.add(path);
  });
}

describe("compileRules", () => {
  const schemas = tools.flatMap(({ name, input, query }) =>
    [input, query].flatMap((schema, index) =>
      schema ? [[`${name} ${["input", "query"][index]}`, schema] as const] : [],
    ),
  );

  for (const [name, schema] of schemas) {
    it(`compileRules reports what Ajv reports for the ${name}`, () => {
      const check = compileRules(schema);
      const expected = compileWithAjv(schema);
      const property = fc.property(near(schema), (value) => {
        const issues = check(value).map(
          ({ path, message }) => `${path.map(toPointerStep).join("")}: ${message}`,
        );
        assert.deepEqual(keepFirstOfEachPath(issues), keepFirstOfEachPath(expected(value)));
      });
      fc.assert(property, { numRuns: 100 });
    });
  }

  it("compileRules rejects a schema with a keyword that has no rule", () => {
    const node = { type: "array", items: { type: "string", contains: {} } };
    assert.throws(() => compileRules(node), { message: "the schema keyword contains has no rule" });
    assert.throws(() => compileRules({ type: "date" }), { message: "the type date has no rule" });
    assert.throws(() => compileRules({ type: "string", format: "email" }), {
      message: "format email has no rule",
    });
  });

  it("compileRules counts code points, not UTF-16 units", () => {
    const check = compileRules({ type: "string", minLength: 2, maxLength: 3 });
    const lengths = [1, 2, 3, 4].map((length) => check("😀".repeat(length)).length);
    assert.deepEqual(lengths, [1, 0, 0, 1]);
  });

  it("compileRules names members of a record by their own names", () => {
    const check = compileRules({
      type: "object",
      patternProperties: { "^.*$": { type: "string" } },
    });
    assert.deepEqual(check({ "a/b": 1, 12: 1 }), [
      { path: ["12"], message: "must be a string" },
      { path: ["a/b"], message: "must be a string" },
    ]);
  });
});
