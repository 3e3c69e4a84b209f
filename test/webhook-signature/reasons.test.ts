import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { ValidationError } from "#src/lib/errors.js";
import { NOW_SECONDS, verify } from "./support.ts";

const hmac = (key: string | Buffer, text: string, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", key).update(text).digest(encoding);

const github = (secret: string | Buffer, body: string) => ({
  "X-Hub-Signature-256": `sha256=${hmac(secret, body)}`,
});

const slack = (seconds: number | string, secret = "s") => ({
  "X-Slack-Request-Timestamp": String(seconds),
  "X-Slack-Signature": `v0=${hmac(secret, `v0:${seconds}:b`)}`,
});

const paddle = (seconds: number) => ({
  "Paddle-Signature": `ts=${seconds};h1=${"0".repeat(64)};h1=${hmac("s", `${seconds}:b`)}`,
});

const standard = (seconds: number) => ({
  "webhook-id": "m",
  "webhook-timestamp": String(seconds),
  "webhook-signature": `v1,${hmac(Buffer.from("key!", "base64"), `m.${seconds}.b`, "base64")}`,
});

describe("the timestamp of a signature", () => {
  for (const [name, tolerance, sign] of [
    ["slack", 300, slack],
    ["paddle", 5, paddle],
  ] as const) {
    it(`a timestamp of ${name} may be ${tolerance} s off in both directions`, async () => {
      for (const [offset, reason] of [
        [-tolerance, "ok"],
        [-tolerance - 1, "too-old"],
        [tolerance, "ok"],
        [tolerance + 1, "in-future"],
      ] as const) {
        const result = await verify({
          secret: "s",
          body: "b",
          headers: sign(NOW_SECONDS + offset),
        });
        assert.deepEqual([result.scheme, result.reason], [name, reason]);
        assert.equal(result.ageSeconds, -offset);
      }
    });
  }

  it("a timestamp is compared with `at`, within `toleranceSeconds`, and not at all with 0", async () => {
    const input = { secret: "s", body: "b", headers: slack(1_000_000_000) };
    assert.equal((await verify(input)).reason, "too-old");
    assert.equal((await verify({ ...input, toleranceSeconds: 0 })).reason, "ok");
    const at = "2001-09-09T03:46:45+02:00";
    const result = await verify({ ...input, at, toleranceSeconds: 5 });
    assert.deepEqual([result.reason, result.ageSeconds], ["ok", 5]);
    assert.equal(result.signedAt, "2001-09-09T01:46:40.000Z");
    assert.equal((await verify({ ...input, at, toleranceSeconds: 4 })).reason, "too-old");
  });

  it("a timestamp does not matter when the signature does not match", async () => {
    const headers = slack(1_000_000_000, "another secret");
    assert.equal((await verify({ secret: "s", body: "b", headers })).reason, "mismatch");
  });

  for (const odd of ["", "-1", "+5", "1e9", "0x10", "1.5", "01", "NaN", "9".repeat(40), "１"]) {
    it(`the timestamp ${JSON.stringify(odd)} is malformed`, async () => {
      for (const headers of [
        slack(odd),
        { ...standard(1), "webhook-timestamp": odd },
        { "Stripe-Signature": `t=${odd},v1=${"0".repeat(64)}` },
      ]) {
        const result = await verify({ secret: "AAAA", body: "b", headers });
        assert.deepEqual([result.reason, result.signedAt], ["malformed", null]);
        assert.equal(result.hints.length, 1);
      }
    });
  }

  it("a hint names a timestamp in milliseconds", async () => {
    const { hints } = await verify({ secret: "s", headers: slack(NOW_SECONDS * 1000) });
    assert.match(String(hints), /looks like milliseconds/);
  });
});

describe("signature headers", () => {
  it("headers without a known signature yield a result, not an error", async () => {
    const result = await verify({ secret: "s", headers: { accept: "*/*" } });
    assert.deepEqual(result, {
      valid: false,
      scheme: null,
      reason: "no-header",
      signedAt: null,
      ageSeconds: null,
      expected: null,
      hints: ["No header with a signature of a known scheme was found."],
    });
  });

  it("headers may be an object with names in any case and lists, or lines", async () => {
    const [value = ""] = Object.values(github("s", "b"));
    for (const headers of [
      { "x-HUB-signature-256": value },
      { "X-Hub-Signature-256": [value, ` ${value} `] },
      `Host: a\r\nX-Hub-Signature-256: ${value}\r\n\r\n`,
    ]) {
      assert.equal((await verify({ secret: "s", headers, body: "b" })).reason, "ok");
    }
  });

  it("contradicting headers are malformed", async () => {
    const headers = { ...github("s", "b"), "x-hub-signature-256": "sha256=00" };
    assert.equal((await verify({ secret: "s", headers, body: "b" })).reason, "malformed");
  });

  it("a named scheme without its header still reports the expected value", async () => {
    const { reason, expected } = await verify({
      secret: "s",
      scheme: "github",
      headers: {},
      body: "b",
    });
    assert.deepEqual([reason, expected], ["no-header", github("s", "b")["X-Hub-Signature-256"]]);
  });

  for (const [name, value] of [
    ["Stripe-Signature", "v1=00"],
    ["Stripe-Signature", "t=1"],
    ["Stripe-Signature", `t=1,v0=${"0".repeat(64)}`],
    ["Stripe-Signature", `t=1,t=2,v1=${"0".repeat(64)}`],
    ["Paddle-Signature", ";;;=;="],
    ["X-Hub-Signature-256", "sha256="],
    ["X-Hub-Signature-256", hmac("s", "b")],
    ["X-Shopify-Hmac-Sha256", "not base64 at all!"],
    ["X-Shopify-Hmac-Sha256", hmac("s", "b")],
  ] as const) {
    it(`the header ${name} with ${value.slice(0, 20)} is malformed`, async () => {
      const result = await verify({ secret: "s", headers: { [name]: value }, body: "b" });
      assert.deepEqual([result.reason, result.hints.length], ["malformed", 1]);
    });
  }

  it("more than 100 signatures are malformed", async () => {
    const many = Array.from({ length: 900 }, () => `v1=${hmac("s", "1.b")}`).join(",");
    const headers = { "Stripe-Signature": `t=1,${many}` };
    const { reason, hints } = await verify({ secret: "s", headers, body: "b" });
    assert.equal(reason, "malformed");
    assert.deepEqual(hints, ["v1= of Stripe-Signature has more than 100 signatures."]);
  });
});

const listHints = async (input: object) => {
  const { reason, hints } = await verify(input);
  assert.equal(reason, "mismatch");
  return hints.join(" ");
};

describe("signature hints", () => {
  const BODIES: [signed: string, received: string, hint: RegExp][] = [
    ["a", "a\n", /without its last line break/],
    ["a\n", "a", /with a line break at its end/],
    ["a\nb", "a\r\nb", /LF instead of CRLF/],
    ["a\r\nb", "a\nb", /CRLF instead of LF/],
    ['{"b":1,"a":2}', '{ "b": 1, "a": 2 }', /compact JSON\./],
    ['{\n  "a": 1\n}', '{"a":1}', /indented by 2 spaces/],
    ['{"a": [1, 2]}', '{"a":[1,2]}', /a space after each comma and colon/],
    ['{"a":"\\/"}', '{"a":"/"}', /escaped slashes/],
    ['{"a":2,"b":1}', '{"b":1,"a":2}', /sorted keys/],
    ["a=1&b=2", "b=2&a=1", /parameters in alphabetical order/],
  ];
  for (const [signed, received, hint] of BODIES) {
    it(`a hint reports that ${JSON.stringify(signed)} was signed instead of ${JSON.stringify(received)}`, async () => {
      const headers = github("s", signed);
      assert.match(await listHints({ secret: ["x", "s"], headers, body: received }), hint);
    });
  }

  const SECRETS: [key: string | Buffer, secret: string, hint: RegExp][] = [
    ["abc", "abc\n", /without surrounding whitespace/],
    ["abc", "whsec_abc", /text without whsec_/],
    ["whsec_abc", "abc", /text with whsec_/],
    [Buffer.from("abcd", "base64"), "abcd", /base64-decoded/],
    [Buffer.from("abc0", "hex"), "abc0", /decoded from hex/],
  ];
  for (const [key, secret, hint] of SECRETS) {
    it(`a hint finds the key in ${JSON.stringify(secret)}: ${hint.source}`, async () => {
      assert.match(await listHints({ secret, headers: github(key, "b"), body: "b" }), hint);
    });
  }

  it("a hint reports that a secret of scheme standard was not decoded", async () => {
    const headers = {
      "webhook-id": "m",
      "webhook-timestamp": "1",
      "webhook-signature": `v1,${hmac("whsec_AAAA", "m.1.b", "base64")}`,
    };
    assert.match(
      await listHints({ secret: "whsec_AAAA", headers, body: "b" }),
      /not base64-decoded/,
    );
  });

  it("a hint reports that another signature header is present", async () => {
    const headers = { ...github("s", "b"), "X-Shopify-Hmac-Sha256": hmac("s", "b", "base64") };
    assert.match(await listHints({ secret: "x", headers, body: "b" }), /scheme shopify/);
  });

  it("a hint reports that GitHub's older header is present", async () => {
    const headers = { "X-Hub-Signature": `sha1=${"0".repeat(40)}` };
    assert.match(String((await verify({ secret: "s", headers })).hints), /scheme hmac/);
  });

  it("a hint reports that Twilio called another URL, behind a proxy", async () => {
    const url = "http://a.example/x?b=1&a=2";
    for (const [signed, hint] of [
      ["https://a.example/x?b=1&a=2", /the URL with https/],
      ["http://a.example/x/?b=1&a=2", /with a slash/],
      ["http://a.example/x", /without its query/],
      ["http://a.example/x?a=2&b=1", /alphabetical order/],
    ] as const) {
      const headers = {
        "X-Twilio-Signature": createHmac("sha1", "s").update(signed).digest("base64"),
      };
      assert.match(await listHints({ secret: "s", url, headers }), hint);
    }
  });

  it("the hints are empty when nothing usual explains the mismatch", async () => {
    assert.equal(await listHints({ secret: "s", headers: github("x", "b"), body: "b" }), "");
  });
});

describe("a signature check that breaks a rule", () => {
  const SECRET = { secret: "s" };
  const headers = { "webhook-signature": "v1,AAAA" };
  const cases: [input: object, sentence: RegExp][] = [
    [{ headers: {} }, /^secret is required$/],
    [{ ...SECRET }, /^headers is required$/],
    [{ secret: "", headers: {} }, /^secret must not be empty$/],
    [{ secret: [], headers: {} }, /^secret must have at least 1 entry$/],
    [{ secret: Array(6).fill("s"), headers: {} }, /^secret must have at most 5 entries$/],
    [{ secret: ["s", 1], headers: {} }, /^secret\[1\] must be a string$/],
    [{ secret: "s".repeat(1025), headers: {} }, /^secret must have at most 1024 characters$/],
    [{ secret: "not base64!", headers }, /^secret must be base64 after whsec_/],
    [{ secret: ["whsec_AAAA", "whsec_*"], headers }, /^secret\[1\] must be base64 after whsec_/],
    [{ secret: "whpk_AAAA", headers }, /^secret must be 32 bytes in base64 after whpk_$/],
    [{ ...SECRET, headers: 5 }, /^headers must be a string or an object$/],
    [{ ...SECRET, headers: { a: 1 } }, /^headers.a must be a string or a list$/],
    [{ ...SECRET, headers: "no colon" }, /^headers must have a Name: value in line 1$/],
    [{ ...SECRET, headers: {}, body: "b", bodyBase64: "YQ==" }, /^bodyBase64 must not be sent/],
    [{ ...SECRET, headers: {}, bodyBase64: "Y" }, /^bodyBase64 must be base64 with padding$/],
    [{ ...SECRET, headers: {}, bodyBase64: "YQ" }, /^bodyBase64 must be base64 with padding$/],
    [
      { ...SECRET, headers: {}, body: "é".repeat(600_000) },
      /^body must have at most 1048576 bytes$/,
    ],
    [{ ...SECRET, headers: {}, scheme: "md5" }, /^scheme must be one of standard, stripe/],
    [{ ...SECRET, headers: {}, scheme: "twilio" }, /^url is required for scheme twilio$/],
    [{ ...SECRET, headers: {}, scheme: "hmac" }, /^header is required for scheme hmac$/],
    [{ ...SECRET, headers: {}, header: "a b" }, /^header must be the name of a header$/],
    [{ ...SECRET, headers: {}, url: "ftp://a" }, /^url must be a full URL/],
    [{ ...SECRET, headers: {}, url: "http://[" }, /^url must be a full URL/],
    [{ ...SECRET, headers: {}, at: "yesterday" }, /^at must be a time such as/],
    [{ ...SECRET, headers: {}, at: "2026-02-30T00:00:00Z" }, /^at must be a time that exists$/],
    [{ ...SECRET, headers: {}, toleranceSeconds: -1 }, /^toleranceSeconds must be at least 0$/],
    [{ ...SECRET, headers: "x", at: "2026-02-30T00:00:00Z" }, /^headers must .*; at must /],
  ];
  for (const [index, [input, sentence]] of cases.entries()) {
    it(`a broken rule is reported, example ${index + 1}: ${sentence.source}`, async () => {
      await assert.rejects(
        () => verify(input),
        (error) => {
          assert.ok(error instanceof ValidationError);
          assert.match(error.message, sentence);
          return true;
        },
      );
    });
  }
});
