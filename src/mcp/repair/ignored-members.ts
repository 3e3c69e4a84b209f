import { formatPath, type Path } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";
import { chooseAlternative, findMember, suggestName } from "./members.ts";

const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 64;
/** Values that are looked at, so that a large input takes no longer. */
const MAX_VALUES = 20_000;

/** Lists up to ten members of an input that its schema lacks, with what they may mean. */
export function listIgnoredMembers(schema: SchemaNode, input: unknown): string[] {
  const ignored: string[] = [];
  let valuesLeft = MAX_VALUES;
  const visit = (union: SchemaNode, value: unknown, path: Path) => {
    if ((valuesLeft -= 1) < 0 || ignored.length >= MAX_NAMES) return;
    const node = chooseAlternative(union, value);
    if (Array.isArray(value)) {
      const { items } = node;
      if (items)
        for (const [index, entry] of value.entries()) visit(items, entry, [...path, index]);
    } else if (isJsonObject(value) && (node.properties ?? node.patternProperties)) {
      for (const name of Object.keys(value)) visitMember(node, { name, value: value[name], path });
    }
  };
  const visitMember = (
    node: SchemaNode,
    { name, value, path }: { name: string; value: unknown; path: Path },
  ) => {
    const member = findMember(node, name);
    if (member) visit(member, value, [...path, name]);
    else if (ignored.length < MAX_NAMES) ignored.push(describeName(node, name, path));
  };
  visit(schema, input, []);
  return ignored;
}

function describeName({ properties = {} }: SchemaNode, name: string, path: Path): string {
  const suggestion = suggestName(name, Object.keys(properties));
  const hint = suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`;
  return `${formatPath([...path, name.slice(0, MAX_NAME_LENGTH)])}${hint}`;
}
