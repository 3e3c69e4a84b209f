import type { JSX } from "preact";
import type { Field } from "./field.ts";
import { FileField } from "./FileField.tsx";
import type { FieldProps, FormModel } from "./model.ts";
import { Checkbox, Group, SimpleField } from "./parts.tsx";
import { Rows } from "./Rows.tsx";

/** The controls of an object's fields. `path` is the path of the object with its dot. */
export function Fields({ fields, model, path = "", isCompact }: FieldsProps): JSX.Element {
  const view = (field: Field) => (
    <FieldView key={field.name} field={field} path={path + field.name} model={model} />
  );
  const advanced = fields.filter((field) => field.advanced);
  return (
    <>
      {fields.filter((field) => !field.advanced).map(view)}
      {advanced.length > 0 && (
        <details class="more" open={isOpen(advanced, { path, model, isCompact }) || undefined}>
          <summary>More options</summary>
          {advanced.map(view)}
        </details>
      )}
    </>
  );
}

interface FieldsProps {
  fields: readonly Field[];
  model: FormModel;
  path?: string;
  /** True: "More options" open for errors alone, not for values. */
  isCompact?: boolean | undefined;
}

/** Returns true when a field has a value other than its default, or an error: its options are then open. */
function isOpen(
  fields: readonly Field[],
  { path = "", model, isCompact = false }: Omit<FieldsProps, "fields">,
): boolean {
  const entries = Object.entries(model.values.value);
  const errors = Object.keys(model.errors.value);
  return fields.some(({ name, initial = "", start = initial }) => {
    const own = path + name;
    const isWithin = (key: string) => key === own || key.startsWith(`${own}.`);
    const isSet = entries.some(([key, value]) => value !== "" && value !== start && isWithin(key));
    return (isSet && !isCompact) || errors.some(isWithin);
  });
}

/** One field of any kind, with everything that belongs to it. */
export function FieldView(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  // Links and the API alone set such a field.
  if (field.widget === "hidden") return <></>;
  const Widget = model.widgets[field.widget ?? ""];
  if (Widget) {
    const renderField = (one: Field, at: string) => (
      <FieldView key={at} field={one} path={at} model={model} />
    );
    return <Widget {...props} renderField={renderField} />;
  }
  if (field.kind === "list") return <Rows {...props} />;
  if (field.kind === "object" || field.kind === "record") {
    return (
      <Group title={field.label} help={field.help}>
        <Fields fields={field.fields ?? []} model={model} path={`${path}.`} />
      </Group>
    );
  }
  if (field.kind === "boolean") return <Checkbox {...props} />;
  return field.file ? <FileField {...props} /> : <SimpleField {...props} />;
}
