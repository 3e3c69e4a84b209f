import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { findJsonFault } from "#src/lib/text/json-scanner.js";

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts of the characters that JSON is made of, most of which are invalid. */
const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'{}[]:,"\\/ \t\n\r0123456789-+.eEtrufalsn\u0000\u001f\u00a0é'),
      fc.constantFrom("true", "false", "null", '"a"', '"\\u00e9"', '"\\x"', "1e5", "-0.5", "01"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** Valid JSON with one character removed, replaced or inserted. */
const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.nat(2), fc.constantFrom(...'{}[]:,"\\0e.- n'))
  .map(([json, position, removed, inserted]) => {
    const at = position % (json.length + 1);
    return json.slice(0, at) + inserted + json.slice(at + removed);
  });

describe("findJsonFault", () => {
  it("findJsonFault accepts exactly what JSON.parse accepts", () => {
    const text = fc.oneof(fragments, damaged, fc.json());
    const property = fc.property(text, (json) => {
      const fault = findJsonFault(json, { maxDepth: 1_000 });
      // The scanner stops at a number that is too large.
      if (fault !== "large-number") assert.equal(fault === undefined, canParse(json), json);
    });
    fc.assert(property, { numRuns: 4_000 });
  });

  it("findJsonFault finds numbers beyond a double", () => {
    for (const number of ["1e309", "-1e999", "9".repeat(310)])
      assert.equal(findJsonFault(`[${number}]`, { maxDepth: 8 }), "large-number");
    for (const value of ["1e308", "9".repeat(308), '"1e999"', "true", "1e-999"])
      assert.equal(findJsonFault(`[${value}]`, { maxDepth: 8 }), undefined);
  });

  it("findJsonFault stops at the maximum depth without reading the rest", () => {
    assert.equal(findJsonFault("[".repeat(5_000_000), { maxDepth: 128 }), "deep");
    assert.equal(
      findJsonFault(`${"[".repeat(128)}${"]".repeat(128)}`, { maxDepth: 128 }),
      undefined,
    );
  });

  it("findJsonFault stops at the maximum number of values, in arrays, objects and nested", () => {
    const limits = { maxDepth: 8, maxValues: 4 };
    for (const text of ["[1,2,3]", '{"a":1,"b":2,"c":3}', '[[],{"a":1}]', "4"])
      assert.equal(findJsonFault(text, limits), undefined, text);
    for (const text of ["[1,2,3,4]", '{"a":1,"b":2,"c":3,"d":4}', "[[],[1],[]]"])
      assert.equal(findJsonFault(text, limits), "many-values", text);
  });

  it("findJsonFault accepts numbers beyond a double when they are allowed", () => {
    assert.equal(findJsonFault("[1e999]", { maxDepth: 8, allowsLargeNumbers: true }), undefined);
  });
});
