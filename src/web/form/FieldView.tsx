import type { ComponentChildren, ComponentType, JSX } from "preact";
import { Clauses } from "./Clauses.tsx";
import { Control, type ControlProps } from "./Control.tsx";
import type { Field } from "./field.ts";
import { Fields, type FormModel, Group, set } from "./Form.tsx";
import { Language } from "./Language.tsx";
import { People } from "./People.tsx";
import { Rows } from "./Rows.tsx";
import { isVisible } from "./values.ts";

/** A field of a form, at its path. */
export interface FieldProps {
  field: Field;
  path: string;
  model: FormModel;
}

/** Controls that a schema asks for by name (`x-widget`). */
const WIDGETS: Record<string, ComponentType<FieldProps>> = {
  clauses: Clauses,
  language: Language,
  people: People,
};

/** One field, whatever its kind: label, control, help, examples and what is wrong with it. */
export function FieldView(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  // Only links and the API set such a field.
  if (field.widget === "hidden") return <></>;
  const Widget = WIDGETS[field.widget ?? ""];
  if (Widget) return <Widget {...props} />;
  if (field.kind === "list") return <Rows {...props} />;
  if (field.kind === "object") {
    return (
      <Group title={field.label} help={field.help}>
        <Fields fields={field.fields ?? []} model={model} path={`${path}.`} />
      </Group>
    );
  }
  if (field.kind === "boolean") return <Checkbox {...props} />;
  return <SimpleField {...props} />;
}

/** A field of one control. What stands in it besides comes after its help. */
export function SimpleField({ children, ...props }: PlainProps): JSX.Element {
  const { field, path, model } = props;
  return (
    <div class={`field ${field.kind}`} {...visibility({ field, path, model })}>
      <Label field={field} path={path} />
      <Control {...props} />
      <Help field={field} path={path} />
      {children}
      <Examples {...props} />
      <Problem path={path} model={model} />
    </div>
  );
}

/** The attributes by which the style sheet hides a field whose condition is not met. */
export function visibility({ field, path, model }: FieldProps): object {
  return {
    "data-inactive": isVisible(field, model.values.value, path) ? undefined : "",
    "data-only": field.visibleWhen && Object.values(field.visibleWhen).flat().join(" "),
  };
}

interface PlainProps extends ControlProps {
  children?: ComponentChildren;
}

/** A field that is true or false; `checked` where that is more than its own text says. */
export function Checkbox({
  field,
  path,
  model,
  checked = model.values.value[path] === "true",
}: FieldProps & { checked?: boolean }): JSX.Element {
  const id = idOf(path);
  return (
    <div class="field check" {...visibility({ field, path, model })}>
      {/* Without a script an unticked box would not be sent at all; the last of the name counts. */}
      <input type="hidden" name={path} value="false" />
      <input
        type="checkbox"
        id={id}
        name={path}
        value="true"
        checked={checked}
        aria-describedby={describedBy({ field, path, model })}
        onChange={({ currentTarget }) => set(model, path, String(currentTarget.checked))}
      />
      <label for={id}>{field.label}</label>
      <Help field={field} path={path} />
      <Problem path={path} model={model} />
    </div>
  );
}

/** The label of a control, with its unit and whether it may be left out. */
function Label({ field, path }: Pick<FieldProps, "field" | "path">): JSX.Element {
  return (
    <label for={idOf(path)}>
      {field.label}
      {field.unit !== undefined && <span class="unit"> {field.unit}</span>}
      {!field.required && field.initial === undefined && <span class="optional"> optional</span>}
    </label>
  );
}

function Help({ field, path }: Pick<FieldProps, "field" | "path">): JSX.Element | null {
  if (field.help === undefined) return null;
  return (
    <p class="help" id={`${idOf(path)}-help`}>
      {field.help}
    </p>
  );
}

function Examples({ field, path, model }: FieldProps): JSX.Element | null {
  if (!field.examples) return null;
  return (
    <p class="chips">
      {field.examples.map((example) => (
        <button type="button" key={example} onClick={() => set(model, path, example)}>
          {example}
        </button>
      ))}
    </p>
  );
}

/** What the API found wrong with a field. */
export function Problem({ path, model }: Pick<FieldProps, "path" | "model">): JSX.Element | null {
  // Beside its field "Required" says what "is required" does.
  const problem = model.errors.value[path]?.replace(/^is /, "");
  if (problem === undefined) return null;
  return (
    <p class="problem" id={`${idOf(path)}-problem`}>
      {problem.slice(0, 1).toUpperCase() + problem.slice(1)}
    </p>
  );
}

/** The id of the control at a path. */
export function idOf(path: string): string {
  return `field-${path.replaceAll(/[^\w-]/g, "-")}`;
}

/** The ids of what describes a control: of what is there only. */
export function describedBy({ field, path, model }: FieldProps): string | undefined {
  const ids = [
    ...(field.help === undefined ? [] : [`${idOf(path)}-help`]),
    ...(model.errors.value[path] === undefined ? [] : [`${idOf(path)}-problem`]),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}
