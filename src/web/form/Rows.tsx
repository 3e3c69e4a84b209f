import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Control } from "./Control.tsx";
import type { Field } from "./field.ts";
import { toSingular } from "./label.ts";
import { addRow, type FieldProps, formatFieldId, removeRow, setText } from "./form-model.ts";
import { getBoxProps, Problem, Required } from "./labels.tsx";
import { listRows } from "./values.ts";

/**
 * Rows that a page shows, because a link may contain thousands, which would block the browser for
 * seconds.
 */
const MAX_ROWS = 100;

/** A list: a row of controls for each entry. Add and Remove also work as posts of the form. */
export function Rows(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  const { item } = field;
  const rows = listRows(model.values.value, path);
  const columns =
    item?.kind === "object"
      ? (item.fields ?? []).filter(({ advanced }) => !advanced)
      : item
        ? [{ ...item, name: "" }]
        : [];
  const singular = toSingular(field.name);
  const list = useRef<HTMLFieldSetElement>(null);
  const isWrong = model.errors.value[path] !== undefined;
  const box = getBoxProps(props);
  const rowList = (
    <fieldset
      class={`group rows ${field.name}`}
      ref={list}
      id={formatFieldId(path)}
      tabIndex={-1}
      aria-describedby={isWrong ? `${formatFieldId(path)}-problem` : undefined}
    >
      <legend>{field.label}</legend>
      {field.help !== undefined && <p class="help">{field.help}</p>}
      {rows.length > 0 && (
        <div class={`row head columns-${columns.length}`} aria-hidden="true">
          {columns.map((column) => (
            <span key={column.name} class={`${column.kind} ${column.name}`}>
              {column.label}
              <Required field={column} />
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
          title={`${singular} ${index + 1}`}
          onRemoved={() => focusRow(list, ".remove, .add", index)}
        />
      ))}
      {rows.length > MAX_ROWS && (
        <p class="help">{rows.length - MAX_ROWS} more rows are sent but not shown here.</p>
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
            focusRow(list, ".row:last-of-type :is(input, select, textarea)", 0);
          }}
        >
          {`Add ${singular.toLowerCase()}`}
        </button>
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

/**
 * Focuses the control at an index, or the last one, after rendering, so that focus does not leave
 * the list with a removed row.
 */
function focusRow(list: RefObject<HTMLElement | null>, selector: string, index: number): void {
  setTimeout(() => {
    const matches = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    (matches[index] ?? matches.at(-1))?.focus();
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
        const cellPath = column.name === "" ? at : `${at}.${column.name}`;
        return (
          <div key={column.name} class={`cell ${column.kind} ${column.name}`}>
            <label class="cell-label" for={formatFieldId(cellPath)}>
              {column.label}
              <Required field={column} />
            </label>
            {column.kind === "boolean" ? (
              <input
                type="checkbox"
                id={formatFieldId(cellPath)}
                name={cellPath}
                value="true"
                checked={model.values.value[cellPath] === "true"}
                onChange={({ currentTarget }) =>
                  setText(model, cellPath, String(currentTarget.checked))
                }
              />
            ) : (
              <Control field={removeHelp(column)} path={cellPath} model={model} rows={1} />
            )}
            <Problem path={cellPath} model={model} />
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

/**
 * Removes the help, which a cell does not show, so that the control is not described by a missing
 * element.
 */
function removeHelp({ help: _help, ...field }: Field): Field {
  return field;
}
