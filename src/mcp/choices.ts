import type { Choice, SchemaNode } from "../lib/schema.ts";
import type { McpTool } from "./tool.ts";

type Tools = Iterable<Pick<McpTool, "inputSchema">>;

/** Returns the values of a member with their other spellings; empty for one without choices. */
export function listChoices(node: SchemaNode): readonly Choice[] {
  const { enum: values = [], "x-synonyms": synonyms = {}, "x-choices": choices } = node;
  if (choices?.list) return choices.list();
  const spellings = Object.entries(synonyms);
  return values.map((name) => ({
    name,
    aliases: spellings.flatMap(([spelling, value]) => (value === name ? [spelling] : [])),
  }));
}

/** Returns the members of tools whose choices have a name, by that name. */
export function findNamedChoices(tools: Tools): Map<string, SchemaNode> {
  const named = new Map<string, SchemaNode>();
  for (const { inputSchema } of tools) {
    const { properties = {} }: SchemaNode = inputSchema;
    for (const node of Object.values(properties)) {
      const name = node["x-choices"]?.name;
      if (name !== undefined && !named.has(name)) named.set(name, node);
    }
  }
  return named;
}

/** A result of a completion, as the protocol has it. */
export type Completion = {
  values: string[];
  total: number;
  hasMore: boolean;
};

const MAX_VALUES = 100;

/** Returns the choices that contain a text in any case: equal ones first, then its completions. */
export function completeValue(choices: readonly Choice[], text: string): Completion {
  const wanted = text.toLowerCase();
  const tests: ((spelling: string) => boolean)[] = [
    (spelling) => spelling === wanted,
    (spelling) => spelling.startsWith(wanted),
    (spelling) => spelling.includes(wanted),
  ];
  const matches = tests.flatMap((fits) =>
    choices.filter(({ name, aliases }) =>
      [name, ...aliases].some((spelling) => fits(spelling.toLowerCase())),
    ),
  );
  const names = [...new Set(matches.map(({ name }) => name))];
  const total = names.length;
  return { values: names.slice(0, MAX_VALUES), total, hasMore: total > MAX_VALUES };
}
