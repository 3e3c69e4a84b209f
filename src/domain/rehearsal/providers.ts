import type { ProviderName } from "../webhook-signature/names.ts";

/** An event as a provider documents it. */
export interface ProviderEvent {
  name: string;
  /** The documentation of the payload. Long payloads are shortened. */
  source: string;
  /** An object is sent as JSON, pairs as a form. */
  payload: object | readonly (readonly [name: string, value: string])[];
  /** Headers that other events of the provider do not have. */
  headers?: Readonly<Record<string, string>>;
}

/** How a provider sends events and repeats what was not acknowledged. */
export interface Provider {
  /** A secret of the form that the provider shows. */
  secret: string;
  /** Seconds that a provider waits for a response; undefined where it does not say. */
  timeoutSeconds?: number;
  retries: {
    /** The schedule in the provider's terms. */
    text: string;
    source: string;
    /** Seconds between the attempts; none where the provider does not retry. */
    delays: readonly number[];
    /**
     * False: the provider publishes the number or the span of its retries only, and the delays fill
     * it.
     */
    isPublished: boolean;
  };
  /** Headers of every event. `{id}` is the event's, `{time}` the time in ISO 8601. */
  headers: Readonly<Record<string, string>>;
  events: readonly ProviderEvent[];
}

/** The day on which the facts were gathered, from the sources and from copies of them. */
export const PROVIDERS_AS_OF = "2026-11-24";

/** Doubles a delay `count` times, so that all fill a span of seconds. */
function spread(count: number, seconds: number): number[] {
  const first = seconds / (2 ** count - 1);
  return Array.from({ length: count }, (_, index) => Math.round(first * 2 ** index));
}

