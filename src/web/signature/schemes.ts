export const SCHEMES: Record<string, string> = {
  standard: "Standard Webhooks, Svix",
  stripe: "Stripe",
  github: "GitHub",
  shopify: "Shopify",
  slack: "Slack",
  twilio: "Twilio",
  paddle: "Paddle",
  hmac: "Another HMAC",
};
