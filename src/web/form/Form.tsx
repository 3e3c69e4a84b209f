import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { FieldView } from "./FieldView.tsx";
import type { Field } from "./field.ts";
import { type Values, withoutRow, withRow } from "./values.ts";

/** What every part of a form shares. */
export interface FormModel {
  /** The tool whose form it is. */
  tool: string;
  values: ReadonlySignal<Values>;
  /** What the API said of a field, by the field's path. */
  errors: ReadonlySignal<Values>;
  change(values: Values): void;
}

/** The controls of a list of fields. */
export function Fields({ fields, model, path = "" }: FieldsProps): JSX.Element {
  const view = (field: Field) => (
    <FieldView key={field.name} field={field} path={path + field.name} model={model} />
  );
  const advanced = fields.filter((field) => field.advanced);
  return (
    <>
      {fields.filter((field) => !field.advanced).map(view)}
      {advanced.length > 0 && (
        <details class="more" open={hasValues(advanced, { path, model }) || undefined}>
          <summary>More options</summary>
          {advanced.map(view)}
        </details>
      )}
    </>
  );
}

/** Options that hold something, or that the API complains about, are open from the start. */
function hasValues(
  fields: readonly Field[],
  { path, model }: { path: string; model: FormModel },
): boolean {
  const { values, errors } = model;
  return fields.some(({ name, initial = "" }) => {
    const place = path + name;
    const isWithin = (key: string) => key === place || key.startsWith(`${place}.`);
    const isSet = Object.entries(values.value).some(
      ([key, value]) => isWithin(key) && value !== "" && value !== initial,
    );
    return isSet || Object.keys(errors.value).some(isWithin);
  });
}

/** Fields of one object: `path` is the object's, with its dot. */
export interface FieldsProps {
  fields: readonly Field[];
  model: FormModel;
  path?: string;
}

/** Changes one control's text. */
export function set(model: FormModel, path: string, text: string): void {
  model.change({ ...model.values.value, [path]: text });
}

/** Adds a row at the end of a list. */
export function addRow(model: FormModel, path: string, item: Field): void {
  model.change(withRow(model.values.value, path, item));
}

/** Takes a row out of a list. */
export function removeRow(model: FormModel, path: string, row: number): void {
  model.change(withoutRow(model.values.value, path, row));
}

/** A group of controls with a heading. */
export function Group({ title, help, children }: GroupProps): JSX.Element {
  return (
    <fieldset class="group">
      <legend>{title}</legend>
      {help !== undefined && <p class="help">{help}</p>}
      {children}
    </fieldset>
  );
}

interface GroupProps {
  title: string;
  help?: string | undefined;
  children: ComponentChildren;
}
