import type { JSX } from "preact";
import { getOptionTitle } from "../form/names.ts";
import type { Signal } from "../shell/signal.ts";
import type { ToolView } from "../tool/view.ts";
import { ColumnTable } from "./ColumnTable.tsx";
import type { RowsFile } from "./read-rows.ts";
import { findFormatField, type ManyOptions, type OutputKind } from "./request.ts";

interface ChoicesProps {
  view: ToolView;
  rows: RowsFile;
  paths: readonly string[];
  options: Signal<ManyOptions>;
}

const OUTPUTS: Record<OutputKind, string> = {
  "": "Default",
  zip: "ZIP of files",
  csv: "CSV table",
  ndjson: "NDJSON",
  pdf: "One PDF",
};

/** The fields of columns, and how rows become files. */
export function Choices({ view, rows, paths, options }: ChoicesProps): JSX.Element {
  const change = (next: Partial<ManyOptions>) => (options.value = { ...options.value, ...next });
  const isTable = rows.kind === "table";
  return (
    <section class="panel" aria-labelledby="columns-title">
      <h2 id="columns-title">{isTable ? "Columns" : "Options"}</h2>
      {isTable && (
        <ColumnTable
          header={rows.header}
          paths={paths}
          mapping={options.value.mapping}
          change={(next) => change({ mapping: next })}
        />
      )}
      <OptionFields
        view={view}
        columns={isTable ? rows.header : undefined}
        options={options.value}
        change={change}
      />
      <FormNote view={view} hasForm={options.value.form !== undefined} change={change} />
    </section>
  );
}

interface OptionFieldsProps {
  view: ToolView;
  /** Undefined: the rows are not a table. */
  columns: readonly string[] | undefined;
  options: ManyOptions;
  change(next: Partial<ManyOptions>): void;
}

function OptionFields({ view, columns, options, change }: OptionFieldsProps): JSX.Element {
  const { groupBy, name, output, format } = options;
  const formatField = findFormatField(view);
  return (
    <div class="many-options">
      {columns && (
        <Select
          label="One input for each"
          value={groupBy}
          options={[["", "row"], ...columns.map((column): Option => [column, column])]}
          change={(value) => change({ groupBy: value })}
        />
      )}
      {formatField?.options && (
        <Select
          label="Format"
          value={format}
          options={[
            ["", "Default"],
            ...formatField.options.map((value): Option => [
              value,
              formatField.titles?.[value] ?? getOptionTitle(value),
            ]),
          ]}
          change={(value) => change({ format: value })}
        />
      )}
      <Select
        label="Output"
        value={output}
        options={listOutputs(view)}
        change={(value) => change({ output: value as OutputKind })}
      />
      <div class="field">
        <label for="many-name">File names</label>
        <input
          id="many-name"
          type="text"
          value={name}
          maxLength={200}
          placeholder="{tool}-{row}"
          spellcheck={false}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </div>
    </div>
  );
}

/** The outputs of the tool: one PDF for tools with PDFs only. */
function listOutputs(view: ToolView): Option[] {
  const types = [view.mediaType, ...Object.values(findFormatField(view)?.media ?? {})];
  const hasPdf = types.includes("application/pdf");
  return Object.entries(OUTPUTS).filter(([kind]) => kind !== "pdf" || hasPdf);
}

interface FormNoteProps extends Pick<OptionFieldsProps, "view" | "change"> {
  hasForm: boolean;
}

/** The values of fields without a column: those of the form, or none. */
function FormNote({ view, hasForm, change }: FormNoteProps): JSX.Element {
  return (
    <p class="help">
      {hasForm ? (
        <>
          Fields without a column have the values of your form.{" "}
          <button type="button" class="quiet" onClick={() => change({ form: undefined })}>
            Leave them out
          </button>
        </>
      ) : (
        <>
          To use the same values for every row, fill in <a href={view.pagePath}>the form</a> first.
        </>
      )}
    </p>
  );
}

type Option = [value: string, title: string];

interface SelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  change(value: string): void;
}

function Select({ label, value, options, change }: SelectProps): JSX.Element {
  const id = `many-${label.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
