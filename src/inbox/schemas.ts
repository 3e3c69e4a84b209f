import { type TProperties, Type } from "typebox";
import { optionalWithDefault } from "../lib/schema.ts";
import { ID_RULE, isInboxId } from "./address.ts";

export const InboxId = Type.String({ description: `The name of the inbox: ${ID_RULE}.` });

/** Returns the schema of a number of things. */
export const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Seq = Type.Integer({ minimum: 1, description: "The place in the inbox, from 1." });
const Flag = (description: string) => Type.Optional(Type.Literal(true, { description }));
const Time = (description: string) => Type.String({ format: "date-time", description });
const NullableTime = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const EXPIRES_AT = NullableTime(
  "When the inbox and its records expire; null before the first.",
);
const TOTALS = {
  total: Count("Records received since the inbox was created."),
  dropped: Count("Of these, those that were dropped for newer ones."),
};

/** The response to a captured request. */
export const Receipt = Type.Object({
  received: Type.Literal(true),
  id: Type.String({ description: "The record's id." }),
  inbox: Type.String({ description: "The inbox's id." }),
  seq: Seq,
  receivedAt: Time("When the request arrived."),
  expiresAt: Time("When the inbox and its records expire."),
});

const FormPart = Type.Object({
  name: Type.String(),
  filename: Nullable("Null for a plain field."),
  contentType: Nullable("Null when the part declares none."),
  size: Count("Bytes of the content."),
  value: Type.Optional(Type.String({ description: "The content of a plain field." })),
  offset: Type.Optional(Count("Where the bytes of a file begin in the raw body.")),
});

const PlannedResponse = Type.Object({
  status: Type.Integer(),
  step: Count("The step of the plan, from 0."),
  delayMs: Count("The delay; 0 also when too many responses were waiting."),
  truncated: Flag("The expanded body was cut."),
});

/** A stored request. */
export const InboxRecord = Type.Object({
  id: Type.String({ description: "The record's id." }),
  seq: Seq,
  receivedAt: Time("When the request arrived."),
  method: Type.String(),
  path: Type.String({ description: "The path after the inbox id." }),
  query: Type.String({ description: "The query as it was sent." }),
  contentType: Type.String({ description: "Empty without the header." }),
  ip: Type.String({ description: "The sender's address." }),
  bodySize: Count("Bytes received."),
  bodySha256: Type.String({ description: "Hash of the bytes received, in hex." }),
  bodyEncoding: Type.Enum(["utf8", "base64"], {
    description:
      "base64: the bytes received are in `bodyBase64`, because `body` differs from them.",
  }),
  body: Type.String({ description: "The body as text." }),
  bodyJson: Type.Unknown({
    description: "The body as JSON, in the sender's own digits and order, or null.",
  }),
  headers: stringMap("By lower-case name, repeats joined."),
  rawHeaders: Type.Array(Type.Array(Type.String()), {
    description: "Name and value, in the order and spelling of the sender.",
  }),
  answered: Type.Optional(
    Type.Union([PlannedResponse, Type.Object({ closed: Type.Literal(true) })], {
      description: "The answer of the response plan; absent for the usual acknowledgement.",
    }),
  ),
  preflight: Flag("The request is a CORS preflight."),
  truncated: Flag("The body was too large: only its beginning is stored."),
  declaredSize: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: "The Content-Length." }),
  ),
  bodyExcerpt: Flag("`body` is only the beginning: the whole body is at `/raw`."),
  bodyDecoded: Flag("`body` is the content of the compressed bytes."),
  bodyBase64: Type.Optional(Type.String({ description: "The bytes received." })),
  bodyForm: Type.Optional(
    Type.Union([Type.Array(Type.Array(Type.String())), Type.Array(FormPart)], {
      description:
        "The first 1000 fields of a form: pairs of name and value (URL-encoded), or parts (multipart).",
    }),
  ),
  jsonError: Type.Optional(
    Type.String({ description: "Why `bodyJson` is null although JSON was sent." }),
  ),
});

export const Summary = Type.Object({
  id: Type.String(),
  count: Count("Records in the inbox."),
  ...TOTALS,
  bytes: Count("Bytes of the records as they are stored."),
  createdAt: NullableTime("When the first record arrived."),
  expiresAt: EXPIRES_AT,
});

/** Members of a page of records. */
export const RECORDS = {
  id: Type.String(),
  expiresAt: EXPIRES_AT,
  ...TOTALS,
  count: Count("Records in this response."),
  payloads: Type.Array(InboxRecord, { description: "Oldest first." }),
} satisfies TProperties;

/** The response to a read. */
export const Records = Type.Object(RECORDS);

export const PrivateFlag = optionalWithDefault(
  Type.Boolean({ description: "True: reads need the token that is returned." }),
  false,
);

/** Input of `POST /api/v1/inboxes`. */
export const CreateInboxInput = Type.Object({ private: PrivateFlag });

/** Input where keys are required: the name is registered. */
export const RegisterInboxInput = Type.Object({
  private: PrivateFlag,
  id: Type.Optional(
    Type.String({
      "x-check": checkName,
      description: "A name of your choice, where the server requires keys.",
    }),
  ),
});

function checkName(id: string): string | undefined {
  if (id.startsWith("~")) return "must not begin with ~";
  return isInboxId(id) ? undefined : `must be ${ID_RULE}`;
}

export const NEW_INBOX = {
  id: Type.String(),
  url: Type.String({ description: "Send requests here, with any method but GET." }),
  page: Type.String({ description: "The page where people watch the inbox." }),
  readToken: Type.Optional(
    Type.String({
      description:
        "The token of a private inbox. It is not stored, and the inbox cannot be read without it.",
    }),
  ),
};

/** The response to `POST /api/v1/inboxes`. */
export const NewInbox = Type.Object({
  ...NEW_INBOX,
  expiresAt: Type.Null({ description: "The inbox starts with its first request." }),
});

export const ReadToken = Type.Optional(
  Type.String({ maxLength: 256, description: "The read token of a private inbox." }),
);

/** An object of string members with any names, in the form that OpenAPI tools support. */
function stringMap(description: string) {
  return Type.Unsafe<Record<string, string>>({
    type: "object",
    additionalProperties: { type: "string" },
    description,
  });
}
