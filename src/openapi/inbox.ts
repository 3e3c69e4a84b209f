import { Summary } from "../inbox/schemas.ts";
import {
  createEventsOperation,
  createExportOperation,
  createReadOperation,
  createRecordPaths,
} from "./inbox-reads.ts";
import {
  createResponse,
  createGuardedOperation,
  createJsonResponse,
  type OperationObject,
  createParameter,
} from "./operation.ts";
import { createInboxOperation, createWorkbenchPaths } from "./inbox-workbench.ts";
import { referToResponses, referToSchema } from "./components.ts";

/**
 * Returns the path items of the webhook inbox, which are written by hand because it is not a tool.
 * `isRegistered`: only names that someone registered receive requests.
 */
export function createInboxPaths(isRegistered: boolean): Record<string, Record<string, unknown>> {
  const id = createParameter("path", "id", {
    type: "string",
    minLength: 1,
    maxLength: 128,
    description: "The inbox: printable characters, not `.` or `..`.",
  });
  return {
    "/api/v1/webhook/{id}": {
      parameters: [id],
      get: createReadOperation(),
      post: createCaptureOperation("webhook-send", "Send to the inbox", isRegistered),
      put: createCaptureOperation("webhook-put", "Send with another method", isRegistered),
    },
    "/api/v1/inboxes": { post: createInboxOperation(isRegistered) },
    "/api/v1/inboxes/{id}": {
      parameters: [id],
      get: createGuardedOperation("inbox", "Inbox metadata", {
        "200": createJsonResponse("The metadata.", Summary),
      }),
      delete: createGuardedOperation("inbox-delete", "Delete the inbox", {
        "204": createResponse("It was deleted."),
      }),
    },
    "/api/v1/inboxes/{id}/events": {
      parameters: [id],
      get: createEventsOperation(),
    },
    "/api/v1/inboxes/{id}/export": { parameters: [id], get: createExportOperation() },
    ...createRecordPaths(id),
    ...createWorkbenchPaths(id),
  };
}

function createCaptureOperation(
  operationId: string,
  summary: string,
  isRegistered: boolean,
): OperationObject {
  const responses = {
    "200": createJsonResponse("It is kept.", referToSchema("receipt")),
    // Not 403, because senders may use any host name.
    ...referToResponses(400, ...(isRegistered ? [404] : []), 413, 431, 503, 507),
  };
  const description =
    "Any method but GET is captured, byte for byte, at this path and below it. The answer comes after the record is durable.";
  const requestBody = {
    content: {
      "*/*": { schema: { description: "Anything." }, example: { event: "paid" } },
    },
  };
  return { tags: ["Inbox"], operationId, summary, responses, description, requestBody };
}