const MINUTE = 60;
const HOUR = 3600;

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  standard: {
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    timeoutSeconds: 15,
    retries: {
      text: "Nine retries over 75 hours, the example schedule of the specification.",
      source:
        "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
      delays: [5, 5 * MINUTE, 30 * MINUTE].concat(
        [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
      ),
      isPublished: true,
    },
    headers: {},
    events: [
      {
        name: "user.created",
        source:
          "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
        payload: {
          type: "user.created",
          timestamp: "2022-11-03T20:26:10.344522Z",
          data: { id: "1f81eb52-5198-4599-803e-771906343485", name: "Ada Lovelace" },
        },
      },
    ],
  },
  stripe: {
    secret: "whsec_test_secret",
    retries: {
      text: "Up to three days with exponential backoff in live mode.",
      source: "https://docs.stripe.com/webhooks#automatic-retries",
      delays: spread(8, 72 * HOUR),
      isPublished: false,
    },
    headers: { "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)" },
    events: [
      {
        name: "payment_intent.succeeded",
        source: "https://docs.stripe.com/api/events/object",
        payload: {
          id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
          object: "event",
          api_version: "2019-02-19",
          created: 1_686_089_970,
          data: {
            object: {
              id: "pi_3MtwBwLkdIwHu7ix28a3tqPa",
              object: "payment_intent",
              amount: 2000,
              amount_received: 2000,
              currency: "usd",
              status: "succeeded",
              metadata: {},
            },
          },
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type: "payment_intent.succeeded",
        },
      },
      {
        name: "setup_intent.created",
        source: "https://docs.stripe.com/api/events/object",
        payload: {
          id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
          object: "event",
          api_version: "2019-02-19",
          created: 1_686_089_970,
          data: {
            object: {
              id: "seti_1NG8Du2eZvKYlo2C9XMqbR0x",
              object: "setup_intent",
              payment_method: "pm_1NG8Du2eZvKYlo2CYzzldNr7",
              payment_method_types: ["acss_debit"],
              status: "requires_confirmation",
              usage: "off_session",
            },
          },
          livemode: false,
          pending_webhooks: 0,
          request: { id: null, idempotency_key: null },
          type: "setup_intent.created",
        },
      },
    ],
  },
  github: {
    secret: "It's a Secret to Everybody",
    timeoutSeconds: 10,
    retries: {
      text: "None: failed deliveries are redelivered by hand or over the API.",
      source:
        "https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries",
      delays: [],
      isPublished: true,
    },
    headers: {
      "User-Agent": "GitHub-Hookshot/044aadd",
      "X-GitHub-Delivery": "{id}",
      "X-GitHub-Hook-ID": "292430182",
      "X-GitHub-Hook-Installation-Target-ID": "79929171",
      "X-GitHub-Hook-Installation-Target-Type": "repository",
    },
    events: [
      {
        name: "ping",
        source: "https://docs.github.com/en/webhooks/webhook-events-and-payloads#ping",
        headers: { "X-GitHub-Event": "ping" },
        payload: {
          zen: "Keep it logically awesome.",
          hook_id: 292_430_182,
          hook: { type: "Repository", id: 292_430_182, active: true, events: ["*"] },
          repository: { id: 186_853_002, full_name: "Codertocat/Hello-World" },
        },
      },
      {
        name: "push",
        source: "https://docs.github.com/en/webhooks/webhook-events-and-payloads#push",
        headers: { "X-GitHub-Event": "push" },
        payload: {
          ref: "refs/heads/main",
          before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
          after: "0000000000000000000000000000000000000000",
          deleted: true,
          repository: { id: 186_853_002, full_name: "Codertocat/Hello-World" },
          pusher: { name: "Codertocat" },
          commits: [],
        },
      },
      {
        name: "issues",
        source: "https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues",
        headers: { "X-GitHub-Event": "issues" },
        payload: {
          action: "opened",
          issue: { number: 1347, title: "Found a bug", state: "open" },
          repository: { id: 1_296_269, full_name: "octocat/Hello-World" },
          sender: { login: "octocat", id: 1 },
        },
      },
    ],
  },
  shopify: {
    secret: "hush",
    timeoutSeconds: 5,
    retries: {
      text: "Eight retries over four hours with exponential backoff.",
      source: "https://shopify.dev/changelog/updates-to-webhook-retry-mechanism",
      delays: spread(8, 4 * HOUR),
      isPublished: false,
    },
    headers: {
      "X-Shopify-Shop-Domain": "example.myshopify.com",
      "X-Shopify-API-Version": "2026-07",
      "X-Shopify-Webhook-Id": "{id}",
      "X-Shopify-Triggered-At": "{time}",
    },
    events: [
      {
        name: "orders/create",
        source: "https://shopify.dev/docs/api/webhooks",
        headers: { "X-Shopify-Topic": "orders/create" },
        payload: {
          id: 820_982_911_946_154_500,
          admin_graphql_api_id: "gid://shopify/Order/820982911946154508",
          currency: "USD",
          email: "jon@example.com",
          name: "#9999",
          order_number: 1234,
          total_price: "388.00",
          test: true,
        },
      },
      {
        name: "app/uninstalled",
        source: "https://shopify.dev/docs/api/webhooks",
        headers: { "X-Shopify-Topic": "app/uninstalled" },
        payload: {
          id: 548_380_009,
          name: "Super Toys",
          email: "super@supertoys.com",
          domain: null,
          country: "US",
          plan_name: "enterprise",
        },
      },
    ],
  },
  slack: {
    secret: "8f742231b10e8888abcd99yyyzzz85a5",
    timeoutSeconds: 3,
    retries: {
      text: "Three retries: at once, after one minute and after five minutes.",
      source: "https://docs.slack.dev/apis/events-api/#retries",
      delays: [0, MINUTE, 5 * MINUTE],
      isPublished: true,
    },
    headers: { "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)" },
    events: [
      {
        name: "url_verification",
        source: "https://docs.slack.dev/reference/events/url_verification",
        payload: {
          token: "Jhj5dZrVaK7ZwHHjRyZWjbDl",
          challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
          type: "url_verification",
        },
      },
      {
        name: "app_mention",
        source: "https://docs.slack.dev/reference/events/app_mention",
        payload: {
          token: "ZZZZZZWSxiZZZ2yIvs3peJ",
          team_id: "T123ABC456",
          api_app_id: "A123ABC456",
          event: {
            type: "app_mention",
            user: "U123ABC456",
            text: "What is the hour of the pearl, <@U0LAN0Z89>?",
            ts: "1515449522.000016",
            channel: "C123ABC456",
            event_ts: "1515449522000016",
          },
          type: "event_callback",
          event_id: "Ev123ABC456",
          event_time: 1_515_449_522_000_016,
          authed_users: ["U0LAN0Z89"],
        },
      },
    ],
  },
  twilio: {
    secret: "12345",
    timeoutSeconds: 15,
    retries: {
      text: "None for a response of your program. The fallback URL is called instead.",
      source: "https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides",
      delays: [],
      isPublished: true,
    },
    headers: { "I-Twilio-Idempotency-Token": "{id}", "User-Agent": "TwilioProxy/1.1" },
    events: [
      {
        name: "message",
        source: "https://www.twilio.com/docs/messaging/guides/webhook-request",
        payload: [
          ["MessageSid", "SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
          ["AccountSid", "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
          ["From", "+14017122661"],
          ["To", "+15558675310"],
          ["Body", "Ahoy! We can't wait to see what you build."],
          ["NumMedia", "0"],
        ],
      },
      {
        name: "call",
        source: "https://www.twilio.com/docs/voice/twiml#request-parameters",
        payload: [
          ["CallSid", "CAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
          ["AccountSid", "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
          ["From", "+14017122661"],
          ["To", "+15558675310"],
          ["CallStatus", "ringing"],
          ["Direction", "inbound"],
        ],
      },
    ],
  },
  paddle: {
    secret: "pdl_ntfset_01gkdqbny8zyr5tq6p3sf7q1xz_secret",
    timeoutSeconds: 5,
    retries: {
      text: "Up to 60 retries over three days with exponential backoff.",
      source: "https://developer.paddle.com/webhooks/about/respond-to-webhooks",
      delays: spread(10, 72 * HOUR),
      isPublished: false,
    },
    headers: {},
    events: [
      {
        name: "transaction.completed",
        source: "https://developer.paddle.com/webhooks/transactions/transaction-completed",
        payload: {
          event_id: "evt_01gks14ge726w50ch2tmaw2a1x",
          event_type: "transaction.completed",
          occurred_at: "2024-10-12T07:20:50.52Z",
          notification_id: "ntf_01ghbkd0frb9k95cnhwd1bxpvk",
          data: {
            id: "txn_01h04vsbhqc62t8hmd4z3b578c",
            status: "completed",
            currency_code: "USD",
            collection_mode: "automatic",
          },
        },
      },
      {
        name: "payout.paid",
        source: "https://developer.paddle.com/changelog/2023/webhooks-payouts",
        payload: {
          event_id: "evt_01h2b0tqg1xkgnkfmprsnrjn0s",
          event_type: "payout.paid",
          occurred_at: "2023-06-07T13:30:38.138984Z",
          notification_id: "ntf_01h2b0tqkhfqd094y9pys30xyw",
          data: { id: "payout_01gsz4vmqbjk3x4vvtafffd540", status: "paid", currency_code: "USD" },
        },
      },
    ],
  },
};

/** Returns the body of an event as it is sent. */
export function formatProviderEvent({ payload }: ProviderEvent): string {
  return Array.isArray(payload)
    ? new URLSearchParams(payload as [string, string][]).toString()
    : JSON.stringify(payload);
}
