import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  type SignatureVerification,
  verifyWebhook,
  type VerifyOptions,
} from "#src/domain/webhook-signature/verify.js";
import { openAssets } from "#src/web/server/assets.js";
import { root } from "../support/server.ts";

const assets = openAssets();
const script = assets.read(assets.findFile("verify.js") ?? "")?.body as Buffer;
const code = script.toString("base64");
const bundle = (await import(`data:text/javascript;base64,${code}`)) as {
  verifyWebhook: typeof verifyWebhook;
};

type Request = Parameters<typeof verifyWebhook>[0];

const GENERIC = { algorithm: "sha256", encoding: "hex", prefix: "", payload: "{body}" } as const;
const NOW_MS = 1_783_900_800_000;

function createOptions(secret: VerifyOptions["secret"], extra: Partial<VerifyOptions> = {}) {
  return { secret, generic: GENERIC, toleranceSeconds: 0, atMs: NOW_MS, ...extra };
}

/** Returns the result, or the message of the thrown error. */
function run(verify: typeof verifyWebhook, request: Request, given: VerifyOptions) {
  try {
    return verify(request, given);
  } catch (error) {
    return (error as Error).message;
  }
}

function assertSame(request: Request, given: VerifyOptions): SignatureVerification | string {
  const expected = run(verifyWebhook, request, given);
  assert.deepEqual(run(bundle.verifyWebhook, request, given), expected);
  return expected;
}

describe("signature verifier for browsers", () => {
  it("the browser bundle has the API's results for the published vectors, also with another secret", () => {
    const text = readFileSync(join(root, "test", "cases", "webhook-signature.json"), "utf8");
    const { cases } = JSON.parse(text) as {
      cases: { secret: string; headers: object; body?: string; url?: string; at?: string }[];
    };
    assert.ok(cases.length >= 5);
    for (const { secret, headers, body = "", url } of cases) {
      const pairs = Object.entries(headers) as [string, string][];
      const request = { headers: pairs, body: Buffer.from(body), url };
      if (!secret.startsWith("whpk_")) assertSame(request, createOptions(secret));
      assertSame(request, createOptions("AAAA"));
    }
  });

  it("the browser bundle has the API's hints for bodies and secrets that were changed in transit", () => {
    const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const body = '{"b":1,"a":"é/ü"}';
    const signature = createHmac("sha256", key).update(`5.${body}`).digest("hex");
    const headers = [["Stripe-Signature", `t=5,v1=${signature}`]] as const;
    for (const changed of [`${body}\n`, '{"a":"é/ü","b":1}', '{"b": 1, "a": "é/ü"}']) {
      const result = assertSame({ headers, body: Buffer.from(changed) }, createOptions(key));
      assert.ok(typeof result !== "string" && result.reason === "mismatch");
    }
    assertSame({ headers, body: Buffer.from(body) }, createOptions(key.slice(6)));
    assertSame({ headers, body: Buffer.from(body) }, createOptions([` ${key}`, key]));
  });

  it("the browser bundle has the API's results for any bytes, secrets and schemes", () => {
    const names = ["x-hub-signature-256", "x-shopify-hmac-sha256", "x-twilio-signature", "x-s"];
    const header = fc.tuple(fc.constantFrom(...names), fc.string());
    const request = fc.record({
      headers: fc.array(header, { maxLength: 3 }),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
        fc.webQueryParameters().map((text) => Buffer.from(text)),
      ),
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    });
    const scheme = fc.constantFrom("twilio", "hmac", "github", "standard", undefined);
    fc.assert(
      fc.property(request, fc.string({ minLength: 1 }), scheme, (given, secret, name) => {
        const generic = { ...GENERIC, header: "x-s", encoding: "base64" } as const;
        assertSame(given, createOptions(secret, { ...(name && { scheme: name }), generic }));
      }),
      { numRuns: 300 },
    );
  });
});
