import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../support/server.ts";
import { NOW_SECONDS, verify } from "./support.ts";

/** The members of the providers' libraries that the tests call. */
interface StandardWebhook {
  new (secret: string): {
    sign(id: string, time: Date, body: string): string;
    verify(body: string, headers: Record<string, string>): unknown;
  };
}
interface Octokit {
  sign(secret: string, body: string): Promise<string>;
  verify(secret: string, body: string, signature: string): Promise<boolean>;
}
interface StripeWebhooks {
  generateTestHeaderString(options: object): string;
  constructEvent(body: string, header: string, secret: string, tolerance?: number): unknown;
}
interface Twilio {
  validateRequest(token: string, header: string, url: string, params: object): boolean;
  validateRequestWithBody(token: string, header: string, url: string, body: string): boolean;
  getExpectedTwilioSignature(token: string, url: string, params: object): string;
  getExpectedBodyHash(body: string): string;
}

const load = createRequire(join(root, "test", "webhook-signature", "peers", "package.json"));

const BODIES = ["{}", '{"test": 2432232314}', '{"name":"Ünïcode 💶"}\n', "a\r\nb", ""];
const getNowSeconds = () => Math.floor(Date.now() / 1000);
const other = "whsec_c29tZXRoaW5nIGVsc2U=";

const createHeaders = (prefix: string, seconds: number, signature: string) => ({
  [`${prefix}-id`]: "msg_1",
  [`${prefix}-timestamp`]: String(seconds),
  [`${prefix}-signature`]: signature,
});

for (const [name, prefix] of [
  ["standardwebhooks", "webhook"],
  ["svix", "svix"],
] as const) {
  describe(`${name} and scheme standard`, () => {
    const { Webhook } = load(name) as { Webhook: StandardWebhook };
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const library = new Webhook(secret);

    it(`scheme standard accepts what ${name} signs`, async () => {
      for (const body of BODIES) {
        const signature = library.sign("msg_1", new Date(NOW_SECONDS * 1000), body);
        const headers = createHeaders(prefix, NOW_SECONDS, signature);
        const result = await verify({ secret: [other, secret], headers, body });
        assert.deepEqual([result.reason, result.scheme], ["ok", "standard"]);
      }
    });

    it(`scheme standard expects what ${name} accepts`, async () => {
      const body = '{"test":1}';
      const sent = createHeaders(prefix, getNowSeconds(), `v1,${"A".repeat(43)}=`);
      const { expected } = await verify({ secret, headers: sent, body });
      const headers = createHeaders(prefix, Number(sent[`${prefix}-timestamp`]), String(expected));
      assert.deepEqual(library.verify(body, headers), { test: 1 });
    });
  });
}

describe("stripe and scheme stripe", () => {
  const Stripe: new (key: string) => { webhooks: StripeWebhooks } = load("stripe");
  const { webhooks } = new Stripe("sk_test_1");
  const secret = "whsec_test_secret";

  it("scheme stripe accepts what the stripe library signs", async () => {
    for (const payload of BODIES.slice(0, 4)) {
      const header = webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW_SECONDS });
      const headers = { "Stripe-Signature": `${header},v0=${"0".repeat(64)}` };
      const result = await verify({ secret: [other, secret], headers, body: payload });
      assert.deepEqual([result.reason, result.scheme], ["ok", "stripe"]);
    }
  });

  it("scheme stripe expects what the stripe library accepts", async () => {
    const body = '{"object":"event","id":"evt_1"}';
    const headers = { "Stripe-Signature": `t=${getNowSeconds()},v1=${"0".repeat(64)}` };
    const { expected } = await verify({ secret, headers, body });
    assert.deepEqual(webhooks.constructEvent(body, String(expected), secret), JSON.parse(body));
  });

  it("scheme stripe agrees with the stripe library about the age, to the second", async () => {
    const ages = { 299: "ok", 300: "ok", 301: "too-old", "-300": "ok", "-301": "in-future" };
    for (const [age, reason] of Object.entries(ages)) {
      const timestamp = NOW_SECONDS - Number(age);
      const header = webhooks.generateTestHeaderString({ payload: "{}", secret, timestamp });
      const result = await verify({ secret, headers: { "stripe-signature": header }, body: "{}" });
      assert.deepEqual([result.reason, result.ageSeconds], [reason, Number(age)]);
    }
  });
});

