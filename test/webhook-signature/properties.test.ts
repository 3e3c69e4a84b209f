import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { ValidationError } from "#src/lib/errors.js";
import { SCHEME_NAMES } from "#src/domain/webhook-signature/names.js";
import { NOW_SECONDS, verify } from "./support.ts";

const SIGNATURE_HEADERS = [
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "svix-signature",
  "Stripe-Signature",
  "X-Hub-Signature-256",
  "X-Shopify-Hmac-Sha256",
  "X-Slack-Signature",
  "X-Slack-Request-Timestamp",
  "X-Twilio-Signature",
  "Paddle-Signature",
];
const HEX = "0".repeat(64);
const BASE64 = `${"A".repeat(43)}=`;

/**
 * Per scheme: headers with which the expected signature can be computed, and the name of its
 * header.
 */
const UNSIGNED: Record<string, { header: string; headers: Record<string, string> }> = {
  standard: {
    header: "webhook-signature",
    headers: {
      "webhook-id": "m",
      "webhook-timestamp": `${NOW_SECONDS}`,
      "webhook-signature": `v1,${BASE64}`,
    },
  },
  stripe: {
    header: "stripe-signature",
    headers: { "stripe-signature": `t=${NOW_SECONDS},v1=${HEX}` },
  },
  github: { header: "x-hub-signature-256", headers: {} },
  shopify: { header: "x-shopify-hmac-sha256", headers: {} },
  slack: {
    header: "x-slack-signature",
    headers: { "x-slack-request-timestamp": `${NOW_SECONDS}` },
  },
  twilio: { header: "x-twilio-signature", headers: {} },
  paddle: {
    header: "paddle-signature",
    headers: { "paddle-signature": `ts=${NOW_SECONDS};h1=${HEX}` },
  },
  hmac: { header: "x-s", headers: {} },
};

const bytes = fc.uint8Array({ maxLength: 200 });
/** Keys without zero bytes at their end, because HMAC fills keys up with those. */
const base64Secret = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .filter((key) => key.at(-1) !== 0)
  .map((key) => `whsec_${Buffer.from(key).toString("base64")}`);

describe("every scheme", () => {
  for (const scheme of SCHEME_NAMES) {
    it(`scheme ${scheme} accepts what it expects, and nothing once a byte or the secret differs`, async () => {
      const { header = "", headers = {} } = UNSIGNED[scheme] ?? {};
      await fc.assert(
        fc.asyncProperty(base64Secret, base64Secret, bytes, async (secret, another, body) => {
          fc.pre(secret !== another);
          const type = { "content-type": "application/x-www-form-urlencoded" };
          const bodyBase64 = Buffer.from(body).toString("base64");
          const url = "https://a.example/x";
          const input = { scheme, secret, url, bodyBase64, header: "x-s" };
          const { expected } = await verify({ ...input, headers: { ...type, ...headers } });
          assert.equal(typeof expected, "string");
          const signed = { ...type, ...headers, [header]: String(expected) };
          const result = await verify({ ...input, headers: signed });
          assert.deepEqual([result.reason, result.expected], ["ok", expected]);
          const rotated = await verify({ ...input, secret: [another, secret], headers: signed });
          assert.equal(rotated.reason, "ok");
          const changed = Buffer.concat([body, Buffer.from("x")]).toString("base64");
          const mismatch = await verify({ ...input, bodyBase64: changed, headers: signed });
          assert.equal(mismatch.reason, "mismatch");
          const wrong = await verify({ ...input, secret: another, headers: signed });
          assert.equal(wrong.reason, "mismatch");
        }),
        { numRuns: 30 },
      );
    });
  }
});

describe("any signature check", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(`t=1,v1=${HEX}`, `v1,${BASE64}`, `sha256=${HEX}`, `v0=${HEX}`, "1", BASE64),
  );
  const headers = fc.dictionary(
    fc.oneof(fc.constantFrom(...SIGNATURE_HEADERS), fc.string()),
    value,
  );

  it("any input yields a result or a ValidationError", async () => {
    const input = fc.record(
      {
        secret: fc.oneof(fc.string(), base64Secret, fc.array(fc.string(), { maxLength: 6 })),
        headers: fc.oneof(headers, fc.string(), fc.anything()),
        body: fc.oneof(fc.string({ unit: "binary" }), fc.json()),
        scheme: fc.constantFrom(...SCHEME_NAMES),
        url: fc.oneof(fc.webUrl(), fc.string()),
        header: fc.constantFrom(...SIGNATURE_HEADERS),
        payload: fc.string(),
        prefix: fc.string(),
      },
      { requiredKeys: ["secret", "headers"] },
    );
    await fc.assert(
      fc.asyncProperty(input, async (request) => {
        try {
          const { valid, reason } = await verify(request);
          assert.equal(valid, reason === "ok");
        } catch (error) {
          assert.ok(error instanceof ValidationError, String(error));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("deeply nested JSON has no hints and causes no error", async () => {
    const body = "[".repeat(100_000) + "]".repeat(100_000);
    const request = { secret: "s", headers: { "x-hub-signature-256": `sha256=${HEX}` }, body };
    assert.deepEqual((await verify(request)).reason, "mismatch");
  });
});
