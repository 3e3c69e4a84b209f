import type { Field } from "./field.ts";
import { formatFieldId } from "./form-model.ts";
import { type Values, withoutRow, withRow } from "./values.ts";

/**
 * Returns a style sheet that hides conditional fields without a script. A field is hidden while the
 * select or the radio buttons of its condition have another option chosen, or while the checkbox is
 * not checked.
 */
export function formatConditionStyles(fields: readonly Field[], path = ""): string {
  return fields
    .map((field) => {
      const inner = formatConditionStyles(field.fields ?? [], `${path}${field.name}.`);
      const conditions = Object.entries(field.visibleWhen ?? {}).map(([member, values]) => {
        const control = fields.find(({ name }) => name === member);
        const name = `[name=${JSON.stringify(path + member)}]`;
        const others = values.map((value) => `:not([value=${JSON.stringify(value)}])`).join("");
        const unmet =
          control?.kind === "boolean"
            ? `:not(:has(${name}[type="checkbox"]:checked))`
            : `:has(:is(${name}, ${name} option)${others}:checked)`;
        return `.form${unmet} #box-${formatFieldId(path + field.name)} { display: none }\n`;
      });
      return conditions.join("") + inner;
    })
    .join("");
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
