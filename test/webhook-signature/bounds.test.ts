import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { verifyWebhook } from "#src/domain/webhook-signature/verify.js";
import { verify } from "./support.ts";

const generic = { algorithm: "sha256", encoding: "hex", prefix: "", payload: "{body}" } as const;

/** Returns the reason for a form that was signed with another secret. */
function checkTwilio(body: Buffer): string {
  const headers: [string, string][] = [["x-twilio-signature", `${"A".repeat(27)}=`]];
  const request = { headers, body, url: "https://a.test/" };
  return verifyWebhook(request, { secret: "s", scheme: "twilio", generic, atMs: 0 }).reason;
}

describe("the bytes that a check may hash", () => {
  it("a check may hash the bytes of the body and 1 MiB of its repeats", async () => {
    const input = { secret: "s", header: "x-s", headers: { "x-s": "0".repeat(64) } };
    const once = { ...input, body: "b".repeat(1_000_000) };
    assert.equal((await verify(once)).reason, "mismatch");
    assert.equal((await verify({ ...once, payload: "{body}.{body}" })).reason, "mismatch");
    const often = await verify({ ...once, payload: "{body}".repeat(3) });
    assert.deepEqual([often.reason, often.expected], ["malformed", null]);
    assert.match(often.hints[0] ?? "", /repeats the body/);
  });

  it("a check may hash at most 1 MiB of a Twilio form", () => {
    assert.equal(checkTwilio(Buffer.alloc(1024 ** 2, "a")), "mismatch");
    assert.equal(checkTwilio(Buffer.alloc(1024 ** 2 + 1, "a")), "malformed");
  });
});
