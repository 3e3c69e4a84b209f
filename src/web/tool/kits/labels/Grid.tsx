import type { ComponentChildren, JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { readTable } from "../../../../domain/table/read-table.ts";
import type { FormModel } from "../../../form/form-model.ts";
import { RemoveButton } from "../../../form/rows/RowControls.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { GridHeader } from "./GridHeader.tsx";
import { type CellPosition, pasteCells, removeRow, type Table } from "./table.ts";

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

/** A table to type into, with buttons that put a column on the label. */
export function Grid(props: GridProps): JSX.Element {
  const { table, model, change } = props;
  const { names, rows } = table;
  const showsAll = useSignal(false);
  const grid = useRef<HTMLTableElement>(null);
  const visibleRows = rows.slice(0, showsAll.value ? MAX_SHOWN_ROWS : SHOWN_ROWS);
  const hasMore = visibleRows.length < rows.length;
  // An empty row follows, which becomes one of the table when something is typed.
  const lines = hasMore ? visibleRows : [...visibleRows, names.map(() => "")];
  const remove = (row: number) => {
    change(removeRow(table, row));
    focusCell(grid, { row, column: 0 });
  };
  const toHandlers = createHandlers(props, grid);
  return (
    <div class="grid-scroll" tabIndex={0} role="region" aria-label="Table">
      <table class="grid" ref={grid}>
        <GridHeader
          {...{ table, model, change, toHandlers }}
          focus={(column) => focusCell(grid, { row: -1, column })}
        />
        <tbody>
          {lines.map((cells, row) => (
            <GridRow key={row} {...{ cells, row, names, toHandlers }}>
              {row < rows.length && (
                <RemoveButton name={`row ${row + 1}`} remove={() => remove(row)} />
              )}
            </GridRow>
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
          {`${rows.length - visibleRows.length} more rows`}
        </button>
      )}
    </div>
  );
}

interface GridRowProps {
  cells: readonly string[];
  row: number;
  names: readonly string[];
  toHandlers: ReturnType<typeof createHandlers>;
  /** Follows the cells. */
  children: ComponentChildren;
}

function GridRow({ cells, row, names, toHandlers, children }: GridRowProps): JSX.Element {
  return (
    <tr>
      {cells.map((cell, column) => (
        <td key={column}>
          <input
            type="text"
            aria-label={`${names[column] ?? ""}, row ${row + 1}`}
            value={cell}
            {...toHandlers({ row, column })}
          />
        </td>
      ))}
      <td>{children}</td>
    </tr>
  );
}

function focusCell(grid: RefObject<HTMLTableElement | null>, { row, column }: CellPosition): void {
  const cells = grid.current?.rows[row + 1]?.querySelectorAll("input");
  cells?.[column]?.focus();
}

/** The rows that a key moves the focus by. */
const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Returns the handlers of each cell: typing, moving and pasting. */
function createHandlers(
  { table, change, replace }: GridProps,
  grid: RefObject<HTMLTableElement | null>,
) {
  return (at: CellPosition) => ({
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change(pasteCells(table, at, [[currentTarget.value]])),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      focusCell(grid, { ...at, row: Math.max(-1, at.row + step) });
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      // A table over the header has a header of its own.
      if (at.row < 0 && at.column === 0) replace(text);
      else
        change(
          pasteCells(
            table,
            at,
            Array.from(readTable(text), ({ cells }) => cells),
          ),
        );
    },
  });
}
