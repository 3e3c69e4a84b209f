import { HttpError } from "./errors.ts";

/** The permissions beside those of tools. */
export const SCOPES = ["inbox:read", "inbox:manage", "mcp", "usage", "metrics"] as const;

/** The scopes of a key that names none, and of accounts. */
export const DEFAULT_SCOPES: readonly Scope[] = [
  "tools:*",
  "inbox:read",
  "inbox:manage",
  "mcp",
  "usage",
];

/** Matches scopes, also those of tools that do not exist. */
export const SCOPE_PATTERN = `^(tools:(\\*|[a-z0-9-]{1,64})|${SCOPES.join("|")})$`;

/** A permission of a caller; `tools:*` covers every tool. */
export type Scope = `tools:${string}` | (typeof SCOPES)[number];

export function coversScope(scopes: readonly string[], scope: Scope): boolean {
  if (scopes.includes(scope)) return true;
  return scope.startsWith("tools:") && scopes.includes("tools:*");
}

/** Returns the error of a caller that lacks a scope. */
export function createScopeError(scope: Scope): HttpError {
  return new HttpError(403, `This key needs the scope ${scope}.`, {
    "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  });
}
