import { CreateInboxInput, NewInbox } from "../inbox/schemas.ts";
import { PlanInput, PlanOutput, VerifyInput } from "../inbox/workbench/schemas.ts";
import { VerificationOutput } from "../lib/webhook-signature/fields.ts";
import { answer, guarded, json, operation, type Operation, parameter } from "./operation.ts";
import { COMMON_HEADERS, errorResponse, LIMIT_HEADERS, responseHeaders } from "./shared.ts";

/** Returns the operation that creates an inbox. */
export function createOperation(): Operation {
  const responses = { "201": json("The inbox.", NewInbox), "422": errorResponse(422) };
  return {
    ...operation("inbox-create", "Create an inbox", responses),
    description:
      "Returns a random id. A private inbox is read with its token only; anyone may send to it. Inboxes need not be created: any id is one.",
    requestBody: body(CreateInboxInput, { private: true }),
  };
}

/** Returns the path items of response plans and of signatures, below the path of their inbox. */
export function workbenchPaths(id: object): Record<string, Record<string, unknown>> {
  const record = parameter("path", "record", { type: "string", description: "The record's id." });
  return {
    "/api/v1/inboxes/{id}/response": {
      parameters: [id],
      get: guarded("inbox-response", "Response plan", {
        "200": json("The plan.", PlanOutput),
        "403": errorResponse(403),
        "404": errorResponse(404),
      }),
      put: putOperation(),
      delete: guarded("inbox-response-delete", "Delete the response plan", {
        "204": answer("Requests get the usual acknowledgement again."),
        "403": errorResponse(403),
      }),
    },
    "/api/v1/inboxes/{id}/records/{record}/verify": {
      parameters: [id, record],
      post: verifyOperation(),
    },
  };
}

function putOperation(): Operation {
  const steps = [
    { status: 500, times: 3, headers: { "Retry-After": "1" } },
    { status: 200, body: '{"ok":true}' },
  ];
  return {
    ...guarded("inbox-respond", "Set the response plan", {
      "200": json("The plan.", PlanOutput),
      "403": errorResponse(403),
      "413": errorResponse(413),
      "415": errorResponse(415),
      "422": errorResponse(422),
      "507": errorResponse(507),
    }),
    description:
      "Sets what the inbox responds to the requests after the present ones, to test a sender's retries. Records are stored first and contain the answer. CORS preflights and bodies that are too large are answered as usual and use up a step's number.",
    requestBody: body(PlanInput, { steps }),
  };
}

function verifyOperation(): Operation {
  const headers = responseHeaders([...COMMON_HEADERS, ...LIMIT_HEADERS]);
  return {
    ...guarded("inbox-verify", "Verify a record's signature", {
      "200": { ...json("The result.", VerificationOutput), headers },
      "404": errorResponse(404),
      "415": errorResponse(415),
      "422": errorResponse(422),
    }),
    description:
      "Verifies the received bytes at the time when they arrived. The secret is neither stored nor logged. At most 60 requests a minute from one IP.",
    requestBody: body(VerifyInput, { secret: "It's a Secret to Everybody" }),
  };
}

function body(schema: object, example: object): object {
  return { required: true, content: { "application/json": { schema, example } } };
}
