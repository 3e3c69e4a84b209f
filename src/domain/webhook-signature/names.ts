/** Names of the providers' schemes, in the order in which they are detected. */
export const PROVIDER_NAMES = [
  "standard",
  "stripe",
  "github",
  "shopify",
  "slack",
  "twilio",
  "paddle",
] as const;

/** A provider's scheme that headers are enough to detect. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

export type SchemeName = ProviderName | "hmac";

export const SCHEME_TITLES: Readonly<Record<SchemeName, string>> = {
  standard: "Standard Webhooks, Svix",
  stripe: "Stripe",
  github: "GitHub",
  shopify: "Shopify",
  slack: "Slack",
  twilio: "Twilio",
  paddle: "Paddle",
  hmac: "Another HMAC",
};

export const SCHEME_NAMES: readonly SchemeName[] = [...PROVIDER_NAMES, "hmac"];
