import { listBodyVariants, listKeyVariants, listUrlVariants, type Variant } from "./variants.ts";
import { equalsInConstantTime, computeHmac } from "./digest.ts";
import { hasHeader, type ReadFailure, type SignedRequest } from "./signed-request.ts";
import type { SignatureReading, Scheme } from "./scheme.ts";
import type { ProviderName, SchemeName } from "./names.ts";

/**
 * Maximum body in bytes for which hints are tried, because each try computes another digest and
 * blocks the event loop.
 */
const MAX_HINT_BYTES = 64 * 1024;
/** The same for Twilio, whose forms are parsed and sorted for each try. */
const MAX_TWILIO_HINT_BYTES = 8 * 1024;

/** Facts about a signature that cannot be checked. */
interface FailureContext {
  /** Other providers whose headers are present. */
  detected: readonly ProviderName[];
  /** Absent: no scheme was found. */
  failure?: ReadFailure;
}

/** Returns the reason why a signature cannot be checked, and names headers of other providers. */
export function explainFailure(
  request: SignedRequest,
  { detected, failure }: FailureContext,
): string[] {
  const hint = failure?.hint ?? "No header with a signature of a known scheme was found.";
  return [hint, ...describeOthers(detected), ...describeSha1(request)];
}

/** Facts about a signature that does not match. */
interface MismatchContext {
  name: SchemeName;
  scheme: Scheme;
  reading: SignatureReading;
  secret: string | readonly string[];
  detected: readonly ProviderName[];
}

/** Returns the common mistakes with which the signature would match. */
export function explainMismatch(request: SignedRequest, context: MismatchContext): string[] {
  const { reading, detected } = context;
  const hints = describeOthers(detected);
  if (reading.content?.payloads(request.body).length === 0) {
    hints.unshift("The body's SHA-256 is not the bodySHA256 of the URL.");
  }
  const limit = context.name === "twilio" ? MAX_TWILIO_HINT_BYTES : MAX_HINT_BYTES;
  if (request.body.length > limit) return hints;
  const secrets = [context.secret].flat();
  const bodies = listBodyVariants(request.body);
  return [
    ...new Set([
      ...secrets.flatMap((secret) => tryMistakes(request, { ...context, secret, bodies })),
      ...hints,
    ]),
  ];
}

type OneSecret = MismatchContext & { secret: string; bodies: readonly Variant<Buffer>[] };

/** Tries one mistake at a time, because pairs are rare and too many. */
function tryMistakes(request: SignedRequest, context: OneSecret): string[] {
  const { scheme, secret, name } = context;
  const key = parseOwnKey(context);
  const hints: string[] = [];
  const tryOne = ({ change }: Variant<unknown>, isMatch: boolean) => {
    if (isMatch) hints.push(`The signature matches ${change}.`);
  };
  for (const variant of key ? context.bodies : []) {
    tryOne(variant, matches(variant.value, key, context));
  }
  for (const variant of listKeyVariants(secret)) {
    if (!key?.equals(variant.value)) tryOne(variant, matches(request.body, variant.value, context));
  }
  for (const variant of name === "twilio" ? listUrlVariants(request.url ?? "") : []) {
    const reading = scheme.read({ ...request, url: variant.value });
    tryOne(variant, matches(request.body, key, { ...context, reading }));
  }
  return hints;
}

/**
 * Returns the HMAC key of the secret, or undefined for a public key, which cannot sign other texts.
 */
function parseOwnKey({ scheme, secret }: OneSecret): Buffer | undefined {
  const key = scheme.parseKey(secret, ["secret"]);
  return key.kind === "hmac" ? key.bytes : undefined;
}

function matches(
  body: Uint8Array,
  key: Uint8Array | undefined,
  { reading: { content, signatures = [] }, scheme }: OneSecret,
): boolean {
  if (!key || !content) return false;
  return content.payloads(body).some((payload) => {
    const digest = computeHmac(key, payload, scheme.digest);
    return signatures.some((signature) => equalsInConstantTime(signature, digest));
  });
}

function describeOthers(detected: readonly ProviderName[]): string[] {
  return detected.map((name) => `The request also has the signature header of scheme ${name}.`);
}

function describeSha1(request: SignedRequest): string[] {
  if (hasHeader(request, "X-Hub-Signature-256") || !hasHeader(request, "X-Hub-Signature"))
    return [];
  return ["X-Hub-Signature is GitHub's older SHA-1 signature: check it with scheme hmac."];
}
