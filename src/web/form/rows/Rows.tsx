import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Field } from "../field.ts";
import { toSingular } from "../label.ts";
import { type FieldProps, removeRow } from "../form-model.ts";
import { getBoxProps, Problem, Required } from "../labels.tsx";
import { AddRow, Cell, focusControl, getListProps, MAX_ROWS, RemoveRow } from "./RowControls.tsx";
import { listRows } from "../values.ts";

/** A list: a row of controls for each entry. Add and Remove also work as posts of the form. */
export function Rows(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  const { item } = field;
  const rows = listRows(model.values.value, path);
  const columns = listColumns(item);
  const singular = toSingular(field.name);
  const list = useRef<HTMLFieldSetElement>(null);
  const box = getBoxProps(props);
  const rowList = (
    <fieldset class={`group rows ${field.name}`} ref={list} {...getListProps(props)}>
      <legend>{field.label}</legend>
      {field.help !== undefined && <p class="help">{field.help}</p>}
      {rows.length > 0 && <ColumnLabels columns={columns} />}
      {rows.slice(0, MAX_ROWS).map((row, index) => (
        <Row
          key={row}
          {...props}
          columns={columns}
          row={row}
          title={`${singular} ${index + 1}`}
          onRemoved={() => focusControl(list, ".remove, .add", index)}
        />
      ))}
      {rows.length > MAX_ROWS && (
        <p class="help">{rows.length - MAX_ROWS} more rows are sent but not shown here.</p>
      )}
      <Problem path={path} model={model} />
      {item && rows.length < Math.min(field.maxItems ?? MAX_ROWS, MAX_ROWS) && (
        <AddRow
          {...{ item, path, model }}
          label={`Add ${singular.toLowerCase()}`}
          onAdded={() => focusControl(list, ".row:last-of-type :is(input, select, textarea)", 0)}
        />
      )}
    </fieldset>
  );
  return box.id === undefined ? (
    rowList
  ) : (
    <div class="conditional" {...box}>
      {rowList}
    </div>
  );
}

/** Returns the members of an entry, or the entry itself where it has none. */
function listColumns(item: Field | undefined): readonly Field[] {
  if (item?.kind === "object") return (item.fields ?? []).filter(({ advanced }) => !advanced);
  return item ? [{ ...item, name: "" }] : [];
}

function ColumnLabels({ columns }: Pick<RowProps, "columns">): JSX.Element {
  return (
    <div class={`row head columns-${columns.length}`} aria-hidden="true">
      {columns.map((column) => (
        <span key={column.name} class={`${column.kind} ${column.name}`}>
          {column.label}
          <Required field={column} />
        </span>
      ))}
    </div>
  );
}

interface RowProps extends FieldProps {
  columns: readonly Field[];
  row: number;
  title: string;
  onRemoved: () => void;
}

function Row({ path, model, columns, row, title, onRemoved }: RowProps): JSX.Element {
  const at = `${path}.${row}`;
  return (
    <div class={`row columns-${columns.length}`} role="group" aria-label={title}>
      {columns.map((column) => (
        <Cell
          key={column.name}
          field={column}
          path={column.name === "" ? at : `${at}.${column.name}`}
          model={model}
          style={`${column.kind} ${column.name}`}
        />
      ))}
      <RemoveRow
        path={at}
        name={title.toLowerCase()}
        remove={() => {
          removeRow(model, path, row);
          onRemoved();
        }}
      />
    </div>
  );
}
