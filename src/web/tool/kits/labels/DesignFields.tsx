import type { JSX } from "preact";
import { Control } from "../../../form/Control.tsx";
import type { Field } from "../../../form/field.ts";
import { Fields } from "../../../form/Fields.tsx";
import { Group, Label, Problem } from "../../../form/labels.tsx";
import { type FormModel, formatFieldId, removeRow } from "../../../form/form-model.ts";
import { RemoveButton } from "../../../form/rows/RowControls.tsx";
import { listRows } from "../../../form/values.ts";
import { addLine, formatLine, LINES, MAX_LINES, parseLine } from "./design.ts";

interface DesignProps {
  /** The members of `label`. */
  fields: readonly Field[];
  model: FormModel;
}

/** The design of a label: its code, its lines of text, and their layout. */
export function DesignFields({ fields, model }: DesignProps): JSX.Element {
  const code = fields.find(({ name }) => name === "code")?.fields ?? [];
  const main = code.filter(isMainOfCode).map(toMain).toReversed();
  const options = fields.filter(({ name }) => name !== "code" && name !== "lines");
  const codeOptions = code.filter((field) => !isMainOfCode(field)).map(placeInCode);
  return (
    <Group title="Label">
      {main.map((field) => (
        <div key={field.name} class={`field ${field.kind}`}>
          <Label field={field} path={`label.code.${field.name}`} />
          <Control field={field} path={`label.code.${field.name}`} model={model} />
          <Problem path={`label.code.${field.name}`} model={model} />
        </div>
      ))}
      <Lines model={model} />
      <p class="help wide">
        {"{name}"} is the cell of the column "name", {"{row}"} the number of the row.
      </p>
      <Fields
        fields={[...options, ...codeOptions].map(toOption)}
        model={model}
        path="label."
        isCompact
      />
    </Group>
  );
}

function isMainOfCode({ name }: Field): boolean {
  return name === "text" || name === "type";
}

/** The text of a code is one line. It is empty for a label without a code. */
function toMain({ help: _help, ...field }: Field): Field {
  return field.name === "text" ? { ...field, kind: "text", required: false } : field;
}

function placeInCode(field: Field): Field {
  return { ...field, name: `code.${field.name}` };
}

function toOption(field: Field): Field {
  return { ...field, advanced: true };
}

/** The lines of text, each with a switch for bold. */
function Lines({ model }: Pick<DesignProps, "model">): JSX.Element {
  const values = model.values.value;
  const rows = listRows(values, LINES);
  return (
    <fieldset class="label-lines wide">
      <legend>Lines of text</legend>
      {rows.map((row, index) => (
        <Line key={row} row={row} name={`Line ${index + 1}`} model={model} />
      ))}
      {rows.length < MAX_LINES && (
        <button
          type="button"
          class="quiet add scripted"
          onClick={() => model.change(addLine(values, ""))}
        >
          Add line
        </button>
      )}
    </fieldset>
  );
}

interface LineProps extends Pick<DesignProps, "model"> {
  row: number;
  name: string;
}

function Line({ row, name, model }: LineProps): JSX.Element {
  const path = `${LINES}.${row}`;
  const line = parseLine(model.values.value[path] ?? "");
  const change = (changes: Partial<typeof line>) =>
    model.change({ ...model.values.value, [path]: formatLine({ ...line, ...changes }) });
  return (
    <div class="label-line">
      <input
        type="text"
        id={formatFieldId(path)}
        name={path}
        aria-label={name}
        aria-invalid={model.errors.value[path] === undefined ? undefined : "true"}
        value={line.text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <button
        type="button"
        class="quiet scripted bold"
        aria-label={`${name}: bold`}
        aria-pressed={line.bold === true}
        onClick={() => change({ bold: !line.bold })}
      >
        B
      </button>
      <RemoveButton
        name={name.toLowerCase()}
        isScripted
        remove={() => removeRow(model, LINES, row)}
      />
      <Problem path={path} model={model} />
    </div>
  );
}
