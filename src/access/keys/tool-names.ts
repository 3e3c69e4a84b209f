/** A tool by the names that scopes and limits may have. */
export interface NamedTool {
  scope: string;
  costlyReply?: { name: string } | undefined;
}

/** Names of tools, and of the limits of tools. */
export interface ToolNames {
  scopes: ReadonlySet<string>;
  limits: ReadonlySet<string>;
}

export function listToolNames(tools: readonly NamedTool[]): ToolNames {
  const scopes = new Set(tools.map(({ scope }) => scope));
  const costly = tools.flatMap(({ costlyReply }) => costlyReply?.name ?? []);
  return { scopes, limits: new Set([...scopes, ...costly]) };
}

/** Throws an Error of one line for a scope of accounts that names an unknown tool. */
export function requireKnownScopes(scopes: readonly string[], tools: ReadonlySet<string>): void {
  const names = scopes.flatMap((scope) => /^tools:([^*]+)$/.exec(scope)?.[1] ?? []);
  const unknown = names.find((name) => !tools.has(name));
  if (unknown === undefined) return;
  const listed = [...tools].sort().join(", ");
  throw new Error(`ACCESS_USER_SCOPES must name tools (${listed}); ${unknown} is none`);
}
