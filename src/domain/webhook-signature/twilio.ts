import { createHash } from "node:crypto";
import * as querystring from "node:querystring";
import { ValidationError } from "../../lib/errors.ts";
import type { Payload } from "./digest.ts";
import { parseTextKey } from "./keys.ts";
import { getHeaderValues, type SignedRequest } from "./signed-request.ts";
import { explainMalformed, type SignatureReading, readPrefixed, type Scheme } from "./scheme.ts";

const DIGEST = { algorithm: "sha1", encoding: "base64" } as const;
const HEADER = { header: "X-Twilio-Signature", digest: DIGEST, prefix: "" };

/**
 * Maximum parameters and bytes of a form, because decoding and sorting more would block the event
 * loop.
 */
const MAX_PARAMETERS = 10_000;
const MAX_FORM_BYTES = 1024 ** 2;

/**
 * Twilio: https://www.twilio.com/docs/usage/security#validating-requests. Throws ValidationError
 * without a URL, because every signature covers it.
 */
export const twilio: Scheme = {
  signatureHeaders: [HEADER.header],
  digest: DIGEST,
  parseKey: parseTextKey,
  read(request) {
    const { url } = request;
    if (url === undefined) throw ValidationError.at(["url"], "is required for scheme twilio");
    const header = readPrefixed(request, HEADER);
    const signed = createSignedText(request, url);
    return { ...header, ...signed, failure: header.failure ?? signed.failure };
  },
};

/**
 * Returns the text that Twilio signed: the URL and, for a form, its parameters. Other bodies are
 * covered by a hash in the URL.
 */
function createSignedText(
  request: SignedRequest,
  url: string,
): Pick<SignatureReading, "content" | "failure"> {
  const bodyHash = toUrl(url)?.searchParams.get("bodySHA256");
  if (typeof bodyHash === "string") {
    return createContent(url, (body) => (hashSha256(body) === bodyHash ? "" : undefined));
  }
  if (request.body.length > 0 && !isForm(request)) {
    return {
      failure: explainMalformed(
        "The URL has no bodySHA256, which must cover a body that is not a form.",
      ),
    };
  }
  if (request.body.length > MAX_FORM_BYTES) {
    return { failure: explainMalformed(`The form is larger than ${MAX_FORM_BYTES} bytes.`) };
  }
  if (countParameters(request.body) > MAX_PARAMETERS) {
    return { failure: explainMalformed(`The body has more than ${MAX_PARAMETERS} parameters.`) };
  }
  return createContent(url, joinParameters);
}

/**
 * Creates content from `signedText`, which returns the signed text after the URL, or undefined for
 * an invalid body.
 */
function createContent(url: string, signedText: (body: Uint8Array) => string | undefined) {
  // Caches the payloads, because the same body is signed for the expected header, the check and the
  // hints.
  let cached: { body: Uint8Array; payloads: Payload[] } | undefined;
  return {
    content: {
      payloads(body: Uint8Array): Payload[] {
        if (cached?.body === body) return cached.payloads;
        const text = signedText(body);
        const payloads: Payload[] =
          text === undefined ? [] : listSpellings(url).map((spelling) => [spelling, text]);
        cached = { body, payloads };
        return payloads;
      },
      formatHeader: (digest: string) => digest,
    },
  };
}

function toUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

function isForm(request: SignedRequest): boolean {
  const [type = FORM] = getHeaderValues(request, "content-type");
  return type.toLowerCase().startsWith(FORM);
}

const FORM = "application/x-www-form-urlencoded";

function hashSha256(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

function countParameters(body: Uint8Array): number {
  let count = 1;
  for (const byte of body) if (byte === AMPERSAND) count += 1;
  return count;
}

const AMPERSAND = "&".charCodeAt(0);

/**
 * Joins names and values, sorted by name. Equal values of one name count once, as in Twilio's
 * libraries.
 */
function joinParameters(body: Uint8Array): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString())) {
    const valuesOfName = values.get(name) ?? new Set();
    values.set(name, valuesOfName.add(value));
  }
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value))
    .join("");
}

/**
 * Returns the spellings of the URL that Twilio may have signed, which its libraries try as well.
 * They are: as received, with and without port, normalized, and with the query in the encoding of
 * Node's `querystring`.
 */
function listSpellings(url: string): string[] {
  const normalized = toUrl(url)?.href ?? url;
  return [
    ...new Set([
      url,
      ...listPortVariants(url),
      ...listPortVariants(normalized),
      ...listPortVariants(normalized).map(encodeQueryByNode),
    ]),
  ];
}

function listPortVariants(url: string): string[] {
  return [removePort(url), addPort(url)];
}

const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(:[^/?#]*)?/i;

function removePort(url: string): string {
  return url.replace(
    AUTHORITY,
    (_, scheme: string, user = "", host: string) => scheme + user + host,
  );
}

function addPort(url: string): string {
  return url.replace(AUTHORITY, (_, scheme: string, user = "", host: string, port?: string) => {
    const standard = scheme.toLowerCase() === "https://" ? ":443" : ":80";
    return scheme + user + host + (port ?? standard);
  });
}

function encodeQueryByNode(url: string): string {
  const [before = "", ...query] = url.split("?");
  if (query.join("?") === "") return url;
  return `${before}?${querystring.stringify(querystring.parse(query.join("?")))}`;
}
