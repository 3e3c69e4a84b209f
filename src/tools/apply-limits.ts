import type { Tool } from "./define.ts";

/** Requests per minute and address, by the name of a tool or of a limit; undefined: unlimited. */
type Limits = ReadonlyMap<string, number | undefined>;

/**
 * Returns the tools with the operator's limits instead of their own. A tool's limit covers each of
 * its paths; a limit of costly replies has a name of its own. Throws an Error of one line for a
 * name that neither has.
 */
export function applyLimits(tools: readonly Tool[], limits: Limits): readonly Tool[] {
  rejectUnknownNames(tools, limits);
  return tools.map(({ costlyReply, ...tool }) => {
    const { scope, perMinute } = tool;
    const costly = costlyReply && getLimit(limits, costlyReply.name, costlyReply.perMinute);
    return {
      ...tool,
      perMinute: getLimit(limits, scope, perMinute),
      ...(costlyReply && costly && { costlyReply: { ...costlyReply, perMinute: costly } }),
    };
  });
}

function getLimit(limits: Limits, name: string, fallback: number | undefined): number | undefined {
  return limits.has(name) ? limits.get(name) : fallback;
}

function rejectUnknownNames(tools: readonly Tool[], limits: Limits): void {
  const names = new Set(
    tools.flatMap(({ scope, costlyReply }) => [scope, ...(costlyReply ? [costlyReply.name] : [])]),
  );
  for (const name of limits.keys()) {
    if (names.has(name)) continue;
    throw new Error(`LIMITS must name tools (${[...names].sort().join(", ")}); ${name} is none`);
  }
}
