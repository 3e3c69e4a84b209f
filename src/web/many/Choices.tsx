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
  const { mapping, groupBy, name, output, format, form } = options.value;
  const change = (next: Partial<ManyOptions>) => (options.value = { ...options.value, ...next });
  const formatField = findFormatField(view);
  const isTable = rows.kind === "table";
  const types = [view.mediaType, ...Object.values(formatField?.media ?? {})];
  const hasPdf = types.includes("application/pdf");
  const outputs = Object.entries(OUTPUTS).filter(([kind]) => kind !== "pdf" || hasPdf);
  return (
    <section class="panel" aria-labelledby="columns-title">
      <h2 id="columns-title">{isTable ? "Columns" : "Options"}</h2>
      {isTable && (
        <ColumnTable
          header={rows.header}
          paths={paths}
          mapping={mapping}
          change={(next) => change({ mapping: next })}
        />
      )}
      <div class="many-options">
        {isTable && (
          <Select
            label="One input for each"
            value={groupBy}
            options={[["", "row"], ...rows.header.map((column): Option => [column, column])]}
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
          options={outputs}
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
      <p class="help">
        {form ? (
          <>
            Fields without a column have the values of your form.{" "}
            <button type="button" class="quiet" onClick={() => change({ form: undefined })}>
              Leave them out
            </button>
          </>
        ) : (
          <>
            To use the same values for every row, fill in <a href={view.pagePath}>the form</a>{" "}
            first.
          </>
        )}
      </p>
    </section>
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
