import { Type } from "typebox";
import { enumOf, recordOf } from "../../lib/schema.ts";
import {
  GENERIC_FIELDS,
  SCHEME_FIELDS,
  SecretField,
} from "../../domain/webhook-signature/fields.ts";
import { InboxId, ReadToken } from "../schemas.ts";
import { MAX_STEPS, RESPONSE_TYPES } from "../../domain/record/plan-step.ts";

/** Maximum headers of a step. */
export const MAX_HEADERS = 20;

/** Maximum length of a body in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** Maximum length of a header's value in characters. */
export const MAX_HEADER_LENGTH = 1_024;

const Step = Type.Object({
  status: Type.Optional(
    Type.Integer({ minimum: 200, maximum: 599, description: "Required unless close is true." }),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        "Number of requests that the step answers. Defaults to 1, for the last step to all others.",
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: "How long to wait first." }),
  ),
  type: Type.Optional(
    enumOf(RESPONSE_TYPES, { description: "The body's media type. Defaults to application/json." }),
  ),
  body: Type.Optional(
    Type.String({
      maxLength: MAX_BODY_BYTES,
      "x-text": "bytes",
      description:
        "May contain {record.id}, {record.seq}, {receivedAt}, {json.PATH} of the received JSON and {query.NAME}, escaped for the type.",
    }),
  ),
  headers: Type.Optional(
    recordOf(Type.String({ maxLength: MAX_HEADER_LENGTH, "x-text": "bytes" }), {
      maxProperties: MAX_HEADERS,
      description: "Retry-After, ETag and names that begin with X-.",
    }),
  ),
  close: Type.Optional(
    Type.Boolean({ description: "True: the connection is closed instead of a response." }),
  ),
});

/** Responses to the next requests. */
const Steps = Type.Array(Step, {
  minItems: 1,
  maxItems: MAX_STEPS,
  description: "Used one after another; afterwards requests get the usual acknowledgement.",
});

/** Input of `PUT /api/v1/inboxes/{id}/response`. */
export const PlanInput = Type.Object({ steps: Steps });

export const PlanOutput = Type.Object({
  id: Type.String({ description: "The inbox's id." }),
  fromSeq: Type.Integer({
    minimum: 0,
    description: "The seq after which the plan starts.",
  }),
  steps: Type.Array(Step),
  served: Type.Integer({ minimum: 0, description: "Requests since then that used up the plan." }),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: "The step of the next request, from 0; null when the plan is used up.",
  }),
});

const VERIFY_FIELDS = { secret: SecretField, ...SCHEME_FIELDS, ...GENERIC_FIELDS };

/** Input of `POST /api/v1/inboxes/{id}/records/{recordId}/verify`. */
export const VerifyInput = Type.Object(VERIFY_FIELDS);

export const VerifyToolInput = Type.Object(
  {
    id: InboxId,
    token: ReadToken,
    record: Type.String({ maxLength: 64, description: "The record's id." }),
    ...VERIFY_FIELDS,
  },
  { examples: [{ id: "orders", record: "0123456789abcdef0123-1", secret: "whsec_…" }] },
);

/** Input of the MCP tool `inbox_respond`. */
export const RespondInput = Type.Object(
  {
    id: InboxId,
    token: ReadToken,
    steps: Type.Optional(
      Type.Array(Step, {
        maxItems: MAX_STEPS,
        description:
          "The responses to the next requests, one step after another. An empty list restores the usual acknowledgement. Left out: nothing is changed.",
      }),
    ),
  },
  { examples: [{ id: "orders", steps: [{ status: 500, times: 3 }, { status: 200 }] }] },
);
