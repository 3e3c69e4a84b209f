import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { buildRecord } from "#src/inbox/record/record.js";
import type { ResponseType } from "#src/domain/record/plan-step.js";
import { preparePlan } from "#src/inbox/workbench/prepared-plan.js";
import { readJsonValues, RequestValues } from "#src/inbox/workbench/request-values.js";
import {
  expandTemplate,
  MAX_EXPANDED_BYTES,
  measureTemplate,
  parseTemplate,
} from "#src/inbox/workbench/template.js";

const POSITION = {
  recordId: "0123456789abcdef0123-7",
  seq: 7,
  receivedAt: "2026-01-02T03:04:05.678Z",
};

/** Returns the stored text of a request. */
function buildMembers(body: string, query = ""): Buffer {
  const { members } = buildRecord(
    {
      method: "POST",
      path: "",
      query,
      rawHeaders: ["Content-Type", "application/json"],
      ip: "192.0.2.1",
      body: Buffer.from(body),
      preflight: false,
    },
    1_000_000,
  );
  return members;
}

/** Returns the values that a template's placeholders name. */
function createValues(body: string, query = "", template = ""): RequestValues {
  const members = buildMembers(body, query);
  const { jsonPaths } = preparePlan({ id: "", fromSeq: 0, steps: [{ body: template }] });
  return new RequestValues(members, query, readJsonValues({ members, paths: jsonPaths }));
}

interface Options {
  body?: string;
  query?: string;
  type?: ResponseType;
}

function expand(
  template: string,
  { body = "{}", query = "", type = "application/json" }: Options = {},
): string {
  const readValue = createValues(body, query, template).createReader(POSITION);
  const options = { type, readValue, maxBytes: MAX_EXPANDED_BYTES };
  return expandTemplate(parseTemplate(template), options).toString();
}

describe("expandTemplate", () => {
  it("expandTemplate replaces each placeholder by the request's value", () => {
    assert.equal(
      expand('{"id":"{record.id}","seq":{record.seq},"at":"{receivedAt}"}'),
      `{"id":"${POSITION.recordId}","seq":7,"at":"${POSITION.receivedAt}"}`,
    );
    const body = '{"challenge":"abc","event":{"id":12345678901234567890,"tags":["x",null,true]}}';
    assert.equal(
      expand("{json.challenge} {json.event.id} {json.event.tags.0} {json.event.tags.2}", { body }),
      "abc 12345678901234567890 x true",
    );
    const query = "hub.challenge=1%2B1&hub.challenge=2&a=%22";
    assert.equal(expand("{query.hub.challenge} {query.a}", { query, type: "text/plain" }), '1+1 "');
  });

  it("expandTemplate leaves missing values empty and reads own members only", () => {
    for (const name of ["missing", "a.b", "constructor.name", "__proto__", "toString", "a.length"])
      assert.equal(expand(`<{json.${name}}>`, { body: '{"a":"text"}' }), "<>", name);
    assert.equal(expand("<{query.missing}>"), "<>");
    for (const body of ["not JSON", "", "[1", "null"])
      assert.equal(expand("<{json.a}>", { body }), "<>", body);
  });

  it("expandTemplate expands nothing twice", () => {
    const body = JSON.stringify({ a: "{record.id}{json.b}", b: "{json.a}" });
    assert.equal(expand("{json.a}", { body }), "{record.id}{json.b}");
  });

  it("expandTemplate keeps other braces", () => {
    const literal = '{"a":{"b":"{{}}"},"c":"{record}{json}{ record.id }{Receivedat}"}';
    assert.equal(expand(literal), literal);
  });

  it("expandTemplate escapes values so that a JSON string stays one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const body = JSON.stringify({ value });
        const expanded = expand('{"got":"{json.value}"}', { body });
        assert.deepEqual(JSON.parse(expanded), { got: value.toWellFormed() });
      }),
    );
    assert.equal(expand('"{json.a}"', { body: '{"a":{"b":"c"}}' }), String.raw`"{\"b\":\"c\"}"`);
  });

  it("expandTemplate escapes values so that XML cannot begin or end an element", () => {
    const body = JSON.stringify({ a: "<b x='1' y=\"2\">&amp;\u0000\u001f\uffff\n" });
    const type = "application/xml";
    assert.equal(
      expand("<a>{json.a}</a>", { body, type }),
      "<a>&lt;b x=&apos;1&apos; y=&quot;2&quot;&gt;&amp;amp;\ufffd\ufffd\ufffd\n</a>",
    );
  });

  it("expandTemplate cuts at the end of a character", () => {
    const options = { type: "text/plain" as const, readValue: () => "é❤", maxBytes: 8 };
    const parts = parseTemplate("{json.a}{json.a}");
    assert.equal(expandTemplate(parts, options).toString(), "é❤é");
  });
});

