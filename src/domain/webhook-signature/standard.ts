import { isDigest } from "./digest.ts";
import { parseStandardKey } from "./keys.ts";
import {
  hasHeader,
  getHeaderValues,
  parseTimestamp,
  type ReadFailure,
  type SignedRequest,
  getSingleHeader,
} from "./signed-request.ts";
import {
  explainMalformed,
  explainMissing,
  type SignatureReading,
  type Scheme,
  findSignatureFailure,
} from "./scheme.ts";

const DIGEST = { algorithm: "sha256", encoding: "base64" } as const;

/**
 * Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. Svix
 * sends the same under its own names; where a request has both sets, the neutral one counts.
 */
export const standard: Scheme = {
  signatureHeaders: ["webhook-signature", "svix-signature"],
  digest: DIGEST,
  toleranceSeconds: 300,
  parseKey: parseStandardKey,
  read(request) {
    const isSvix = !hasHeader(request, "webhook-signature") && hasHeader(request, "svix-signature");
    return readNamed(request, isSvix ? "svix" : "webhook");
  },
};

function readNamed(request: SignedRequest, names: "webhook" | "svix"): SignatureReading {
  const signatures = readSignatures(request, `${names}-signature`);
  const id = getSingleHeader(request, `${names}-id`);
  const time = getSingleHeader(request, `${names}-timestamp`);
  const toFailure = (failure: ReadFailure) => ({ failure: signatures.failure ?? failure });
  if (typeof id !== "string") return toFailure(id);
  if (typeof time !== "string") return toFailure(time);
  const signedAt = parseTimestamp(time, `The header ${names}-timestamp`);
  if (typeof signedAt !== "number") return toFailure(signedAt);
  const content = {
    payloads: (body: Uint8Array) => [[`${id}.${time}.`, body]],
    formatHeader: (digest: string) => `v1,${digest}`,
  };
  return { ...signatures, signedAt, content };
}

/** Reads `v1,… v1a,…`. Other versions are ignored, as the specification asks. */
function readSignatures(request: SignedRequest, header: string): SignatureReading {
  const values = getHeaderValues(request, header);
  if (values.length === 0) {
    return { failure: explainMissing(header) };
  }
  const entries = values.flatMap((value) => value.split(" "));
  const listSignatures = (version: string) =>
    entries
      .filter((entry) => entry.startsWith(`${version},`))
      .map((entry) => entry.slice(version.length + 1));
  const signatures = listSignatures("v1");
  const publicKeySignatures = listSignatures("v1a").filter(isEd25519);
  if (publicKeySignatures.length > MAX_ED25519) {
    return {
      failure: explainMalformed(
        `The header ${header} has more than ${MAX_ED25519} v1a signatures.`,
      ),
    };
  }
  const failure = findSignatureFailure([...signatures, ...publicKeySignatures], {
    name: `The header ${header}`,
    format: DIGEST,
    isWellFormed: (text) => isDigest(text, DIGEST) || isEd25519(text),
  });
  return { failure, signatures, publicKeySignatures };
}

/**
 * Maximum v1a signatures, because each has to be verified against the whole body, unlike those of
 * v1.
 */
const MAX_ED25519 = 5;

function isEd25519(text: string): boolean {
  return /^[A-Za-z0-9+/]{86}==$/.test(text);
}
