import { Type } from "typebox";
import { recordOf, singleLine } from "../../lib/schema.ts";
import {
  GENERIC_FIELDS,
  SCHEME_FIELDS,
  SecretField,
  VerificationOutput,
} from "../../domain/webhook-signature/fields.ts";

export const MAX_BODY_BYTES = 1_048_576;
/** Maximum headers of a request. */
export const MAX_HEADERS = 500;

const MAX_BASE64_CHARACTERS = Math.ceil(MAX_BODY_BYTES / 3) * 4;
const HeaderValue = Type.String({ maxLength: 65_536 });

/** A webhook request, and what its signature is verified with. */
export const WebhookSignatureInput = Type.Object({
  secret: SecretField,
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
      title: "Body as a file",
      "x-advanced": true,
      "x-file": { as: "base64" },
      description: "The raw body in base64, for bodies that are compressed or not UTF-8.",
    }),
  ),
  ...SCHEME_FIELDS,
  at: Type.Optional(
    singleLine(1, 40, {
      title: "Checked at",
      "x-advanced": true,
      pattern:
        "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d\\d:\\d\\d)$",
      "x-message": "must be a time such as 2026-07-13T00:00:00Z",
      description: "When the request arrived, such as 2026-07-13T00:00:00Z. Defaults to now.",
    }),
  ),
  ...GENERIC_FIELDS,
});

/** The result of a verification: validity, reason and the expected header. */
export const WebhookSignatureOutput = VerificationOutput;
