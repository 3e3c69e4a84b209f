import { CreateInboxInput, RegisterInboxInput, NewInbox } from "../inbox/schemas.ts";
import { RECORD } from "./inbox-reads.ts";
import { PlanInput, VerifyInput } from "../inbox/workbench/schemas.ts";
import {
  createResponse,
  createGuardedOperation,
  createJsonBody,
  createJsonResponse,
  createOperation,
  type OperationObject,
} from "./operation.ts";
import {
  COMMON_HEADERS,
  LIMIT_HEADERS,
  referToSchema,
  referToResponses,
  referToHeaders,
} from "./components.ts";

export function createInboxOperation(isRegistered: boolean): OperationObject {
  const responses = {
    ...(isRegistered && { "200": createJsonResponse("It is registered already.", NewInbox) }),
    "201": createJsonResponse("The inbox.", NewInbox),
    ...referToResponses(413, 415, 422),
  };
  return {
    ...createOperation("inbox-create", "Create an inbox", responses),
    description: isRegistered
      ? "Registers a name, by default a random one. Only registered names receive requests. A private inbox is read with its token only; anyone may send to it."
      : "Returns a random id. A private inbox is read with its token only; anyone may send to it. Inboxes need not be created: any valid id can receive requests.",
    requestBody: createJsonBody(isRegistered ? RegisterInboxInput : CreateInboxInput, {
      private: true,
    }),
  };
}

/** Returns the path items of response plans and of signatures, below the path of their inbox. */
export function createWorkbenchPaths(id: object): Record<string, Record<string, unknown>> {
  return {
    "/api/v1/inboxes/{id}/response": {
      parameters: [id],
      get: createGuardedOperation("inbox-response", "Response plan", {
        "200": createJsonResponse("The plan.", referToSchema("response-plan")),
        ...referToResponses(404),
      }),
      put: createPutOperation(),
      delete: createGuardedOperation("inbox-response-delete", "Delete the response plan", {
        "204": createResponse("Requests get the usual acknowledgement again."),
      }),
    },
    "/api/v1/inboxes/{id}/records/{record}/verify": {
      parameters: [id, RECORD],
      post: createVerifyOperation(),
    },
  };
}

function createPutOperation(): OperationObject {
  const steps = [
    { status: 500, times: 3, headers: { "Retry-After": "1" } },
    { status: 200, body: '{"ok":true}' },
  ];
  return {
    ...createGuardedOperation("inbox-respond", "Set the response plan", {
      "200": createJsonResponse("The plan.", referToSchema("response-plan")),
      ...referToResponses(413, 415, 422, 507),
    }),
    description:
      "Sets what the inbox responds to the requests after the present ones, to test a sender's retries. Records are stored first and contain the response. CORS preflights and bodies that are too large get the usual response and count toward a step.",
    requestBody: createJsonBody(PlanInput, { steps }),
  };
}

function createVerifyOperation(): OperationObject {
  const headers = referToHeaders([...COMMON_HEADERS, ...LIMIT_HEADERS]);
  return {
    ...createGuardedOperation("inbox-verify", "Verify a record's signature", {
      "200": {
        ...createJsonResponse("The result.", referToSchema("webhook-signature-result")),
        headers,
      },
      ...referToResponses(404, 413, 415, 422),
    }),
    description:
      "Verifies the received bytes at the time when they arrived. The secret is neither stored nor logged. At most 60 requests a minute from one IP.",
    requestBody: createJsonBody(VerifyInput, { secret: "It's a Secret to Everybody" }),
  };
}
