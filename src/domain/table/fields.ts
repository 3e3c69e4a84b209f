import type { SchemaNode } from "../../lib/schema.ts";

/** Stands for a new entry of a list in the path of a field: `items[].rate`. */
export const NEW_ENTRY = "[]";

/** A member name, a position in a list, or {@link NEW_ENTRY}. */
export type FieldStep = string | number;

/** A member of a tool's input, as a column names it. */
export interface ColumnField {
  path: readonly FieldStep[];
  node: SchemaNode;
}

const PATH = /^[^.[\]]+(\[\d{0,5}\])*(\.[^.[\]]+(\[\d{0,5}\])*)*$/;
const STEP = /[^.[\]]+|\[\d*\]/g;

/** The limit of lists whose schema has none. */
const MAX_ITEMS = 10_000;

/**
 * Finds the field that a path such as `items[0].rate` names, whatever the case of its letters where
 * that is unambiguous. Returns undefined for unknown names, and for those that every object has
 * (`constructor`).
 */
export function findField(schema: SchemaNode, text: string): ColumnField | undefined {
  if (!PATH.test(text)) return undefined;
  const path: FieldStep[] = [];
  let node: SchemaNode | undefined = schema;
  for (const step of text.match(STEP) ?? []) {
    const member: Member | undefined = step.startsWith("[")
      ? findEntry(node, step)
      : findMember(node, step);
    if (!member) return undefined;
    path.push(member.step);
    node = member.node;
  }
  return { path, node };
}

interface Member {
  step: FieldStep;
  node: SchemaNode;
}

function findEntry(node: SchemaNode, step: string): Member | undefined {
  const list = [node, ...(node.anyOf ?? [])].find(({ items }) => items !== undefined);
  if (!list?.items) return undefined;
  if (step === NEW_ENTRY) return { step: NEW_ENTRY, node: list.items };
  const index = Number(step.slice(1, -1));
  return index < (list.maxItems ?? MAX_ITEMS) ? { step: index, node: list.items } : undefined;
}

function findMember(node: SchemaNode, name: string): Member | undefined {
  const object = [node, ...(node.anyOf ?? [])].find(
    ({ properties, patternProperties }) => properties ?? patternProperties,
  );
  if (!object || name in {}) return undefined;
  const [anyMember] = Object.values(object.patternProperties ?? {});
  if (anyMember) return { step: name, node: anyMember };
  const members = Object.entries(object.properties ?? {}).flatMap(([step, member]) =>
    [step, member["x-alias"] ?? step].map((spelling) => ({ spelling, step, node: member })),
  );
  const exact = members.find(({ spelling }) => spelling === name);
  if (exact) return exact;
  const similar = members.filter(({ spelling }) => spelling.toLowerCase() === name.toLowerCase());
  return new Set(similar.map(({ step }) => step)).size === 1 ? similar[0] : undefined;
}

/** Formats a path as error messages do: `items[].rate`. */
export function formatFieldPath(path: readonly FieldStep[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      return step === NEW_ENTRY || index === 0 ? step : `.${step}`;
    })
    .join("");
}