describe("measureTemplate", () => {
  it("measureTemplate returns the length of the expanded text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom("application/json", "text/plain", "text/xml"),
        (value, type) => {
          const template = "é {json.value}{json.value} {query.a}";
          const values = createValues(JSON.stringify({ value }), "", template);
          const parts = parseTemplate(template);
          const options = { type, readValue: values.createReader(POSITION) } as const;
          const expanded = expandTemplate(parts, { ...options, maxBytes: 1_000_000 });
          assert.equal(measureTemplate(parts, options), expanded.length);
        },
      ),
    );
  });

  it("measureTemplate assumes the longest position before the capture", () => {
    const parts = parseTemplate("{record.id}{record.seq}{receivedAt}");
    const measure = (position?: typeof POSITION) =>
      measureTemplate(parts, {
        type: "text/plain",
        readValue: createValues("{}").createReader(position),
      });
    assert.ok(measure() >= measure({ ...POSITION, seq: Number.MAX_SAFE_INTEGER }));
  });

  it("measureTemplate stops above the limit and escapes each value once for all steps of a plan", () => {
    let reads = 0;
    const readValue = () => {
      reads += 1;
      return "&".repeat(MAX_EXPANDED_BYTES);
    };
    const limits = { maxBytes: MAX_EXPANDED_BYTES, sizes: new Map<string, number>() };
    const parts = parseTemplate("{json.a}{json.b}{json.c}");
    for (let step = 0; step < 20; step++) {
      const bytes = measureTemplate(parts, { type: "text/xml", readValue, ...limits });
      assert.ok(bytes > MAX_EXPANDED_BYTES);
    }
    assert.equal(reads, 1);
  });

  it("measureTemplate stops escaping a long value once it is too long", () => {
    const value = "&".repeat(5_000_000);
    const options = { type: "text/xml", readValue: () => value } as const;
    const bytes = measureTemplate(parseTemplate("{json.a}"), options);
    assert.equal(bytes, "&amp;".length * (MAX_EXPANDED_BYTES + 1));
  });

  it("a template finds the values of 1,000 names in a body of 200 KB", () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `m${at}`);
    const body = JSON.stringify({
      ...Object.fromEntries(names.map((name) => [name, "1"])),
      pad: "x".repeat(200_000),
    });
    const template = names.map((name) => `{json.${name}}`).join("");
    assert.equal(expand(template, { body }), "1".repeat(1_000));
  });

  it("a template with 1,000 names takes less than 50 times as long as one with a name", () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `m${at}`);
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, "x".repeat(50)])));
    const members = buildMembers(body);
    const measure = (paths: string[]) => {
      const times = Array.from({ length: 10 }, () => {
        const start = performance.now();
        assert.equal(readJsonValues({ members, paths }).size, paths.length);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const [many, one] = [measure(names), measure(["m999"])];
    assert.ok(many < 50 * one, `${many} ms and ${one} ms`);
  });

  it("a template inserts at most 2 MiB of JSON for one request", () => {
    const depth = 100;
    const paths = Array.from({ length: depth }, (_, at) => `a${".a".repeat(at)}`);
    const body = `${'{"a":'.repeat(depth)}"${"x".repeat(50_000)}"${"}".repeat(depth)}`;
    const values = createValues(body, "", paths.map((path) => `{json.${path}}`).join(""));
    const read = values.createReader();
    const lengths = paths.map((path) => read({ source: "json", path }).length);
    assert.ok((lengths[0] ?? 0) > 50_000);
    assert.equal(lengths.at(-1), 0);
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    assert.ok(bytes < 2 * 1024 ** 2 + 60_000, String(bytes));
  });
});
