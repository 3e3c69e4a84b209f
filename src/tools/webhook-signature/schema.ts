import { Type } from "typebox";
import {
  enumOf,
  type InputHints,
  optionalWithDefault,
  recordOf,
  singleLine,
} from "../../lib/schema.ts";
import { ALGORITHMS, ENCODINGS } from "../../lib/webhook-signature/digest.ts";
import { SCHEME_NAMES } from "../../lib/webhook-signature/names.ts";
import { REASONS } from "../../lib/webhook-signature/verify.ts";

/** The longest body in bytes. */
export const MAX_BODY_BYTES = 1_048_576;
/** Most headers of a request. */
export const MAX_HEADERS = 500;

const MAX_BASE64_CHARACTERS = Math.ceil(MAX_BODY_BYTES / 3) * 4;
const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$";
const Secret = Type.String({ minLength: 1, maxLength: 1024, "x-text": "bytes" });
const HeaderValue = Type.String({ maxLength: 65_536 });
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** Fields that only scheme hmac reads. */
const FOR_HMAC: InputHints = { "x-visible-when": { scheme: ["hmac"] } };

/** A webhook request and with what its signature is verified. */
export const WebhookSignatureInput = Type.Object({
  secret: Type.Union([Secret, Type.Array(Secret, { minItems: 1, maxItems: 5 })], {
    "x-sensitive": true,
    description:
      "The signing secret exactly as the provider shows it, or up to 5 of them during a rotation. Never stored or logged.",
  }),
  headers: Type.Union(
    [
      Type.String({ maxLength: 1_000_000 }),
      recordOf(Type.Union([HeaderValue, Type.Array(HeaderValue, { maxItems: 100 })]), {
        maxProperties: MAX_HEADERS,
      }),
    ],
    { description: "The headers of the request: an object, or one `Name: value` per line." },
  ),
  body: Type.Optional(
    Type.String({
      maxLength: MAX_BODY_BYTES,
      "x-text": "bytes",
      description: "The raw body as text, exactly as received, at most 1 MiB. Defaults to empty.",
    }),
  ),
  bodyBase64: Type.Optional(
    Type.String({
      maxLength: MAX_BASE64_CHARACTERS,
      contentEncoding: "base64",
      "x-file": { as: "base64" },
      description: "The raw body in base64, for bodies that are compressed or not UTF-8.",
    }),
  ),
  scheme: Type.Optional(
    enumOf(SCHEME_NAMES, {
      "x-synonyms": { svix: "standard", "standard-webhooks": "standard" },
      description: "How the provider signs. Defaults to what the headers show.",
    }),
  ),
  url: Type.Optional(
    singleLine(1, 8192, {
      description:
        "The full URL to which the request was sent. Required for Twilio, which signs it.",
    }),
  ),
  toleranceSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 315_360_000,
      description:
        "How far the timestamp may be from now; 0 accepts any. Defaults to the provider's own: 300, Paddle 5.",
    }),
  ),
  at: Type.Optional(
    singleLine(1, 40, {
      pattern:
        "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d\\d:\\d\\d)$",
      "x-message": "must be a time such as 2026-07-13T00:00:00Z",
      description: "When the request arrived, such as 2026-07-13T00:00:00Z. Defaults to now.",
    }),
  ),
  algorithm: optionalWithDefault(
    enumOf(ALGORITHMS, { "x-ignore-chars": "-_ ", ...FOR_HMAC, description: "The hash function." }),
    "sha256",
  ),
  header: Type.Optional(
    singleLine(1, 256, {
      pattern: HEADER_NAME,
      "x-message": "must be the name of a header",
      ...FOR_HMAC,
      description: "The header that has the signature. Required for scheme hmac.",
    }),
  ),
  encoding: optionalWithDefault(
    enumOf(ENCODINGS, { ...FOR_HMAC, description: "How the signature is written." }),
    "hex",
  ),
  prefix: optionalWithDefault(
    singleLine(0, 100, {
      ...FOR_HMAC,
      description: "The text before the signature, such as sha256=.",
    }),
    "",
  ),
  payload: optionalWithDefault(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      "x-text": "bytes",
      ...FOR_HMAC,
      description: "The signed text. {body} and {header:NAME} are replaced.",
    }),
    "{body}",
  ),
});

/** Whether the signature is valid, why not, and what it should be. */
export const WebhookSignatureOutput = Type.Object({
  valid: Type.Boolean(),
  scheme: Type.Union([Type.Enum(SCHEME_NAMES), Type.Null()]),
  reason: Type.Enum(REASONS, { description: "`ok`, or why the signature is not valid." }),
  signedAt: NullableText,
  ageSeconds: Type.Union([Type.Integer(), Type.Null()]),
  expected: Type.Union([Type.String(), Type.Null()], {
    description: "The header value that the first secret produces for this request.",
  }),
  hints: Type.Array(Type.String(), { description: "What is probably wrong." }),
});
