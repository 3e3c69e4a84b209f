import type { Path } from "../../lib/errors.ts";
import { type DigestFormat, isDigest, type Payload } from "./digest.ts";
import { type SigningKey, parseTextKey } from "./keys.ts";
import { type ReadFailure, type SignedRequest, getSingleHeader } from "./signed-request.ts";

/** The text that a provider signs, without the body. */
export interface SignedContent {
  /**
   * Returns the texts that may have been signed for this body, the most common form first; none
   * when the body cannot be valid.
   */
  payloads(body: Uint8Array): Payload[];
  /** Returns the whole header value for a digest. */
  formatHeader(digest: string): string;
}

/** The parts of a request that a scheme reads. */
export interface SignatureReading {
  /** Absent: the signatures can be checked. */
  failure?: ReadFailure | undefined;
  /** HMAC signatures that were sent, without their version. */
  signatures?: readonly string[];
  /** Ed25519 signatures that were sent, in base64. */
  publicKeySignatures?: readonly string[];
  /** Unix seconds. */
  signedAt?: number;
  /** Absent when parts of the signed text are missing. */
  content?: SignedContent;
}

/** A provider's signature scheme. */
export interface Scheme {
  /** The header with the signature; more than one where a provider has two sets of names. */
  signatureHeaders: readonly string[];
  digest: DigestFormat;
  /** Seconds that a timestamp may be away from now. Absent: the scheme signs no time. */
  toleranceSeconds?: number;
  /** Throws ValidationError at `path` for a secret that cannot be a key. */
  parseKey(secret: string, path: Path): SigningKey;
  /** Reads signatures, timestamp and signed text. */
  read(request: SignedRequest): SignatureReading;
}

/** Maximum signatures of one request; a rotation has two. */
const MAX_SIGNATURES = 100;

/** Options of {@link findSignatureFailure}. */
interface SignatureRules {
  /** The name of the header in hints. */
  name: string;
  format: DigestFormat;
  /** Default: a digest in the format. */
  isWellFormed?: (signature: string) => boolean;
}

/**
 * Returns the reason why signatures cannot be checked: too many, or none in the form of a digest.
 */
export function findSignatureFailure(
  signatures: readonly string[],
  { name, format, isWellFormed = (text) => isDigest(text, format) }: SignatureRules,
): ReadFailure | undefined {
  if (signatures.length > MAX_SIGNATURES) {
    return explainMalformed(`${name} has more than ${MAX_SIGNATURES} signatures.`);
  }
  if (signatures.some(isWellFormed)) return undefined;
  return explainMalformed(
    `${name} has no signature that is a ${format.algorithm} digest in ${format.encoding}.`,
  );
}

export function explainMissing(header: string): ReadFailure {
  return { reason: "no-header", hint: `The header ${header} is missing.` };
}

export function explainMalformed(hint: string): ReadFailure {
  return { reason: "malformed", hint };
}

interface BodySchemeOptions {
  header: string;
  digest: DigestFormat;
  /** The text before the digest. */
  prefix: string;
}

/** Creates a scheme that signs only the body. */
export function createBodyScheme({ header, digest, prefix }: BodySchemeOptions): Scheme {
  const content: SignedContent = {
    payloads: (body) => [[body]],
    formatHeader: (value) => prefix + value,
  };
  return {
    signatureHeaders: [header],
    digest,
    parseKey: parseTextKey,
    read: (request) => ({ content, ...readPrefixed(request, { header, digest, prefix }) }),
  };
}

/** Reads a header that consists of a prefix and one digest. */
export function readPrefixed(
  request: SignedRequest,
  { header, digest, prefix }: BodySchemeOptions,
): Pick<SignatureReading, "failure" | "signatures"> {
  const value = getSingleHeader(request, header);
  if (typeof value !== "string") return { failure: value };
  if (!value.startsWith(prefix)) {
    return { failure: explainMalformed(`The header ${header} does not begin with ${prefix}.`) };
  }
  const signatures = [value.slice(prefix.length)];
  const rules = { name: `The header ${header}`, format: digest };
  return { signatures, failure: findSignatureFailure(signatures, rules) };
}
