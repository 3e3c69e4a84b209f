import { type GenericOptions, createGenericScheme } from "./generic.ts";
import { PROVIDER_NAMES, type ProviderName, type SchemeName } from "./names.ts";
import { hasHeader, type SignedRequest } from "./signed-request.ts";
import { createBodyScheme, type Scheme } from "./scheme.ts";
import { standard } from "./standard.ts";
import { paddle, slack, stripe } from "./timestamped.ts";
import { twilio } from "./twilio.ts";

/** GitHub: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries. */
const github = createBodyScheme({
  header: "X-Hub-Signature-256",
  digest: { algorithm: "sha256", encoding: "hex" },
  prefix: "sha256=",
});

/** Shopify: https://shopify.dev/docs/apps/build/webhooks/subscribe/https. */
const shopify = createBodyScheme({
  header: "X-Shopify-Hmac-Sha256",
  digest: { algorithm: "sha256", encoding: "base64" },
  prefix: "",
});

const PROVIDERS: Record<ProviderName, Scheme> = {
  standard,
  stripe,
  github,
  shopify,
  slack,
  twilio,
  paddle,
};

/** Returns a scheme by its name. Throws ValidationError for `hmac` without a header. */
export function getScheme(name: SchemeName, generic: GenericOptions): Scheme {
  return name === "hmac" ? createGenericScheme(generic) : PROVIDERS[name];
}

/** Returns the providers whose signature headers a request has, the most likely one first. */
export function detectProviders(request: SignedRequest): ProviderName[] {
  return PROVIDER_NAMES.filter((name) =>
    PROVIDERS[name].signatureHeaders.some((header) => hasHeader(request, header)),
  );
}
