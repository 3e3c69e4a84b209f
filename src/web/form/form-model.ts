import type { ComponentType, JSX } from "preact";
import type { ReadonlySignal } from "../shell/signal.ts";
import type { Field } from "./field.ts";
import { type Values, withoutRow, withRow } from "./values.ts";

/** The state that every part of a form shares. */
export interface FormModel {
  values: ReadonlySignal<Values>;
  /** The errors to show, by the paths of their fields. */
  readonly errors: { readonly value: Values };
  /**
   * Controls of the tool's own page, by the names that schemas use (`x-widget`) or by the kinds of
   * fields.
   */
  widgets: Widgets;
  /** Returns the values that an edit of a field starts from: the form, or the defaults. */
  getBase(path: string): Values;
  change(values: Values): void;
}

export interface FieldProps {
  field: Field;
  path: string;
  model: FormModel;
}

/**
 * A field that renders others: it gets the renderer as a prop, so that modules do not import each
 * other.
 */
export interface WidgetProps extends FieldProps {
  renderField(field: Field, path: string): JSX.Element;
}

/** Form controls by name. */
export type Widgets = Readonly<Record<string, ComponentType<WidgetProps>>>;

export function setText(model: FormModel, path: string, text: string): void {
  model.change({ ...model.getBase(path), [path]: text });
}

/** Adds a row to the end of a list. */
export function addRow(model: FormModel, path: string, item: Field): void {
  model.change(withRow(model.values.value, path, item));
}

export function removeRow(model: FormModel, path: string, row: number): void {
  model.change(withoutRow(model.values.value, path, row));
}

/** Returns the id of the control at a path. */
export function formatFieldId(path: string): string {
  return `field-${path.replaceAll(/[^\w-]/g, "-")}`;
}

/** Returns the ids of the elements that describe a control; undefined when there are none. */
export function formatDescribedBy({ field, path, model }: FieldProps): string | undefined {
  const ids = [
    ...(field.help === undefined ? [] : [`${formatFieldId(path)}-help`]),
    ...(model.errors.value[path] === undefined ? [] : [`${formatFieldId(path)}-problem`]),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}

/**
 * Returns the id of a conditional field's box, by which the style sheet for pages without scripts
 * hides it.
 */
export function formatBoxId(path: string): string {
  return `box-${formatFieldId(path)}`;
}
