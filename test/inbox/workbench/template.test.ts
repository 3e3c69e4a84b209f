import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { buildRecord } from "#src/inbox/record/record.js";
import { RequestValues } from "#src/inbox/workbench/request-values.js";
import {
  expandTemplate,
  MAX_EXPANDED_BYTES,
  measureTemplate,
  parseTemplate,
  type ResponseType,
} from "#src/inbox/workbench/template.js";

const POSITION = {
  recordId: "0123456789abcdef0123-7",
  seq: 7,
  receivedAt: "2026-01-02T03:04:05.678Z",
};

function createValues(body: string, query = ""): RequestValues {
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
  return new RequestValues(members, query);
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
  const readValue = createValues(body, query).createReader(POSITION);
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
          const values = createValues(JSON.stringify({ value }));
          const parts = parseTemplate("é {json.value}{json.value} {query.a}");
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

  it("measureTemplate looks up at most 16 MB of JSON for one request", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `{json.m${at}}`).join("");
    const readValue = createValues(
      JSON.stringify({ m4999: 1, pad: "x".repeat(100_000) }),
    ).createReader();
    const searched = measureTemplate(parseTemplate(names), { type: "text/plain", readValue });
    assert.equal(searched, 0, "the last name is past the bound");
  });
});
