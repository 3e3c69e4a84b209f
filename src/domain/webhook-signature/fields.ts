import { Type } from "typebox";
import { enumOf, type InputHints, optionalWithDefault, singleLine } from "../../lib/schema.ts";
import { ALGORITHMS, ENCODINGS } from "./digest.ts";
import { SCHEME_NAMES, SCHEME_TITLES } from "./names.ts";
import { REASONS } from "./verify.ts";

const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$";
const Secret = Type.String({ minLength: 1, maxLength: 1024, "x-text": "bytes" });
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** Fields that only scheme hmac reads. */
const FOR_HMAC: InputHints = { "x-visible-when": { scheme: ["hmac"] } };

/** The secrets that may have signed the request. */
export const SecretField = Type.Union([Secret, Type.Array(Secret, { minItems: 1, maxItems: 5 })], {
  "x-sensitive": true,
  description:
    "The signing secret exactly as the provider shows it, or up to 5 of them during a rotation. Never stored or logged.",
});

/** The provider's scheme and the maximum age of a signature. */
export const SCHEME_FIELDS = {
  scheme: Type.Optional(
    enumOf(SCHEME_NAMES, {
      "x-titles": SCHEME_TITLES,
      "x-synonyms": { svix: "standard", "standard-webhooks": "standard" },
      description: "How the provider signs. Defaults to what the headers show.",
    }),
  ),
  url: Type.Optional(
    singleLine(1, 8192, {
      "x-advanced": true,
      description:
        "The full URL to which the request was sent. Required for Twilio, which signs it.",
    }),
  ),
  toleranceSeconds: Type.Optional(
    Type.Integer({
      title: "Tolerance",
      "x-unit": "seconds",
      "x-advanced": true,
      minimum: 0,
      maximum: 315_360_000,
      description:
        "How far the timestamp may be from now; 0 accepts any. Defaults to the provider's own: 300, Paddle 5.",
    }),
  ),
};

/** Fields of scheme hmac: the signed text and the signature's header. */
export const GENERIC_FIELDS = {
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
};

export const VerificationOutput = Type.Object({
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
