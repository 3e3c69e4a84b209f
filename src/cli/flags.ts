import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "../tools/define.ts";

/** A member of a tool's input or query as a flag of the command line. */
export interface Flag {
  /** Name without the dashes, such as `show-line-numbers`. */
  name: string;
  /** Name of the member, or its alias. */
  member: string;
  from: "input" | "query";
  schema: SchemaNode;
  isRequired: boolean;
}

/**
 * Lists every member of the tool as a flag. A name that input and query share is the input's
 * member.
 */
export function listFlags({ input, query }: Tool): Flag[] {
  const list = (schema: Tool["query"], from: Flag["from"]) =>
    Object.entries(schema?.properties ?? {}).map(([member, node]) => ({
      name: toFlagName(member),
      member,
      from,
      schema: node as SchemaNode,
      isRequired: from === "input" && (schema?.required?.includes(member) ?? false),
    }));
  const inputFlags = list(input, "input");
  const names = new Set(inputFlags.map(({ name }) => name));
  return [...inputFlags, ...list(query, "query").filter(({ name }) => !names.has(name))];
}

/** Returns the flag of the alias of a member; undefined when it has none. */
export function findAliasFlag(flag: Flag): Flag | undefined {
  const alias = flag.schema["x-alias"];
  return alias === undefined ? undefined : { ...flag, name: toFlagName(alias), member: alias };
}

function toFlagName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Returns the flag and the value that choose the format of a file by its extension; undefined when
 * none does.
 */
export function findFormat(
  tool: Tool,
  extension: string,
): { flag: Flag; value: string } | undefined {
  const flag = listFlags(tool).find(({ member }) => member === "format");
  const value = extension.replace(/^\./, "").toLowerCase();
  const choices = [...(flag?.schema.enum ?? []), ...Object.keys(flag?.schema["x-synonyms"] ?? {})];
  return flag && choices.includes(value) ? { flag, value } : undefined;
}

/** Lists the flags that name a server. `--url` is one unless the tool has a member of this name. */
export function listServerFlags({ input }: Tool): string[] {
  return "url" in input.properties ? ["--server"] : ["--server", "--url"];
}

/** Returns the forms of a flag: a boolean flag can also be negated. */
export function listFlagForms({ name, schema }: Flag): string[] {
  return schema.type === "boolean" ? [`--${name}`, `--no-${name}`] : [`--${name}`];
}
