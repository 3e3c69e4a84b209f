import { Receipt, Summary } from "../inbox/schemas.ts";
import { eventsOperation, exportOperation, readOperation, recordPaths } from "./inbox-reads.ts";
import { answer, guarded, json, operation, type Operation, parameter } from "./operation.ts";
import { createOperation, workbenchPaths } from "./inbox-workbench.ts";
import { errorResponse } from "./shared.ts";

/** Returns the path items of the webhook inbox, which are written by hand because it is not a tool. */
export function inboxPaths(): Record<string, Record<string, unknown>> {
  const id = parameter("path", "id", {
    type: "string",
    minLength: 1,
    maxLength: 128,
    description: "The inbox: one path segment of 1 to 128 printable characters, not `.` or `..`.",
  });
  return {
    "/api/v1/webhook/{id}": {
      parameters: [id],
      get: readOperation(),
      post: captureOperation("webhook-send", "Send to the inbox"),
      put: captureOperation("webhook-put", "Send with another method"),
    },
    "/api/v1/inboxes": { post: createOperation() },
    "/api/v1/inboxes/{id}": {
      parameters: [id],
      get: guarded("inbox", "Inbox metadata", { "200": json("The metadata.", Summary) }),
      delete: guarded("inbox-delete", "Delete the inbox", { "204": answer("It was deleted.") }),
    },
    "/api/v1/inboxes/{id}/events": {
      parameters: [id],
      get: eventsOperation(),
    },
    "/api/v1/inboxes/{id}/export": { parameters: [id], get: exportOperation() },
    ...recordPaths(id),
    ...workbenchPaths(id),
  };
}

function captureOperation(operationId: string, summary: string): Operation {
  const responses = {
    "200": json("It is kept.", Receipt),
    "408": errorResponse(408),
    "413": errorResponse(413),
    "507": errorResponse(507),
  };
  const description =
    "Any method but GET is captured, byte for byte, at this path and below it. The answer comes after the record is durable.";
  const requestBody = {
    content: {
      "*/*": { schema: { description: "Anything." }, example: { event: "paid" } },
    },
  };
  return { ...operation(operationId, summary, responses), description, requestBody };
}
