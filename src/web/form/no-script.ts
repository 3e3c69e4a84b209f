import type { Field } from "./field.ts";
import { formatBoxId } from "./form-model.ts";
import { resolveMember, type Values, withoutRow, withRow } from "./values.ts";

/**
 * Returns a style sheet that hides conditional fields without a script. A field is hidden while
 * each of its conditions is unmet: another option is chosen, or a checkbox is not checked.
 */
export function formatConditionStyles(fields: readonly Field[]): string {
  const formatStyles = (members: readonly Field[], path: string): string =>
    members
      .map((field) => {
        const inner = formatStyles(field.fields ?? [], `${path}${field.name}.`);
        return formatFieldStyles(fields, field, path + field.name) + inner;
      })
      .join("");
  return formatStyles(fields, "");
}

/** Returns a rule for each way in which no condition of a field is met. */
function formatFieldStyles(fields: readonly Field[], field: Field, path: string): string {
  if (!field.visibleWhen) return "";
  const ways = field.visibleWhen.reduce<string[]>(
    (selectors, condition) => {
      const unmet = Object.entries(condition).map(([member, values]) => {
        const at = resolveMember(path, member);
        return formatUnmet(at, values, findField(fields, at.split("."))?.kind === "boolean");
      });
      return selectors.flatMap((selector) => unmet.map((step) => selector + step));
    },
    [""],
  );
  const box = formatBoxId(path);
  return ways.map((unmet) => `.form${unmet} #${box} { display: none }\n`).join("");
}

/** Returns the selector of a form whose control at a path has none of the values. */
function formatUnmet(path: string, values: readonly string[], isBoolean: boolean): string {
  const name = `[name=${JSON.stringify(path)}]`;
  const others = values.map((value) => `:not([value=${JSON.stringify(value)}])`).join("");
  return isBoolean
    ? `:not(:has(${name}[type="checkbox"]:checked))`
    : `:has(:is(${name}, ${name} option)${others}:checked)`;
}

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
  const field = fields.find((member) => member.name === name);
  return !field || rest.length === 0 ? field : findField(field.fields ?? [], rest);
}