describe("@octokit/webhooks-methods and scheme github", () => {
  const methods = import(
    pathToFileURL(
      join(
        root,
        "test/webhook-signature/peers/node_modules/@octokit/webhooks-methods/dist-node/index.js",
      ),
    ).href
  ) as Promise<Octokit>;
  const secret = "It's a Secret to Everybody";

  it("scheme github accepts what @octokit/webhooks-methods signs, and expects what it accepts", async () => {
    const { sign, verify: accepts } = await methods;
    for (const body of BODIES.slice(0, 4)) {
      const header = await sign(secret, body);
      const request = { secret, headers: { "X-Hub-Signature-256": header }, body };
      const { reason, expected } = await verify(request);
      assert.deepEqual([reason, expected], ["ok", header]);
      assert.ok(await accepts(secret, body, String(expected)));
    }
  });
});

describe("twilio and scheme twilio", () => {
  const twilio = load("twilio/lib/webhooks/webhooks.js") as Twilio;
  const secret = "12345";
  const URLS = [
    "https://mycompany.com/myapp.php?foo=1&bar=2",
    "https://mycompany.com:443/myapp.php",
    "http://mycompany.com/a?q=it's%20b",
    "https://user:pass@mycompany.com/",
    "https://mycompany.com:8443/x",
  ];
  const form = "B=2&a=%C3%BC+x&B=1&B=2&Empty=&_=%2B";
  const params = { B: ["2", "1", "2"], a: "ü x", Empty: "", _: "+" };

  it("scheme twilio accepts what the twilio library signs, and expects what it accepts", async () => {
    for (const url of URLS) {
      const header = twilio.getExpectedTwilioSignature(secret, url, params);
      const headers = { "X-Twilio-Signature": header };
      const { reason, expected } = await verify({ secret, url, headers, body: form });
      assert.deepEqual([reason, expected], ["ok", header]);
      assert.ok(twilio.validateRequest(secret, String(expected), url, params));
    }
  });

  it("scheme twilio accepts the URL with and without a port, as the library does", async () => {
    for (const url of URLS) {
      for (const signed of [url, url.replace(/:\d+/, ""), url.replace(/(\.com)(?!:)/, "$1:443")]) {
        const header = twilio.getExpectedTwilioSignature(secret, signed, params);
        const headers = { "X-Twilio-Signature": header };
        const { valid } = await verify({ secret, url, headers, body: form });
        const isAccepted = twilio.validateRequest(secret, header, url, params);
        assert.equal(valid, isAccepted || signed === url, `${signed} for ${url}`);
      }
    }
  });

  it("scheme twilio checks a body that is not a form by the hash in the URL", async () => {
    const body = '{"a":1}';
    const url = `https://mycompany.com/x?bodySHA256=${twilio.getExpectedBodyHash(body)}`;
    const header = twilio.getExpectedTwilioSignature(secret, url, {});
    assert.ok(twilio.validateRequestWithBody(secret, header, url, body));
    const headers = { "X-Twilio-Signature": header, "Content-Type": "application/json" };
    assert.equal((await verify({ secret, url, headers, body })).reason, "ok");
    const changed = await verify({ secret, url, headers, body: '{"a":2}' });
    assert.deepEqual([changed.reason, changed.expected], ["mismatch", null]);
    assert.match(String(changed.hints), /bodySHA256/);
  });

  it("scheme twilio does not accept a body that nothing signs", async () => {
    const url = "https://mycompany.com/x";
    const header = twilio.getExpectedTwilioSignature(secret, url, {});
    const headers = { "X-Twilio-Signature": header, "Content-Type": "application/json" };
    assert.equal((await verify({ secret, url, headers, body: "{}" })).reason, "malformed");
    assert.equal((await verify({ secret, url, headers })).reason, "ok");
  });
});
