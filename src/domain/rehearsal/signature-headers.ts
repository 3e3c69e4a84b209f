import type { HeaderPair } from "../record/inbox-record.ts";
import type { ProviderName } from "../webhook-signature/names.ts";

/** A request that carries a signature, as far as its headers tell. */
interface SignedHeaders {
  provider: ProviderName;
  /** The name of the signature's header. */
  name: string;
}

export const SIGNATURE_HEADERS: Readonly<Record<ProviderName, string>> = {
  standard: "webhook-signature",
  stripe: "Stripe-Signature",
  github: "X-Hub-Signature-256",
  shopify: "X-Shopify-Hmac-Sha256",
  slack: "X-Slack-Signature",
  twilio: "X-Twilio-Signature",
  paddle: "Paddle-Signature",
};

/** The names of headers with the signed time, in Unix seconds. */
const TIME_HEADERS: ReadonlySet<string> = new Set([
  "webhook-timestamp",
  "svix-timestamp",
  "x-slack-request-timestamp",
]);

/** Returns the header of a signature with the time that it signs, before it is signed. */
export function createPlaceholder(provider: ProviderName, seconds: number): HeaderPair {
  const times: Partial<Record<ProviderName, string>> = {
    stripe: `t=${seconds}`,
    paddle: `ts=${seconds}`,
  };
  return [SIGNATURE_HEADERS[provider], times[provider] ?? ""];
}

/** Returns the provider whose signature headers have; undefined without one. */
export function findSignature(headers: readonly HeaderPair[]): SignedHeaders | undefined {
  for (const [name] of headers) {
    const neutral = name.toLowerCase().replace(/^svix-/, "webhook-");
    const entry = Object.entries(SIGNATURE_HEADERS).find(
      ([, known]) => known.toLowerCase() === neutral,
    );
    if (entry) return { provider: entry[0] as ProviderName, name };
  }
  return undefined;
}

/** Returns headers with another signed time, and the signature's header without a signature. */
export function removeSignature(
  headers: readonly HeaderPair[],
  { provider, name }: SignedHeaders,
  seconds: number,
): HeaderPair[] {
  const [, placeholder] = createPlaceholder(provider, seconds);
  return headers.map(([header, value]) => {
    if (header === name) return [header, placeholder];
    return [header, TIME_HEADERS.has(header.toLowerCase()) ? String(seconds) : value];
  });
}
