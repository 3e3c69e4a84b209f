import type { JSX } from "preact";
import type { Field } from "../../../form/field.ts";
import type { WidgetProps } from "../../../form/form-model.ts";
import { Checkbox, getBoxProps, Group } from "../../../form/labels.tsx";

/** The kill fee: a switch and the percentage that belongs to it. */
const KILL_FEE = ["includeKillFee", "killFeePercent"];

/** The clauses of an agreement: numbers before switches, so that both are aligned. */
export function Clauses(props: WidgetProps): JSX.Element {
  const { field, path, renderField } = props;
  const fields = (field.fields ?? [])
    .filter(({ name }) => !KILL_FEE.includes(name))
    .toSorted((left, right) => Number(left.kind === "boolean") - Number(right.kind === "boolean"));
  return (
    <Group title={field.label}>
      {fields.map((member) => renderField(member, `${path}.${member.name}`))}
      <KillFee {...props} />
    </Group>
  );
}

/** A percentage above 0 also adds the clause, as in the API. */
function KillFee({ field, path, model, renderField }: WidgetProps): JSX.Element | null {
  const [include, percent] = KILL_FEE.map((name) =>
    field.fields?.find((member) => member.name === name),
  );
  if (!include || !percent) return null;
  const values = model.values.value;
  const includePath = `${path}.${include.name}`;
  const isIncluded = values[includePath] ?? String(Number(values[`${path}.${percent.name}`]) > 0);
  return (
    <div class="kill-fee" {...getBoxProps({ field: include, path: includePath, model })}>
      <Checkbox
        field={{
          ...withoutCondition(include),
          help: "Paid when the client ends the project early.",
        }}
        path={includePath}
        model={model}
        checked={isIncluded === "true"}
      />
      {renderField(
        { ...withoutCondition(percent), help: "Defaults to 25%." },
        `${path}.${percent.name}`,
      )}
    </div>
  );
}

/** The condition is that of the box around both. */
function withoutCondition({ visibleWhen: _condition, ...field }: Field): Field {
  return field;
}
