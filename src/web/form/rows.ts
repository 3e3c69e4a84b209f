import type { Field } from "./field.ts";
import { type Values, withoutRow, withRow } from "./values.ts";

/** Adds a row to the list at `path`, as the button of a posted form requests. */
export function addRow(fields: readonly Field[], values: Values, path: string): Values {
  const item = findField(fields, path.split("."))?.item;
  return item ? withRow(values, path, item) : values;
}

/** Removes the row at `path` (`items.2`), as the button of a posted form requests. */
export function removeRow(values: Values, path: string): Values {
  const dot = path.lastIndexOf(".");
  return withoutRow(values, path.slice(0, dot), Number(path.slice(dot + 1)));
}

function findField(fields: readonly Field[], [name, ...rest]: string[]): Field | undefined {
  const field = fields.find((one) => one.name === name);
  return rest.length === 0 ? field : findField(field?.fields ?? [], rest);
}
