import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "../tools/define.ts";

/** A member of a tool's input or query as a flag of the command line. */
export interface Flag {
  /** Name without the dashes, such as `show-line-numbers`. */
  name: string;
  /** Name of the member, or its alias. */
  member: string;
  /** The objects that contain the member, outermost first; none for a member of the input. */
  parents: readonly string[];
  from: "input" | "query";
  schema: SchemaNode;
  isRequired: boolean;
}

/**
 * Lists every member of the tool as a flag, and those inside objects that have one. A name that
 * input and query share is the input's member.
 */
export function listFlags({ input, query }: Tool): Flag[] {
  const inputFlags = listMembers(input, "input");
  const names = new Set(inputFlags.map(({ name }) => name));
  const queryFlags = listMembers(query ?? {}, "query").filter(({ name }) => !names.has(name));
  return [...inputFlags, ...queryFlags];
}

function listMembers({ properties = {}, required }: SchemaNode, from: Flag["from"]): Flag[] {
  const flags: Flag[] = [];
  for (const [member, schema] of Object.entries(properties)) {
    const isRequired = from === "input" && (required?.includes(member) ?? false);
    flags.push({ name: toFlagName(member), member, parents: [], from, schema, isRequired });
    addNestedFlags(flags, schema, { from, parents: [member] });
  }
  return flags;
}

/** Adds the flags of members inside an object. */
function addNestedFlags(
  flags: Flag[],
  { properties = {} }: SchemaNode,
  place: Pick<Flag, "from" | "parents">,
): void {
  for (const [member, schema] of Object.entries(properties)) {
    const name = schema["x-flag"];
    if (name !== undefined) flags.push({ ...place, name, member, schema, isRequired: false });
    addNestedFlags(flags, schema, { ...place, parents: [...place.parents, member] });
  }
}

/** Returns true for a flag that is repeated, each time with an entry of its list. */
export function isEntryFlag({ schema }: Flag): boolean {
  return schema.type === "array" && schema["x-flag"] !== undefined;
}

/** Returns the flag of the alias of a member; undefined when it has none. */
export function findAliasFlag(flag: Flag): Flag | undefined {
  const alias = flag.schema["x-alias"];
  return alias === undefined ? undefined : { ...flag, name: toFlagName(alias), member: alias };
}

function toFlagName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Lists the flags that name a server. `--url` is one unless the tool has a member of this name. */
export function listServerFlags({ input }: Tool): string[] {
  return "url" in input.properties ? ["--server"] : ["--server", "--url"];
}

/** Returns the flags of a tool's command that are not members of the tool. */
export function getCommandOptions({ streamedBody, fileReport }: Tool) {
  return {
    ...(streamedBody && { check: { type: "boolean", short: "c" } as const }),
    ...(fileReport && {
      attachments: { type: "string" } as const,
      "fail-on": { type: "string" } as const,
    }),
    output: { type: "string", short: "o" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
}

/** Returns the forms of a flag: a boolean flag can also be negated. */
export function listFlagForms({ name, schema }: Flag): string[] {
  return schema.type === "boolean" ? [`--${name}`, `--no-${name}`] : [`--${name}`];
}
