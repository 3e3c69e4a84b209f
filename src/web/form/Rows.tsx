import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Control } from "./Control.tsx";
import type { Field } from "./field.ts";
import { type FieldProps, idOf, Problem } from "./FieldView.tsx";
import { addRow, removeRow } from "./Form.tsx";
import { singular } from "./label.ts";
import { rowsOf } from "./values.ts";

/** Rows that a page draws: a link may bring thousands, which would hold the browser up for seconds. */
const MAX_ROWS = 200;

/** A list: a row of controls for each entry. Adding and removing also work as plain posts of the form. */
export function Rows(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  const { item } = field;
  const rows = rowsOf(model.values.value, path);
  const columns =
    item?.kind === "object"
      ? (item.fields ?? []).filter(({ advanced }) => !advanced)
      : item
        ? [{ ...item, name: "" }]
        : [];
  const one = singular(field.name);
  const list = useRef<HTMLFieldSetElement>(null);
  const isWrong = model.errors.value[path] !== undefined;
  return (
    <fieldset
      class={`group rows ${field.name}`}
      ref={list}
      id={idOf(path)}
      tabIndex={-1}
      aria-describedby={isWrong ? `${idOf(path)}-problem` : undefined}
    >
      <legend>{field.label}</legend>
      {field.help !== undefined && <p class="help">{field.help}</p>}
      {rows.length > 0 && (
        <div class={`row head columns-${columns.length}`} aria-hidden="true">
          {columns.map((column) => (
            <span key={column.name} class={column.kind}>
              {column.label}
            </span>
          ))}
        </div>
      )}
      {rows.slice(0, MAX_ROWS).map((row, index) => (
        <Row
          key={row}
          {...props}
          columns={columns}
          row={row}
          title={`${one} ${index + 1}`}
          onRemoved={() => goOn(list, ".remove, .add", index)}
        />
      ))}
      {rows.length > MAX_ROWS && (
        <p class="help">{rows.length - MAX_ROWS} more are sent, but not shown here.</p>
      )}
      <Problem path={path} model={model} />
      {item && rows.length < Math.min(field.maxItems ?? MAX_ROWS, MAX_ROWS) && (
        <button
          class="quiet add"
          name="add-row"
          value={path}
          onClick={(event) => {
            event.preventDefault();
            addRow(model, path, item);
            goOn(list, ".row:last-of-type :is(input, select, textarea)", 0);
          }}
        >
          Add {one.toLowerCase()}
        </button>
      )}
    </fieldset>
  );
}

/** Goes, once the rows are drawn, to the place at a position, else to the last: the focus must not go with a row. */
function goOn(list: RefObject<HTMLElement | null>, places: string, at: number): void {
  setTimeout(() => {
    const found = [...(list.current?.querySelectorAll<HTMLElement>(places) ?? [])];
    (found[at] ?? found.at(-1))?.focus();
  });
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
      {columns.map((column) => {
        const place = column.name === "" ? at : `${at}.${column.name}`;
        return (
          <div key={column.name} class={`cell ${column.kind}`}>
            <label class="cell-label" for={idOf(place)}>
              {column.label}
            </label>
            <Control field={bare(column)} path={place} model={model} rows={1} />
            <Problem path={place} model={model} />
          </div>
        );
      })}
      <button
        class="quiet remove"
        name="remove-row"
        value={at}
        aria-label={`Remove ${title.toLowerCase()}`}
        onClick={(event) => {
          event.preventDefault();
          removeRow(model, path, row);
          onRemoved();
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** A cell has no room for help: it must not be described by what is not there. */
function bare({ help: _help, ...field }: Field): Field {
  return field;
}
