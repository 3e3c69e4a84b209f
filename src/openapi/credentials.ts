import { referToResponse } from "./components.ts";

type Paths = Record<string, object>;

interface Operation {
  responses: Record<string, object>;
  security?: object[];
}

/** Operations for everybody, also where a credential is required. */
const PUBLIC = new Set([
  "/healthz",
  "/readyz",
  "/api/v1/webhook/{id} post",
  "/api/v1/webhook/{id} put",
]);

const CREDENTIALS = [{ key: [] }, { bearer: [] }, { session: [] }];

/** The schemes of issued keys, the admin token and sessions. */
export const CREDENTIAL_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An issued key, or the admin token.",
  },
  session: { type: "apiKey", in: "cookie", name: "sundry_session", description: "A session." },
};

/** Returns the credentials that operations take unless they name their own. */
export function listCredentials(hasKeys: boolean, isRequired: boolean): object[] {
  if (!hasKeys) return [{}, { key: [] }];
  return isRequired ? CREDENTIALS : [{}, ...CREDENTIALS];
}

/**
 * Returns the paths of a server with keys: with 401, and without a credential where none is needed.
 * `isRequired`: no other operation works without one.
 */
export function addCredentials(paths: Paths, isRequired: boolean): Paths {
  return mapOperations(paths, (name, operation) => {
    if (isPublic(name)) return { ...operation, security: [{}] };
    const { security, responses } = operation;
    const accepted = isRequired ? security?.filter(isCredential) : security;
    return {
      ...operation,
      ...(accepted && { security: accepted }),
      responses: { ...responses, "401": responses["401"] ?? referToResponse(401) },
    };
  });
}

function isCredential(entry: object): boolean {
  return Object.keys(entry).length > 0;
}

function isPublic(name: string): boolean {
  return PUBLIC.has(name) || PUBLIC.has(name.split(" ", 1)[0] ?? "");
}

function mapOperations(
  paths: Paths,
  map: (name: string, operation: Operation) => Operation,
): Paths {
  const items = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, operation]) => {
      const isOperation =
        typeof operation === "object" && operation !== null && "responses" in operation;
      return [method, isOperation ? map(`${path} ${method}`, operation as Operation) : operation];
    });
    return [path, Object.fromEntries(members)];
  });
  return Object.fromEntries(items) as Paths;
}
