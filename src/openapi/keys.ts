import { Usage } from "../access/schemas.ts";
import {
  KeyChange,
  KeyInput,
  KeyList,
  KeyMembers,
  NewKey,
  RotateInput,
} from "../access/keys/schemas.ts";
import { createUsageParameters } from "./access.ts";
import { referToError, referToResponses, referToSchema } from "./components.ts";
import {
  createJsonBody,
  createJsonResponse,
  createOperation,
  createParameter,
  createResponse,
  publish,
} from "./operation.ts";

const EXAMPLE = { name: "CI", scopes: ["tools:qr"], perDay: 1000 };

/** Returns the schemas that the operations of keys share. */
export function createKeySchemas(): Record<string, object> {
  return { key: publish(KeyMembers), "new-key": publish(NewKey) };
}

/** Returns the path items of keys. They need an administrator. */
export function createKeyPaths(): Record<string, Record<string, unknown>> {
  const id = createParameter("path", "id", { type: "string", description: "The id of a key." });
  const created = createJsonResponse("The key with its secret.", referToSchema("new-key"));
  return {
    "/api/v1/keys": {
      get: administer("keys", "List the keys", {
        "200": createJsonResponse("The keys.", { ...publish(KeyList), properties: LIST }),
      }),
      post: {
        ...administer("key-create", "Issue a key", {
          "201": created,
          ...CONFLICT,
          ...referToResponses(413, 415, 422, 507),
        }),
        requestBody: createJsonBody(KeyInput, EXAMPLE),
      },
    },
    "/api/v1/keys/{id}": { parameters: [id], ...createKeyOperations() },
    "/api/v1/keys/{id}/rotate": {
      parameters: [id],
      post: {
        ...administer("key-rotate", "Issue a new secret", {
          "200": created,
          ...CONFLICT,
          ...referToResponses(404, 413, 415, 422, 507),
        }),
        requestBody: createJsonBody(RotateInput, { overlapSeconds: 3600 }),
      },
    },
    "/api/v1/keys/{id}/usage": {
      parameters: [id],
      get: {
        ...administer("key-usage", "Usage of a key", {
          "200": createJsonResponse("The usage.", Usage),
          ...referToResponses(404, 422),
        }),
        parameters: createUsageParameters(),
      },
    },
  };
}

function createKeyOperations(): Record<string, unknown> {
  const key = createJsonResponse("The key.", referToSchema("key"));
  return {
    get: administer("key", "A key", { "200": key, ...referToResponses(404) }),
    patch: {
      ...administer("key-change", "Change a key", {
        "200": key,
        ...CONFLICT,
        ...referToResponses(404, 413, 415, 422, 507),
      }),
      requestBody: createJsonBody(KeyChange, { perDay: 500 }),
    },
    delete: administer("key-revoke", "Revoke a key", {
      "204": createResponse("It is revoked."),
      ...referToResponses(404, 507),
    }),
  };
}

const CONFLICT = {
  "409": referToError("The key has ended, or there are too many."),
};

const LIST = {
  keys: { type: "array", description: "Oldest first.", items: referToSchema("key") },
};

function administer(operationId: string, summary: string, responses: object): object {
  const security = [{ bearer: [] }, { session: [] }];
  return { ...createOperation(operationId, summary, responses), tags: ["Access"], security };
}
