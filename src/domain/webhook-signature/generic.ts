import { ValidationError } from "../../lib/errors.ts";
import { ALGORITHMS, type DigestFormat, ENCODINGS, isDigest } from "./digest.ts";
import { parseTextKey } from "./keys.ts";
import {
  getHeaderValues,
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

/** The caller's description of a signature that no named scheme covers. */
export interface GenericOptions extends DigestFormat {
  header?: string | undefined;
  /** The text before the digest, such as `sha256=`. */
  prefix: string;
  /**
   * The signed text: `{body}` and `{header:NAME}` are replaced once, everything else is literal.
   */
  payload: string;
}

/** Creates the scheme `hmac`. Throws ValidationError when no header is named. */
export function createGenericScheme(options: GenericOptions): Scheme {
  const { header, algorithm, encoding } = options;
  if (header === undefined) throw ValidationError.at(["header"], "is required for scheme hmac");
  return {
    signatureHeaders: [header],
    digest: { algorithm, encoding },
    parseKey: parseTextKey,
    read: (request) => readGeneric(request, { ...options, header }),
  };
}

type NamedOptions = GenericOptions & { header: string };

/**
 * Maximum bytes that repeats of the body may sign, because every byte is hashed for each secret.
 */
const MAX_REPEATED_BYTES = 1024 ** 2;

function readGeneric(request: SignedRequest, options: NamedOptions): SignatureReading {
  const { header, prefix } = options;
  const pieces = fillTemplate(options.payload, request);
  const signed = Array.isArray(pieces)
    ? {
        content: {
          payloads: (body: Uint8Array) => [pieces.map((piece) => piece ?? body)],
          formatHeader: (digest: string) => prefix + digest,
        },
      }
    : { failure: pieces };
  const values = getHeaderValues(request, header);
  if (values.length === 0) return { ...signed, failure: explainMissing(header) };
  const prefixed = values.filter((value) => value.startsWith(prefix));
  if (prefixed.length === 0) {
    return {
      ...signed,
      failure: explainMalformed(`The header ${header} does not begin with ${prefix}.`),
    };
  }
  const signatures = prefixed.map((value) => normalizeDigest(value.slice(prefix.length), options));
  const failure = checkDigest(signatures, options) ?? signed.failure;
  return { ...signed, signatures, failure };
}

/** Accepts upper-case hex digits, because the provider's case is unknown. */
function normalizeDigest(text: string, { encoding }: DigestFormat): string {
  return encoding === "hex" ? text.toLowerCase() : text;
}

/**
 * Returns the reason why no signature is a digest, with the format that one of them seems to have.
 */
function checkDigest(
  signatures: readonly string[],
  { header, algorithm, encoding }: NamedOptions,
): ReadFailure | undefined {
  const name = `The header ${header}`;
  const failure = findSignatureFailure(signatures, { name, format: { algorithm, encoding } });
  const formats = ALGORITHMS.flatMap((hash) =>
    ENCODINGS.map((form) => ({ algorithm: hash, encoding: form })),
  );
  const actual = formats.find((format) => signatures.some((text) => isDigest(text, format)));
  if (!failure || !actual) return failure;
  return explainMalformed(
    `${failure.hint} It looks like ${actual.algorithm} in ${actual.encoding}.`,
  );
}

/**
 * Splits the signed text into pieces, with `undefined` in place of the body. Returns the failure of
 * a missing header.
 */
function fillTemplate(
  template: string,
  request: SignedRequest,
): (string | undefined)[] | ReadFailure {
  const pieces: (string | undefined)[] = [];
  for (const part of template.split(/(\{body\}|\{header:[^{}]+\})/)) {
    const name = /^\{header:(.+)\}$/.exec(part)?.[1];
    const value = name === undefined ? part : getSingleHeader(request, name);
    if (typeof value !== "string") return value;
    pieces.push(part === "{body}" ? undefined : value);
  }
  const repeats = pieces.filter((piece) => piece === undefined).length - 1;
  if (repeats * request.body.length <= MAX_REPEATED_BYTES) return pieces;
  return explainMalformed(`The payload repeats the body beyond ${MAX_REPEATED_BYTES} bytes.`);
}
