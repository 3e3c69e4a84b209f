import { parseTextKey } from "./keys.ts";
import {
  getHeaderValues,
  parseTimestamp,
  type SignedRequest,
  getSingleHeader,
} from "./signed-request.ts";
import {
  explainMalformed,
  explainMissing,
  type SignatureReading,
  readPrefixed,
  type Scheme,
  findSignatureFailure,
  type SignedContent,
} from "./scheme.ts";

const HEX = { algorithm: "sha256", encoding: "hex" } as const;

/** The syntax of a header of `name=value` pairs. */
interface PairsOptions {
  header: string;
  /** The separator of pairs. */
  separator: string;
  names: { time: string; signature: string };
  /** The separator of timestamp and body in the signed text. */
  joiner: string;
  toleranceSeconds: number;
}

/**
 * Creates a scheme whose header has the timestamp and any number of signatures of timestamp and
 * body.
 */
function createPairsScheme(options: PairsOptions): Scheme {
  return {
    signatureHeaders: [options.header],
    digest: HEX,
    toleranceSeconds: options.toleranceSeconds,
    parseKey: parseTextKey,
    read: (request) => readPairs(request, options),
  };
}

function readPairs(request: SignedRequest, options: PairsOptions): SignatureReading {
  const { header, separator, names, joiner } = options;
  const values = getHeaderValues(request, header);
  if (values.length === 0) return { failure: explainMissing(header) };
  const pairs = values.flatMap((value) => value.split(separator)).map(splitPair);
  const listValues = (name: string) =>
    pairs.filter(([key]) => key === name).map(([, value]) => value);
  const [time, ...others] = new Set(listValues(names.time));
  if (time === undefined || others.length > 0) {
    return { failure: explainMalformed(`The header ${header} must have one ${names.time}=.`) };
  }
  const signedAt = parseTimestamp(time, `${names.time} of ${header}`);
  if (typeof signedAt !== "number") return { failure: signedAt };
  const signatures = listValues(names.signature);
  const content: SignedContent = {
    payloads: (body) => [[time + joiner, body]],
    formatHeader: (digest) => `${names.time}=${time}${separator}${names.signature}=${digest}`,
  };
  const failure = findSignatureFailure(signatures, {
    name: `${names.signature}= of ${header}`,
    format: HEX,
  });
  return { failure, signatures, signedAt, content };
}

function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf("=");
  return at < 0 ? ["", ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

/**
 * Stripe: https://docs.stripe.com/webhooks#verify-manually. `v0` is ignored, because it signs test
 * events only.
 */
export const stripe = createPairsScheme({
  header: "Stripe-Signature",
  separator: ",",
  names: { time: "t", signature: "v1" },
  joiner: ".",
  toleranceSeconds: 300,
});

/** Paddle Billing: https://developer.paddle.com/webhooks/signature-verification. */
export const paddle = createPairsScheme({
  header: "Paddle-Signature",
  separator: ";",
  names: { time: "ts", signature: "h1" },
  joiner: ":",
  toleranceSeconds: 5,
});

const SLACK_TIME = "X-Slack-Request-Timestamp";
const SLACK = { header: "X-Slack-Signature", digest: HEX, prefix: "v0=" };

/** Slack: https://api.slack.com/authentication/verifying-requests-from-slack. */
export const slack: Scheme = {
  signatureHeaders: [SLACK.header],
  digest: HEX,
  toleranceSeconds: 300,
  parseKey: parseTextKey,
  read(request) {
    const time = getSingleHeader(request, SLACK_TIME);
    const signature = readPrefixed(request, SLACK);
    if (typeof time !== "string") return { ...signature, failure: signature.failure ?? time };
    const signedAt = parseTimestamp(time, `The header ${SLACK_TIME}`);
    if (typeof signedAt !== "number") {
      return { ...signature, failure: signature.failure ?? signedAt };
    }
    const content: SignedContent = {
      payloads: (body) => [[`v0:${time}:`, body]],
      formatHeader: (digest) => SLACK.prefix + digest,
    };
    return { ...signature, signedAt, content };
  },
};
