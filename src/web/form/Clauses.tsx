import type { JSX } from "preact";
import { Checkbox, type FieldProps, FieldView } from "./FieldView.tsx";
import { Group } from "./Form.tsx";

/** The kill fee: a switch and the percentage that belongs to it. */
const KILL_FEE = ["includeKillFee", "killFeePercent"];

/** The clauses of an agreement: figures first, then switches, so that they line up. */
export function Clauses({ field, path, model }: FieldProps): JSX.Element {
  const fields = (field.fields ?? [])
    .filter(({ name }) => !KILL_FEE.includes(name))
    .toSorted((one, other) => Number(one.kind === "boolean") - Number(other.kind === "boolean"));
  return (
    <Group title={field.label}>
      {fields.map((one) => (
        <FieldView key={one.name} field={one} path={`${path}.${one.name}`} model={model} />
      ))}
      <KillFee field={field} path={path} model={model} />
    </Group>
  );
}

/** A percentage above 0 also adds the clause, as the API does. */
function KillFee({ field, path, model }: FieldProps): JSX.Element | null {
  const [include, percent] = KILL_FEE.map((name) => field.fields?.find((one) => one.name === name));
  if (!include || !percent) return null;
  const values = model.values.value;
  const includePath = `${path}.${include.name}`;
  const isIncluded = values[includePath] ?? String(Number(values[`${path}.${percent.name}`]) > 0);
  return (
    <div class="kill-fee">
      <Checkbox
        field={{ ...include, help: "Paid when the client ends the project early." }}
        path={includePath}
        model={model}
        checked={isIncluded === "true"}
      />
      <FieldView
        field={{ ...percent, help: "Defaults to 25%." }}
        path={`${path}.${percent.name}`}
        model={model}
      />
    </div>
  );
}
