import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import type { Field } from "./field.ts";
import { FileField } from "./FileField.tsx";
import type { FieldProps, FormModel } from "./form-model.ts";
import { Checkbox, getBoxProps, Group, SimpleField } from "./labels.tsx";
import { lazyFields } from "./lazy-fields.tsx";
import { listPaths, type Values } from "./values.ts";

/** The controls of an object's fields. `path` is the path of the object with its dot. */
export function Fields({ fields, model, path = "", ...options }: FieldsProps): JSX.Element {
  const names = fields.map(({ name }) => name).join();
  // The same list while its names are, because a new one would make the lazy list load.
  const advanced = useMemo(() => fields.filter((field) => field.advanced), [names]);
  const common = fields.filter((field) => !field.advanced);
  return (
    <>
      <FieldList fields={common} model={model} path={path} />
      {advanced.length > 0 && <Options {...{ fields: advanced, model, path, ...options }} />}
    </>
  );
}

interface FieldsProps {
  fields: readonly Field[];
  model: FormModel;
  path?: string;
  /** True: "More options" open for errors alone, not for values. */
  isCompact?: boolean | undefined;
  /** Title of the closed options. Default: "More options". */
  title?: string;
}

interface FieldListProps {
  fields: readonly Field[];
  model: FormModel;
  path: string;
}

/** Fields in their order. `path` is the path of the object with its dot. */
export function FieldList({ fields, model, path }: FieldListProps): JSX.Element {
  return (
    <>
      {fields.map((field) => (
        <FieldView key={field.name} field={field} path={path + field.name} model={model} />
      ))}
    </>
  );
}

/** Props that hydrate the list when they change. `isShown` and `state` exist only for that. */
interface OptionListProps extends FieldListProps {
  /** True: the list is or was open. */
  isShown: boolean;
  /** The values and errors of the fields, as one text that can be compared. */
  state: string;
}

/**
 * Hydrated when it is opened or changes, because most fields of an invoice are options, which few
 * people open.
 */
const OptionList = lazyFields<OptionListProps>(() => Promise.resolve(FieldList), {
  loadOn: "use",
});

/** Fields that are closed while they have their defaults. */
function Options({ fields, model, path = "", isCompact, title }: FieldsProps): JSX.Element {
  const isShown = useSignal(false);
  const values = listEntries(model.values.value, fields, path);
  const errors = listEntries(model.errors.value, fields, path);
  const isOpen = errors.length > 0 || (!isCompact && hasChange(values, fields, path));
  useEffect(() => {
    if (isOpen) isShown.value = true;
  }, [isOpen]);
  return (
    <details class="more" open={isOpen || undefined} onToggle={() => (isShown.value = true)}>
      <summary>{title ?? "More options"}</summary>
      <OptionList
        {...{ fields, model, path }}
        isShown={isShown.value}
        state={JSON.stringify([values, errors])}
      />
    </details>
  );
}

/** Returns the entries of fields and of their members. */
function listEntries(values: Values, fields: readonly Field[], path: string): [string, string][] {
  const names = new Set(fields.map(({ name }) => name));
  const keys = path === "" ? Object.keys(values) : listPaths(values, path.slice(0, -1));
  return keys
    .filter((key) => names.has(key.slice(path.length).split(".", 1)[0] ?? ""))
    .map((key) => [key, values[key] ?? ""]);
}

/** Returns true when a field has a value other than its default. */
function hasChange(
  values: readonly [string, string][],
  fields: readonly Field[],
  path: string,
): boolean {
  return fields.some(({ name, initial = "", start = initial }) =>
    values.some(([key, value]) => value !== "" && value !== start && isWithin(key, path + name)),
  );
}

function isWithin(key: string, path: string): boolean {
  return key === path || key.startsWith(`${path}.`);
}

/** One field of any kind, with everything that belongs to it. */
export function FieldView(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  // Links and the API alone set such a field.
  if (field.widget === "hidden") return <></>;
  const Widget = model.widgets[field.widget ?? field.kind];
  if (Widget) {
    const renderField = (inner: Field, at: string) => (
      <FieldView key={at} field={inner} path={at} model={model} />
    );
    return <Widget {...props} renderField={renderField} />;
  }
  const Party = field.party && model.widgets["party"];
  const party = Party && <Party {...props} renderField={() => <></>} />;
  if (field.kind === "object" || field.kind === "record") {
    return (
      <Group title={field.label} help={field.help} {...getBoxProps(props)}>
        {party}
        <Fields fields={field.fields ?? []} model={model} path={`${path}.`} />
      </Group>
    );
  }
  if (field.kind === "boolean") return <Checkbox {...props} />;
  return field.file ? <FileField {...props} /> : <SimpleField {...props}>{party}</SimpleField>;
}
