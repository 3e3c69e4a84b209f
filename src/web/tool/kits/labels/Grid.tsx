import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { readTable } from "../../../../domain/table/read-table.ts";
import type { FormModel } from "../../../form/model.ts";
import { useSignal } from "../../../shell/signal.ts";
import { placeColumn } from "./design.ts";
import { type CellPosition, pasteCells, removeColumn, removeRow, type Table } from "./table.ts";

interface GridProps {
  table: Table;
  model: FormModel;
  change(table: Table): void;
  /** Replaces all rows by those of a text. */
  replace(text: string): void;
}

/** Rows that are shown at first; more would make the page slow. */
const SHOWN_ROWS = 20;
const MAX_SHOWN_ROWS = 300;
/** Templates of a column have no braces in its name. */
const NO_TEMPLATE = /[{}]|^$/;

/** A table to type into, with buttons that put a column on the label. */
export function Grid({ table, model, change, replace }: GridProps): JSX.Element {
  const { names, rows } = table;
  const showsAll = useSignal(false);
  const grid = useRef<HTMLTableElement>(null);
  const shown = rows.slice(0, showsAll.value ? MAX_SHOWN_ROWS : SHOWN_ROWS);
  const hasMore = shown.length < rows.length;
  // An empty row follows, which becomes one of the table when something is typed.
  const lines = hasMore ? shown : [...shown, names.map(() => "")];
  const set = (at: CellPosition, text: string) => change(pasteCells(table, at, [[text]]));
  const focus = ({ row, column }: CellPosition) =>
    setTimeout(() => {
      const cells = grid.current?.rows[row + 1]?.querySelectorAll("input");
      cells?.[column]?.focus();
    });
  const cellProps = (at: CellPosition) => ({
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set(at, currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = { ...at, row: Math.max(-1, at.row + step) };
      focus(next);
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      // A table over the header has a header of its own.
      if (at.row < 0 && at.column === 0) replace(text);
      else change(pasteCells(table, at, readCells(text)));
    },
  });
  return (
    <div class="grid-scroll" tabIndex={0} role="region" aria-label="Table">
      <table class="grid" ref={grid}>
        <thead>
          <tr>
            {names.map((name, column) => (
              <th key={column} scope="col">
                <input
                  type="text"
                  aria-label={`Name of column ${column + 1}`}
                  value={name}
                  {...cellProps({ row: -1, column })}
                />
                <ColumnButtons
                  name={name}
                  model={model}
                  remove={names.length > 1 ? () => change(removeColumn(table, column)) : undefined}
                />
              </th>
            ))}
            <td>
              <button
                type="button"
                class="quiet add"
                aria-label="Add column"
                title="Add column"
                onClick={() => {
                  set({ row: -1, column: names.length }, `column ${names.length + 1}`);
                  focus({ row: -1, column: names.length });
                }}
              >
                <span aria-hidden="true">+</span>
              </button>
            </td>
          </tr>
        </thead>
        <tbody>
          {lines.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>
                  <input
                    type="text"
                    aria-label={`${names[column] ?? ""}, row ${row + 1}`}
                    value={cell}
                    {...cellProps({ row, column })}
                  />
                </td>
              ))}
              <td>
                {row < rows.length && (
                  <button
                    type="button"
                    class="quiet remove"
                    aria-label={`Remove row ${row + 1}`}
                    onClick={() => {
                      change(removeRow(table, row));
                      focus({ row, column: 0 });
                    }}
                  >
                    <span aria-hidden="true">×</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <button
          type="button"
          class="quiet"
          disabled={showsAll.value}
          onClick={() => (showsAll.value = true)}
        >
          {`${rows.length - shown.length} more rows`}
        </button>
      )}
    </div>
  );
}

function readCells(text: string): string[][] {
  return Array.from(readTable(text), ({ cells }) => cells);
}

interface ColumnButtonsProps {
  name: string;
  model: FormModel;
  remove: (() => void) | undefined;
}

/** The buttons of a column: into the code, as a line, and remove. */
function ColumnButtons({ name, model, remove }: ColumnButtonsProps): JSX.Element {
  const put = (place: "code" | "line") =>
    model.change(placeColumn(model.values.value, name, place));
  const isUsable = !NO_TEMPLATE.test(name);
  return (
    <span class="column-buttons">
      <button
        type="button"
        class="chip"
        disabled={!isUsable}
        aria-label={`Use ${name} as the code`}
        onClick={() => put("code")}
      >
        Code
      </button>
      <button
        type="button"
        class="chip"
        disabled={!isUsable}
        aria-label={`Add ${name} as a line`}
        onClick={() => put("line")}
      >
        + Line
      </button>
      {remove && (
        <button
          type="button"
          class="quiet remove"
          aria-label={`Remove column ${name}`}
          onClick={remove}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </span>
  );
}
