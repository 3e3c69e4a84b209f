import type { Field } from "./field.ts";
import { type Values, withoutRow, withRow } from "./values.ts";

/** What the button "add" of a posted form asks for: one more row of the list at `path`. */
export function addRow(fields: readonly Field[], values: Values, path: string): Values {
  const item = fieldAt(fields, path.split("."))?.item;
  return item ? withRow(values, path, item) : values;
}

/** What the button "remove" of a posted form asks for: the row at `path` (`items.2`) goes. */
export function removeRow(values: Values, path: string): Values {
  const dot = path.lastIndexOf(".");
  return withoutRow(values, path.slice(0, dot), Number(path.slice(dot + 1)));
}

function fieldAt(fields: readonly Field[], [name, ...rest]: string[]): Field | undefined {
  const field = fields.find((one) => one.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest);
}
