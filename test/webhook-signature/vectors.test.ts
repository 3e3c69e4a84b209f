import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../support/server.ts";
import { NOW_SECONDS, verify } from "./support.ts";

interface Vector {
  scheme: string;
  source: string;
  headers: Record<string, string>;
  valid: boolean;
}

const file = join(root, "test", "cases", "webhook-signature.json");
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Vector[] };

describe("published signatures", () => {
  for (const [index, { source, valid, ...input }] of cases.entries()) {
    it(`the published vector ${index + 1} of ${input.scheme} is verified: ${source}`, async () => {
      const result = await verify(input);
      assert.deepEqual([result.valid, result.reason, result.hints], [valid, "ok", []]);
    });

    it(`the scheme of vector ${index + 1} is detected as ${input.scheme}, and the result ends with the expected header`, async () => {
      const { scheme, ...request } = input;
      const result = await verify(request);
      assert.equal(result.scheme, scheme);
      const sent = Object.values(input.headers);
      assert.ok(sent.some((value) => value.endsWith(String(result.expected))));
    });

    it(`the published vector ${index + 1} of ${input.scheme} does not match another secret`, async () => {
      const result = await verify({ ...input, secret: "AAAA" });
      assert.deepEqual([result.valid, result.reason], [false, "mismatch"]);
    });
  }
});

/** RFC 4231, section 4, and RFC 2202, section 3: test case 2. */
const RFC = { secret: "Jefe", body: "what do ya want for nothing?", scheme: "hmac", header: "X-S" };
const DIGESTS = {
  sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
  sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  sha512:
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
};

const computeHmac = (text: string) => createHmac("sha256", "key").update(text).digest("hex");

describe("scheme hmac", () => {
  for (const [algorithm, digest] of Object.entries(DIGESTS)) {
    it(`scheme hmac computes the RFC's ${algorithm} in hex of either case and in base64`, async () => {
      const base64 = Buffer.from(digest, "hex").toString("base64");
      for (const [encoding, sent] of [
        ["hex", digest],
        ["hex", digest.toUpperCase()],
        ["base64", base64],
      ] as const) {
        const headers = { "x-s": sent };
        const result = await verify({ ...RFC, algorithm, encoding, headers });
        assert.deepEqual([result.valid, result.scheme], [true, "hmac"]);
        assert.equal(result.expected, encoding === "hex" ? digest : base64);
      }
    });
  }

  const request = { secret: "key", body: "{header:X-Id}", header: "X-S", prefix: "v2=" };

  it("scheme hmac fills the template once and keeps other braces", async () => {
    const payload = "{{header:x-time}.{body}.{other}}{body}";
    const headers = {
      "X-Time": "{body}",
      "X-S": `v2=${computeHmac("{{body}.{header:X-Id}.{other}}{header:X-Id}")}`,
    };
    const result = await verify({ ...request, payload, headers });
    assert.deepEqual([result.reason, result.expected], ["ok", headers["X-S"]]);
  });

  it("scheme hmac reports a header of the template that is missing", async () => {
    const headers = { "X-S": `v2=${computeHmac("")}` };
    const result = await verify({ ...request, payload: "{header:X-Time}{body}", headers });
    assert.equal(result.reason, "no-header");
    assert.deepEqual(result.hints, ["The header X-Time is missing."]);
  });

  it("scheme hmac names the digest that a malformed signature looks like", async () => {
    const headers = { "X-S": `v2=${DIGESTS.sha1}` };
    const { reason, hints } = await verify({ ...request, headers });
    assert.equal(reason, "malformed");
    assert.match(String(hints), /It looks like sha1 in hex\.$/);
  });
});

describe("Ed25519 signatures of scheme standard", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const secret = `whpk_${Buffer.from(x, "base64url").toString("base64")}`;
  const signature = sign(null, Buffer.from(`msg_1.${NOW_SECONDS}.{}`), privateKey).toString(
    "base64",
  );
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(NOW_SECONDS),
    "webhook-signature": `v1,AAAA v1a,${signature}`,
  };

  it("Ed25519 signatures are verified with a public key, which yields no expected value", async () => {
    const result = await verify({ secret, headers, body: "{}" });
    assert.deepEqual([result.valid, result.expected], [true, null]);
  });

  it("Ed25519 signatures do not match another body", async () => {
    assert.equal((await verify({ secret, headers, body: "{ }" })).reason, "mismatch");
  });

  it("Ed25519 signatures are accepted beside a secret of HMAC", async () => {
    const secrets = ["whsec_AAAA", secret];
    assert.equal((await verify({ secret: secrets, headers, body: "{}" })).reason, "ok");
  });
});
