import type { JSX } from "preact";
import { Checkbox, type FieldProps, FieldView } from "./FieldView.tsx";
import type { Field } from "./field.ts";
import { Group } from "./Form.tsx";

/** Clauses that are in or out, as one chooses them. */
const SWITCHES: Record<string, { label: string; help: string }> = {
  ipTransferOnPayment: {
    label: "Rights pass to the client on payment",
    help: "Otherwise the freelancer keeps them and grants a license.",
  },
  includeNDA: { label: "Confidentiality", help: "Neither side tells what it learns." },
  includeNonSolicitation: {
    label: "Non-solicitation",
    help: "Neither side hires the other's people.",
  },
  includeForce: { label: "Force majeure", help: "Nobody is late for what nobody could help." },
};

/** The clauses of an agreement: what is agreed in figures first, then what is in or out. */
export function Clauses({ field, path, model }: FieldProps): JSX.Element {
  const named = (name: string) => field.fields?.find((one) => one.name === name);
  const show = (name: string, change: Partial<Field> = {}) => {
    const one = named(name);
    return (
      one && <FieldView field={{ ...one, ...change }} path={`${path}.${name}`} model={model} />
    );
  };
  return (
    <Group title="Clauses">
      {show("revisionRounds")}
      {show("governingState", { label: "Governing law" })}
      {Object.entries(SWITCHES).map(([name, words]) => show(name, words))}
      <KillFee field={field} path={path} model={model} />
    </Group>
  );
}

/** A kill fee and its part of the whole: a part above 0 asks for it, too. */
function KillFee({ field, path, model }: FieldProps): JSX.Element | null {
  const [include, percent] = ["includeKillFee", "killFeePercent"].map((name) =>
    field.fields?.find((one) => one.name === name),
  );
  if (!include || !percent) return null;
  const values = model.values.value;
  const at = `${path}.${include.name}`;
  const isAsked = values[at] ?? String(Number(values[`${path}.${percent.name}`]) > 0);
  return (
    <div class="kill-fee">
      <Checkbox
        field={{
          ...include,
          label: "Kill fee",
          help: "Paid when the client ends the project early.",
        }}
        path={at}
        model={model}
        checked={isAsked === "true"}
      />
      <FieldView
        field={{ ...percent, label: "Part of the fee", help: "25 % when left empty." }}
        path={`${path}.${percent.name}`}
        model={model}
      />
    </div>
  );
}
