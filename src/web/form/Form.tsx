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
  return (
    <>
      {fields.map((field) => (
        <FieldView key={field.name} field={field} path={path + field.name} model={model} />
      ))}
    </>
  );
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
