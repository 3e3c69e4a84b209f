import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parsePlan } from "#src/inbox/workbench/plan.js";
import { countServed, findStep, type PlanStep } from "#src/store/store.js";

/** Returns the message for a plan of one step with these members. */
function catchRefusal(step: object): string {
  try {
    parsePlan({ steps: [{ status: 200, ...step }] });
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

const NAMES =
  "is not allowed; headers may be Retry-After, ETag and names that begin with X- and that neither Sundry nor proxies use";

/** Returns two steps with this many placeholders. */
function createPlaceholders(count: number) {
  return [
    { status: 200, times: 1, body: "{json.a}".repeat(5_000) },
    { status: 200, body: "{query.a}".repeat(count - 5_000) },
  ];
}

describe("parsePlan", () => {
  it("parsePlan accepts every kind of step", () => {
    const steps = [
      { status: 500, times: 3, delayMs: 200, headers: { "Retry-After": "1", etag: '"a"' } },
      { close: true, times: 1, delayMs: 10_000 },
      { status: 304 },
      { status: 200, body: "" },
      { status: 202, type: "text/xml", body: "<a>{record.id}</a>", headers: { "X-Trace": "~ !" } },
    ];
    assert.deepEqual(parsePlan({ steps }), steps);
    assert.equal(
      parsePlan({ steps: [{ status: 200, type: "TEXT/PLAIN" }] })[0]?.type,
      "text/plain",
    );
  });

  it("parsePlan names every broken rule of the members", () => {
    assert.throws(() => parsePlan({}), { message: "steps is required" });
    assert.throws(() => parsePlan({ steps: [] }), { message: "steps must have at least 1 entry" });
    const many = Array.from({ length: 21 }, () => ({ status: 200 }));
    assert.throws(() => parsePlan({ steps: many }), {
      message: "steps must have at most 20 entries",
    });
    assert.equal(
      catchRefusal({ status: 199, times: 0, delayMs: 10_001 }),
      "steps[0].status must be at least 200; steps[0].times must be at least 1; steps[0].delayMs must be at most 10000",
    );
    assert.equal(catchRefusal({ status: 600 }), "steps[0].status must be at most 599");
    assert.equal(catchRefusal({ times: 1001 }), "steps[0].times must be at most 1000");
    assert.throws(() => parsePlan({ steps: [{ times: 1 }, { close: false }] }), {
      message: "steps[0].status is required; steps[1].status is required",
    });
  });

  it("parsePlan allows neither HTML nor other types", () => {
    for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", ""]) {
      assert.equal(
        catchRefusal({ type }),
        "steps[0].type must be one of application/json, text/plain, application/xml, text/xml",
        type,
      );
    }
  });

  it("parsePlan allows a body of 64 KiB, and none for statuses without one", () => {
    assert.equal(catchRefusal({ body: "x".repeat(65_536) }), "");
    assert.equal(
      catchRefusal({ body: "é".repeat(32_769) }),
      "steps[0].body must have at most 65536 bytes",
    );
    const both = "steps[0].body must have at most 65536 characters";
    assert.equal(catchRefusal({ body: "x".repeat(65_537) }), both);
    for (const status of [204, 205, 304])
      assert.equal(
        catchRefusal({ status, body: "x" }),
        `steps[0].body must be left out for status ${status}`,
      );
  });

  it("parsePlan allows a plan of 256 KiB", () => {
    const step = { status: 200, body: "x".repeat(65_000) };
    assert.equal(parsePlan({ steps: [step, step, step, step] }).length, 4);
    assert.throws(() => parsePlan({ steps: [step, step, step, step, step] }), {
      message: "steps must have at most 262144 bytes as JSON",
    });
    assert.equal(parsePlan({ steps: createPlaceholders(10_000) }).length, 2);
    assert.throws(() => parsePlan({ steps: createPlaceholders(10_001) }), {
      message: "steps must have at most 10000 placeholders",
    });
    const names = Array.from({ length: 1_001 }, (_, at) => `{json.a${at}}`);
    const different = { status: 200, body: names.slice(1).join("") };
    assert.equal(parsePlan({ steps: [different, different] }).length, 2);
    assert.throws(() => parsePlan({ steps: [different, { status: 200, body: names[0] }] }), {
      message: "steps must have at most 1000 different placeholders",
    });
  });

  it("parsePlan rejects headers that could host a page, redirect, set cookies or steer a proxy", () => {
    for (const name of [
      ..."Location Set-Cookie Refresh WWW-Authenticate Content-Security-Policy Link".split(" "),
      ..."Access-Control-Allow-Credentials Content-Type Content-Disposition Clear-Site-Data".split(
        " ",
      ),
      ..."X-Accel-Redirect x-accel-buffering X-Sendfile X-LIGHTTPD-send-file X-Usage-Count".split(
        " ",
      ),
      ..."X-Robots-Tag X-Content-Type-Options X-Request-Id X-Sundry-Record X-Frame-Options".split(
        " ",
      ),
      ..."X- X-a:b X-ä Retry-After\r\nX-A connection transfer-encoding __proto__".split(" "),
    ]) {
      const headers = JSON.parse(`{${JSON.stringify(name)}: "1"}`) as object;
      const shown = name.replace("\r\n", String.raw`\x0d\x0a`);
      assert.equal(catchRefusal({ headers }), `steps[0].headers.${shown} ${NAMES}`);
    }
  });

  it("parsePlan rejects header values that are not printable ASCII, and repeated names", () => {
    const message = "must be printable ASCII of at most 1024 characters";
    for (const value of ["a\r\nSet-Cookie: a=b", "\u0000", "é", "\t", "\u007f"])
      assert.equal(catchRefusal({ headers: { "X-A": value } }), `steps[0].headers.X-A ${message}`);
    assert.equal(catchRefusal({ headers: { "X-A": "~".repeat(1024) } }), "");
    assert.match(
      catchRefusal({ headers: { "X-A": "~".repeat(1025) } }),
      /^steps\[0\].headers.X-A must/,
    );
    assert.equal(
      catchRefusal({ headers: { "X-A": "1", "x-a": "2" } }),
      "steps[0].headers.x-a must not be repeated",
    );
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`X-${at}`, "1"]));
    assert.equal(catchRefusal({ headers: many }), "steps[0].headers must have at most 20 entries");
  });

  it("parsePlan rejects placeholders of other names and keeps other braces", () => {
    for (const name of ["record.headers", "record.", "env.HOME", "headers.cookie", "config.port"]) {
      assert.match(
        catchRefusal({ body: `{"a": "{${name}}"}` }),
        new RegExp(`^steps\\[0\\].body must not contain \\{${name}\\}; placeholders are`),
      );
    }
    assert.equal(
      catchRefusal({ body: '{"env": {"a": {}}, "b": "{other.name} {{record}} {Env.X}"}' }),
      "",
    );
  });
});

describe("findStep", () => {
  const anySteps = fc.array(
    fc.record({ times: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: [] }),
    { minLength: 1, maxLength: 6 },
  ) as fc.Arbitrary<PlanStep[]>;

  it("findStep repeats each step as often as its times, and the last one without times for ever", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const expected = steps.flatMap(({ times }, at) => {
          const count = times ?? (at === steps.length - 1 ? 5 : 1);
          return Array.from({ length: count }, () => at);
        });
        const isEndless = steps.at(-1)?.times === undefined;
        const found = expected.map((_, offset) => findStep(steps, offset));
        assert.deepEqual(found, expected);
        const after = isEndless ? steps.length - 1 : undefined;
        assert.equal(findStep(steps, expected.length), after);
        assert.equal(countServed(steps, 1_000), isEndless ? 1_000 : expected.length);
        assert.equal(countServed(steps, 1), 1);
      }),
    );
  });
});
