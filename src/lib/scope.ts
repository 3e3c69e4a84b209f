/** The permissions beside those of tools. */
export const SCOPES = ["inbox:read", "inbox:manage", "mcp", "usage", "metrics"] as const;

/** A permission of a caller; `tools:*` covers every tool. */
export type Scope = `tools:${string}` | (typeof SCOPES)[number];
