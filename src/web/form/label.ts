import type { Field } from "./field.ts";
import { formatMemberName } from "./names.ts";

/**
 * Returns the label of the field at a path, outermost first: `items.0.rate` is "Item 1: Rate".
 * Undefined for unknown paths.
 */
export function formatLabel(fields: readonly Field[], path: string): string | undefined {
  const words: string[] = [];
  let inner: readonly Field[] = fields;
  let list: Field | undefined;
  for (const name of path.split(".")) {
    if (list?.item && /^\d+$/.test(name)) {
      words.splice(-1, 1, `${toSingular(list.name)} ${Number(name) + 1}`);
      inner = list.item.fields ?? [];
      list = undefined;
      continue;
    }
    const field = inner.find((member) => member.name === name);
    if (!field) return undefined;
    words.push(field.label);
    inner = field.fields ?? [];
    list = field.kind === "list" ? field : undefined;
  }
  return words.join(": ");
}

/** Returns the singular of a list's label, for one entry. */
export function toSingular(member: string): string {
  const { label } = formatMemberName(member);
  return label.replace(/(?<=x)es$|s$/, "");
}
