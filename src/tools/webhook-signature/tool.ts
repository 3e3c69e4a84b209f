import { defineTool } from "../define.ts";
import { WebhookSignatureInput, WebhookSignatureOutput } from "./schema.ts";
import { readSignedUrl } from "../../domain/webhook-signature/signed-request.ts";
import { checkSecrets } from "../../domain/webhook-signature/verify.ts";
import { readBody, readHeaders, readTime, verifyWebhookSignature } from "./webhook-signature.ts";

export default defineTool({
  name: "webhook-signature",
  title: "Webhook signature",
  summary:
    "Verifies the signature of a webhook from Stripe, GitHub, Slack, Shopify, Twilio, Paddle, Svix or anyone else.",
  group: "webhooks",
  keywords: [
    "authenticity",
    "hmac",
    "secret",
    "signing",
    "standard webhooks",
    "validate",
    "verify",
    "whsec",
  ],
  kit: "signature",
  path: "/api/v1/webhook-signature",
  perMinute: 60,
  // 1 MiB of text, and as much again for what JSON escapes.
  bodyLimitBytes: 2 * 1_048_576,
  input: WebhookSignatureInput,
  output: WebhookSignatureOutput,
  example: {
    secret: "It's a Secret to Everybody",
    headers:
      "X-Hub-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    body: "Hello, World!",
  },
  briefExample: {
    secret: "whsec_x",
    headers: { "Stripe-Signature": "t=1,v1=00" },
    body: "{}",
  },
  headline: {
    value: "reason",
    lead: "Signature check:",
    label: "(scheme {scheme})",
    words: {
      ok: "Valid",
      "no-header": "No signature header",
      malformed: "Malformed signature",
      mismatch: "Does not match",
      "too-old": "Too old",
      "in-future": "In the future",
    },
    bad: ["no-header", "malformed", "mismatch", "too-old", "in-future"],
  },
  rules: [
    { members: ["headers"], check: ({ headers }) => void readHeaders(headers) },
    { members: ["body", "bodyBase64"], check: (input) => void readBody(input) },
    { members: ["at"], check: ({ at }) => void readTime(at, 0) },
    { members: ["url"], check: ({ url }) => void readSignedUrl(url) },
    {
      members: ["scheme", "secret", "header", "algorithm", "encoding", "prefix", "payload"],
      check: ({ scheme, secret, ...generic }) => {
        if (scheme) checkSecrets(secret, scheme, generic);
      },
    },
  ],
  run: (input, context) => verifyWebhookSignature(input, context.now()),
});
