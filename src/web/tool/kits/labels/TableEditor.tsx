import type { JSX } from "preact";
import { useSignal } from "../../../shell/signal.ts";
import { Alert } from "../../../form/labels.tsx";
import type { FormModel } from "../../../form/form-model.ts";
import type { Values } from "../../../form/values.ts";
import { Grid } from "./Grid.tsx";
import { replaceRows } from "./replace-rows.ts";
import { formatRows, type Table, tryParseRows } from "./table.ts";

interface TableEditorProps {
  /** The rows of the form. */
  text: string;
  model: FormModel;
}

/** The rows: a grid to type into or paste a table into, a file, or a text. */
export function TableEditor({ text, model }: TableEditorProps): JSX.Element {
  const isText = useSignal(false);
  const [table, broken] = tryParseRows(text);
  const change = (values: Values) => model.change(values);
  const set = (next: Table) => change({ ...model.values.value, rows: formatRows(next) });
  const replace = (rows: string) => change(replaceRows(model.values.value, rows));
  return (
    <fieldset class="table-editor">
      <legend>Rows {table && <span class="unit">{formatCount(table.rows.length)}</span>}</legend>
      {isText.value || !table ? (
        <textarea
          aria-label="Rows as CSV"
          rows={9}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => replace(currentTarget.value)}
        />
      ) : (
        <Grid table={table} model={model} change={set} replace={replace} />
      )}
      <p class="table-actions">
        <button
          type="button"
          class="quiet"
          aria-pressed={isText.value}
          onClick={() => (isText.value = !isText.value)}
        >
          {isText.value ? "Edit as grid" : "Edit as text"}
        </button>
      </p>
      <Alert text={broken} />
    </fieldset>
  );
}

function formatCount(rows: number): string {
  return `${rows} ${rows === 1 ? "row" : "rows"}`;
}
