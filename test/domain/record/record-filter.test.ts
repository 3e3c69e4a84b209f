import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { selectJson } from "#src/domain/record/json-select.js";
import { matchesFilter, parseWhere } from "#src/domain/record/record-filter.js";
import { parseRecord, readRawBody } from "#src/domain/record/record-text.js";
import { buildRecord } from "#src/inbox/record/record.js";

/** Returns the stored text of a record with this body, JSON by default. */
function toRecordText(
  body: string | Buffer,
  { path = "", type = "application/json" } = {},
): Buffer {
  const request = { method: "POST", path, query: "", ip: "::1", preflight: false };
  const rawHeaders = ["Content-Type", type];
  const made = buildRecord({ ...request, rawHeaders, body: Buffer.from(body) }, 5_000_000);
  return Buffer.from(`{"id":"x","seq":1,"receivedAt":"",${made.members.toString()}}`);
}

function select(json: string, ...path: string[]): string | undefined {
  return selectJson(Buffer.from(json), 0, path);
}

function isMatch(body: string, expression: string): boolean {
  const where = parseWhere(expression);
  assert.ok(where, expression);
  return matchesFilter(toRecordText(body), { where });
}

/** Reads a path from a parsed value as `selectJson` reads it from text. */
function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, step) => {
    const isObject = typeof node === "object" && node !== null;
    return isObject && Object.hasOwn(node, step)
      ? (node as Record<string, unknown>)[step]
      : undefined;
  }, value);
}

describe("selectJson", () => {
  it("selectJson finds the value that JSON.parse and member access find", () => {
    const name = fc.constantFrom("a", "b", "0", "1", "length", 'q"', "\\", "é");
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.constantFrom<unknown>(null, true, -1.5, "", '",]}', "\\"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(name, tie("value")), { maxLength: 3 }).map(Object.fromEntries),
      ),
    }));
    const spaces = fc.constantFrom(0, 1, 3);
    fc.assert(
      fc.property(value, fc.array(name, { maxLength: 4 }), spaces, (tree, path, indent) => {
        const text = Buffer.from(JSON.stringify(tree, null, indent));
        const found = selectJson(text, 0, path);
        const expected = readPath(tree, path);
        assert.deepEqual(found === undefined ? undefined : JSON.parse(found), expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("selectJson finds the last of repeated names, and names with escapes", () => {
    assert.equal(select('{"a":{"b":1},"a":{"c":2}}', "a", "b"), undefined);
    assert.equal(select('{"a":1,"a":2}', "a"), "2");
    assert.equal(select('{"\\u0061":3}', "a"), "3");
  });
});

describe("parseWhere", () => {
  it("parseWhere returns undefined for text that is not a path and a JSON value, or is longer than 1024 characters", () => {
    const long = `.a=="${"x".repeat(1024)}"`;
    for (const text of ["", "paid", ".a", ".a==", ".a==paid", 'a=="x"', ".a=={", long]) {
      assert.equal(parseWhere(text), undefined, text.slice(0, 20));
    }
  });
});

describe("matchesFilter", () => {
  it("a filter compares the value at a path as JSON, whatever its spelling", () => {
    const body = '{"event":"p\\u0061id","data":{"items":[{"id":7.0},{}]},"none":null}';
    for (const expression of [
      '.event=="paid"',
      '.event == "paid"',
      ".data.items.0.id==7",
      ".data.items.length==2",
      ".data.items.1=={}",
      ".none==null",
    ]) {
      assert.ok(isMatch(body, expression), expression);
    }
    for (const expression of ['.event=="open"', ".missing==null", ".event.length==4", ".data==1"]) {
      assert.ok(!isMatch(body, expression), expression);
    }
  });

  it("a filter compares whole numbers beyond a double digit by digit", () => {
    assert.ok(isMatch('{"id":12345678901234567890}', ".id==12345678901234567890"));
    assert.ok(!isMatch('{"id":12345678901234567891}', ".id==12345678901234567890"));
  });

  it("a filter finds text of the body and no other member, and prefixes of the path", () => {
    const text = toRecordText('say "hi"\n\u0001é', { path: "/orders/7", type: "text/plain" });
    for (const contains of ['"hi"\n', "\u0001é", "say"]) {
      assert.ok(matchesFilter(text, { contains }), contains);
    }
    for (const contains of ["u0001", "n\\u", "text/plain", "orders"]) {
      assert.ok(!matchesFilter(text, { contains }), contains);
    }
    assert.ok(matchesFilter(text, { path: "/orders" }));
    assert.ok(!matchesFilter(text, { path: "/orders/8" }));
    assert.ok(!matchesFilter(text, { path: "/orders", contains: "bye" }));
  });
});

describe("parseRecord", () => {
  it("parseRecord returns every member but bodyJson, whatever the body contains", () => {
    for (const body of ['{"bodyJson":[1],"body":"x"}', "[{},{}]", '"', "\0", "", '{"a" : 1 }']) {
      const text = toRecordText(body);
      const { bodyJson: _bodyJson, ...expected } = JSON.parse(text.toString()) as {
        bodyJson: unknown;
      };
      const { bodyJson, ...fields } = parseRecord(text) as unknown as { bodyJson: unknown };
      assert.deepEqual(fields, expected);
      assert.equal(bodyJson, null);
      assert.equal(readRawBody(text).toString(), body);
    }
  });
});
