import type { SchemaNode } from "../schema.ts";
import { isJsonObject } from "../text/parse-json.ts";

/**
 * Returns a row with the defaults that it lacks, also under an alias. Objects merge member by
 * member; lists and an explicit `null` of the row are kept.
 */
export function mergeDefaults(row: unknown, defaults: unknown, node?: SchemaNode): unknown {
  if (!isJsonObject(row) || !isJsonObject(defaults)) return row === undefined ? defaults : row;
  const added = Object.entries(defaults)
    .filter(([name]) => !isSentUnderAlias(row, name, node))
    .map(([name, value]): [string, unknown] => [
      name,
      Object.hasOwn(row, name) ? mergeDefaults(row[name], value, node?.properties?.[name]) : value,
    ]);
  // `fromEntries` defines members, so that one named `__proto__` is as harmless as any other.
  return Object.fromEntries([...Object.entries(row), ...added]);
}

function isSentUnderAlias(row: object, name: string, node: SchemaNode | undefined): boolean {
  if (Object.hasOwn(row, name)) return false;
  return Object.entries(node?.properties ?? {}).some(
    ([member, { "x-alias": alias }]) =>
      (member === name && alias !== undefined && Object.hasOwn(row, alias)) ||
      (alias === name && Object.hasOwn(row, member)),
  );
}
