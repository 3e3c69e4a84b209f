import type { ComponentChildren, JSX } from "preact";
import { capitalize } from "../../lib/text/capitalize.ts";
import { Control, type ControlProps } from "./Control.tsx";
import {
  formatBoxId,
  formatDescribedBy,
  type FieldProps,
  formatFieldId,
  setText,
} from "./form-model.ts";
import { isVisible } from "./values.ts";

/**
 * A field with one control: label, control, help, examples and error. `children` follow the help.
 */
export function SimpleField({ children, ...props }: SimpleFieldProps): JSX.Element {
  const { field, path, model } = props;
  return (
    <div class={`field ${field.kind}`} {...getBoxProps({ field, path, model })}>
      <Label field={field} path={path} />
      <Control {...props} />
      <Help field={field} path={path} />
      {children}
      <Examples {...props} />
      <Problem path={path} model={model} />
    </div>
  );
}

interface SimpleFieldProps extends ControlProps {
  children?: ComponentChildren;
}

/** Returns the attributes of a field's box that hide it while its conditions are unmet. */
export function getBoxProps({ field, path, model }: FieldProps) {
  return {
    id: field.visibleWhen && formatBoxId(path),
    "data-inactive": isVisible(field, model.values.value, path) ? undefined : "",
  };
}

/** A checkbox. `checked` replaces the state in the field's own text. */
export function Checkbox({
  field,
  path,
  model,
  checked = model.values.value[path] === "true",
}: FieldProps & { checked?: boolean }): JSX.Element {
  const id = formatFieldId(path);
  return (
    <div class="field check" {...getBoxProps({ field, path, model })}>
      {/* Sent for an unchecked box when there is no script, because the last value of a name counts. */}
      <input type="hidden" name={path} value="false" />
      <input
        type="checkbox"
        id={id}
        name={path}
        value="true"
        checked={checked}
        aria-describedby={formatDescribedBy({ field, path, model })}
        onChange={({ currentTarget }) => setText(model, path, String(currentTarget.checked))}
      />
      <label for={id}>{field.label}</label>
      <Help field={field} path={path} />
      <Problem path={path} model={model} />
    </div>
  );
}

/**
 * A label with its unit. Required fields are marked for the eye; the control has `aria-required`
 * for screen readers.
 */
export function Label({ field, path }: Pick<FieldProps, "field" | "path">): JSX.Element {
  return (
    <label for={formatFieldId(path)}>
      {field.label}
      {field.unit !== undefined && <span class="unit">{` ${field.unit}`}</span>}
      <Required field={field} />
    </label>
  );
}

/** The mark of a required field. Fields with a default need none, because they are never empty. */
export function Required({ field }: Pick<FieldProps, "field">): JSX.Element | null {
  if (!field.required || field.initial !== undefined) return null;
  return <span class="required" aria-hidden="true" />;
}

export function Help({ field, path }: Pick<FieldProps, "field" | "path">): JSX.Element | null {
  if (field.help === undefined) return null;
  return (
    <p class="help" id={`${formatFieldId(path)}-help`}>
      {field.help}
    </p>
  );
}

function Examples({ field, path, model }: FieldProps): JSX.Element | null {
  if (!field.examples) return null;
  return (
    <p class="chips">
      {field.examples.map((example) => (
        <button type="button" key={example} onClick={() => setText(model, path, example)}>
          {example}
        </button>
      ))}
    </p>
  );
}

/** The API's error for a field. */
export function Problem({ path, model }: Pick<FieldProps, "path" | "model">): JSX.Element | null {
  // Shortened beside its field: "Required" instead of "is required", and without the colon after
  // the field's name.
  const problem = model.errors.value[path]?.replace(/^(?:is|:) /, "");
  if (problem === undefined) return null;
  return (
    <p class="problem" id={`${formatFieldId(path)}-problem`}>
      {capitalize(problem)}
    </p>
  );
}

/**
 * An error of the browser, which screen readers announce when it appears. An empty text renders
 * nothing.
 */
export function Alert({ text }: { text: string }): JSX.Element | null {
  return text === "" ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** A group of controls with a heading. */
export function Group({ title, help, children, ...box }: GroupProps): JSX.Element {
  return (
    <fieldset class="group" {...box}>
      <legend>{title}</legend>
      {help !== undefined && <p class="help">{help}</p>}
      {children}
    </fieldset>
  );
}

interface GroupProps {
  title: string;
  help?: string | undefined;
  id?: string | undefined;
  "data-inactive"?: string | undefined;
  children: ComponentChildren;
}
