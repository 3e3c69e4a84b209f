import type { SchemaNode } from "../../lib/schema.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";
import { findClosest } from "../../lib/text/suggest.ts";

export function chooseAlternative(node: SchemaNode, value: unknown): SchemaNode {
  const type = Array.isArray(value) ? "array" : isJsonObject(value) ? "object" : typeof value;
  return node.anyOf?.find((alternative) => alternative.type === type) ?? node;
}

/**
 * Returns the schema of a member by its name or alias, or that of every member of a record;
 * undefined for an unknown member.
 */
export function findMember(node: SchemaNode, name: string): SchemaNode | undefined {
  const { properties = {}, patternProperties = {} } = node;
  if (Object.hasOwn(properties, name)) return properties[name];
  const aliased = Object.values(properties).find((member) => member["x-alias"] === name);
  return aliased ?? Object.values(patternProperties)[0];
}

const MIN_ABBREVIATION = 3;

/**
 * Returns the name that an unknown one probably means: a misspelled one, an abbreviation such as
 * `qty` of `quantity`, or one that it contains.
 */
export function suggestName(name: string, names: readonly string[]): string | undefined {
  const closest = findClosest(name, names);
  if (closest !== undefined || name.length < MIN_ABBREVIATION) return closest;
  const word = name.toLowerCase();
  return names.find((candidate) => {
    const lower = candidate.toLowerCase();
    return isAbbreviation(word, lower) || word.startsWith(lower) || word.endsWith(lower);
  });
}

/** Returns true for a word with the first letter of another one, and some others in order. */
function isAbbreviation(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
