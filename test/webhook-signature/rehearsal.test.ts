import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders as Headers, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { formatProviderEvent, PROVIDERS } from "#src/domain/rehearsal/providers.js";
import { signEvent } from "#src/domain/rehearsal/signed-event.js";
import { PROVIDER_NAMES, type ProviderName } from "#src/domain/webhook-signature/names.js";
import { runSundry } from "../support/cli.ts";
import { root } from "../support/server.ts";
import { verify } from "./support.ts";

interface Received {
  url: string;
  headers: Headers;
  body: string;
}

/** Returns true when a provider's own library accepts a request. */
type Accepts = (request: Received, secret: string) => unknown;

const peers = join(root, "test", "webhook-signature", "peers");
const load = createRequire(join(peers, "package.json"));

interface Webhook {
  verify(body: string, headers: Headers): unknown;
}
interface Stripe {
  webhooks: { constructEvent(body: string, header: unknown, secret: string): unknown };
}
interface Twilio {
  validateRequest(secret: string, header: unknown, url: string, params: object): boolean;
}
interface Octokit {
  verify(secret: string, body: string, header: unknown): Promise<boolean>;
}

const ACCEPTS: Partial<Record<ProviderName, Accepts>> = {
  standard({ body, headers }, secret) {
    const library = load("standardwebhooks") as { Webhook: new (secret: string) => Webhook };
    return new library.Webhook(secret).verify(body, headers);
  },
  stripe({ body, headers }, secret) {
    const Library = load("stripe") as new (key: string) => Stripe;
    return new Library("sk_test_1").webhooks.constructEvent(
      body,
      headers["stripe-signature"],
      secret,
    );
  },
  async github({ body, headers }, secret) {
    const file = join(peers, "node_modules/@octokit/webhooks-methods/dist-node/index.js");
    const library = (await import(pathToFileURL(file).href)) as Octokit;
    return library.verify(secret, body, headers["x-hub-signature-256"]);
  },
  twilio({ url, body, headers }, secret) {
    const library = load("twilio/lib/webhooks/webhooks.js") as Twilio;
    const params = Object.fromEntries(new URLSearchParams(body));
    return library.validateRequest(secret, headers["x-twilio-signature"], url, params);
  },
};

describe("sundry webhook send", () => {
  let receiver: Server;
  let target = "";
  let received: Received[] = [];
  /** Statuses of the next responses; then 200. */
  let statuses: number[] = [];
  before(async () => {
    receiver = createServer((request, response) => {
      const answer = async () => {
        const body = await text(request);
        received.push({ url: target, headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 200).end("noted");
      };
      void answer();
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?shop=1`;
  });
  after(() => receiver.close());
  beforeEach(() => {
    received = [];
    statuses = [];
  });

  for (const provider of PROVIDER_NAMES) {
    const accepts = ACCEPTS[provider];
    it(`${accepts ? "the library" : "the signature check"} of ${provider} accepts each example`, async () => {
      const { events, secret } = PROVIDERS[provider];
      const url = "https://example.com/hooks?shop=1";
      for (const event of events) {
        const body = formatProviderEvent(event);
        const pairs = signEvent({
          provider,
          headers: event.headers,
          body,
          url,
          secret,
          id: "1",
          attempt: 1,
          nowMs: Date.now(),
        });
        const lowerCase = pairs.map(([name, value]) => [name.toLowerCase(), value]);
        const request = { url, headers: Object.fromEntries(lowerCase) as Headers, body };
        if (accepts) assert.ok(await accepts(request, secret), event.name);
        const checked = await verify({
          secret,
          scheme: provider,
          url,
          headers: request.headers,
          body,
          at: new Date().toISOString(),
        });
        assert.equal(checked.valid, true, JSON.stringify(checked));
      }
    });
  }

  it("--retries repeats an event with its id until a status of 2xx, sped up", async () => {
    statuses = [500, 302];
    const words = [
      "slack",
      target,
      "--event",
      "app_mention",
      "--retries",
      "--speed",
      "6000",
      "--json",
    ];
    const { code, text: out } = await runSundry(["webhook", "send", ...words]);
    const attempts = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { outcome: object });
    assert.deepEqual(
      attempts.map(({ outcome }) => "status" in outcome && outcome.status),
      [500, 302, 200],
    );
    assert.equal(code, 0);
    const numbers = received.map(({ headers }) => headers["x-slack-retry-num"]);
    assert.deepEqual(numbers, [undefined, "1", "2"]);
    assert.equal(new Set(received.map(({ body }) => body)).size, 1);
  });

  it("sends a payload and a secret of one's own, and exits with 1 without a status of 2xx", async () => {
    statuses = [503];
    const words = [
      "github",
      target,
      "--body",
      "-",
      "--secret",
      "mine",
      "--header",
      "X-GitHub-Event: star",
    ];
    const { code } = await runSundry(["webhook", "send", ...words], '{"action":"created"}');
    const [request] = received;
    assert.ok(request);
    assert.equal(code, 1);
    assert.equal(request.headers["x-github-event"], "star");
    assert.equal(request.body, '{"action":"created"}');
    assert.ok(await ACCEPTS.github?.(request, "mine"));
  });

  it("names arguments that it cannot use, and exits with 2", async () => {
    for (const [words, problem] of [
      [["send", "strip", target], /PROVIDER must be one of .*did you mean stripe/],
      [["send", "github", "localhost"], /URL must be an http/],
      [["send", "github", target, "--event", "pull"], /--event must be one of ping, push, issues/],
      [["send", "standard", target, "--secret", "whsec_!"], /secret must be base64/],
    ] as const) {
      const { code, complaint } = await runSundry(["webhook", ...words]);
      assert.equal(code, 2, complaint);
      assert.match(complaint, problem);
    }
    assert.deepEqual(received, []);
  });

  it("every provider's examples and retry schedule have a source", async () => {
    const { text: out } = await runSundry(["webhook", "events", "--json"]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Listed);
    assert.deepEqual(
      lines.map(({ provider }) => provider),
      [...PROVIDER_NAMES],
    );
    for (const { checked, events, retries } of lines) {
      assert.match(checked, /^\d{4}-\d\d-\d\d$/);
      for (const { source } of [...events, retries]) assert.match(source, /^https:\/\//);
    }
  });
});

/** A line of `sundry webhook events --json`. */
interface Listed {
  provider: string;
  checked: string;
  events: { source: string }[];
  retries: { source: string };
}
