import { verify as verifySignature } from "node:crypto";
import { equalsInConstantTime, computeHmac, type Payload } from "./digest.ts";
import type { GenericOptions } from "./generic.ts";
import { explainFailure, explainMismatch } from "./hints.ts";
import type { SigningKey } from "./keys.ts";
import type { SignedRequest } from "./signed-request.ts";
import type { SignatureReading, Scheme } from "./scheme.ts";
import type { SchemeName } from "./names.ts";
import { detectProviders, getScheme } from "./schemes.ts";

export interface VerifyOptions {
  /** One secret, or several of which any may have signed. */
  secret: string | readonly string[];
  /** Default: detected from the headers; `hmac` when `generic` names a header. */
  scheme?: SchemeName | undefined;
  /** Read by scheme `hmac`. */
  generic: GenericOptions;
  /**
   * Seconds that the timestamp may be away from `atMs`; 0 accepts any. Default: the scheme's own.
   */
  toleranceSeconds?: number | undefined;
  /** The time of the check in milliseconds since 1970. */
  atMs: number;
}

/** Reasons why a signature is valid or not. */
export const REASONS = [
  "ok",
  "no-header",
  "malformed",
  "mismatch",
  "too-old",
  "in-future",
] as const;

export interface SignatureVerification {
  valid: boolean;
  scheme: SchemeName | null;
  reason: (typeof REASONS)[number];
  /** ISO 8601, UTC. Null when the scheme signs no time or it cannot be read. */
  signedAt: string | null;
  /** Seconds from the timestamp to the check; negative in the future. */
  ageSeconds: number | null;
  /**
   * The whole header value for the first secret. Null when parts of the signed text or the private
   * key are missing.
   */
  expected: string | null;
  /** Sentences about probable mistakes. */
  hints: string[];
}

/**
 * Verifies a webhook's signature. A pure function that compares in constant time. Throws
 * ValidationError, at paths of the API's input, for secrets that cannot be keys and for options
 * that the scheme needs.
 */
export function verifyWebhook(
  request: SignedRequest,
  options: VerifyOptions,
): SignatureVerification {
  const detected = detectProviders(request);
  const generic = options.generic.header === undefined ? undefined : "hmac";
  const name = options.scheme ?? generic ?? detected[0];
  if (name === undefined) return { ...NOTHING_READ, hints: explainFailure(request, { detected }) };
  const scheme = getScheme(name, options.generic);
  const keys = toKeys(scheme, options.secret);
  const reading = scheme.read(request);
  const expected = formatExpectedHeader(request, { scheme, key: keys[0], reading });
  const result = { ...NOTHING_READ, scheme: name, ...describeTime(reading, options), expected };
  const otherSchemes = detected.filter((detectedName) => detectedName !== name);
  const { failure } = reading;
  if (failure) {
    const hints = explainFailure(request, { detected: otherSchemes, failure });
    return { ...result, reason: failure.reason, hints };
  }
  if (!isSigned(request, { scheme, keys, reading })) {
    const hints = explainMismatch(request, {
      ...options,
      scheme,
      reading,
      name,
      detected: otherSchemes,
    });
    return { ...result, reason: "mismatch", hints };
  }
  const reason = checkAge(result.ageSeconds, options.toleranceSeconds ?? scheme.toleranceSeconds);
  return { ...result, valid: reason === "ok", reason };
}

const NOTHING_READ: SignatureVerification = {
  valid: false,
  scheme: null,
  reason: "no-header",
  signedAt: null,
  ageSeconds: null,
  expected: null,
  hints: [],
};

/** Throws ValidationError for secrets that cannot be keys of the scheme. */
export function checkSecrets(
  secret: VerifyOptions["secret"],
  scheme: SchemeName,
  generic: GenericOptions,
): void {
  toKeys(getScheme(scheme, generic), secret);
}

function toKeys(scheme: Scheme, secret: VerifyOptions["secret"]): SigningKey[] {
  if (typeof secret === "string") return [scheme.parseKey(secret, ["secret"])];
  return secret.map((text, index) => scheme.parseKey(text, ["secret", index]));
}

interface Expectation {
  scheme: Scheme;
  key: SigningKey | undefined;
  reading: SignatureReading;
}

function formatExpectedHeader(
  { body }: SignedRequest,
  { scheme, key, reading: { content } }: Expectation,
): string | null {
  const payload = content?.payloads(body)[0];
  if (!content || !payload || key?.kind !== "hmac") return null;
  return content.formatHeader(computeHmac(key.bytes, payload, scheme.digest));
}

function describeTime({ signedAt }: SignatureReading, { atMs }: VerifyOptions) {
  if (signedAt === undefined) return { signedAt: null, ageSeconds: null };
  return {
    signedAt: new Date(signedAt * 1000).toISOString(),
    ageSeconds: Math.floor(atMs / 1000) - signedAt,
  };
}

interface SignatureCheck {
  scheme: Scheme;
  keys: readonly SigningKey[];
  reading: SignatureReading;
}

function isSigned({ body }: SignedRequest, { scheme, keys, reading }: SignatureCheck): boolean {
  const { content, signatures = [], publicKeySignatures = [] } = reading;
  const payloads = content?.payloads(body) ?? [];
  return keys.some((key) =>
    payloads.some((payload) => {
      if (key.kind === "ed25519") return isSignedByOwner(key, payload, publicKeySignatures);
      const digest = computeHmac(key.bytes, payload, scheme.digest);
      // Every signature is compared, so that the time does not tell which one matched.
      return signatures.filter((signature) => equalsInConstantTime(signature, digest)).length > 0;
    }),
  );
}

function isSignedByOwner(
  { publicKey }: Extract<SigningKey, { kind: "ed25519" }>,
  payload: Payload,
  signatures: readonly string[],
): boolean {
  const signed = Buffer.concat(payload.map((piece) => Buffer.from(piece)));
  return signatures.some((signature) =>
    verifySignature(null, signed, publicKey, Buffer.from(signature, "base64")),
  );
}

function checkAge(
  ageSeconds: number | null,
  toleranceSeconds: number | undefined,
): SignatureVerification["reason"] {
  if (ageSeconds === null || !toleranceSeconds) return "ok";
  if (ageSeconds > toleranceSeconds) return "too-old";
  return ageSeconds < -toleranceSeconds ? "in-future" : "ok";
}
