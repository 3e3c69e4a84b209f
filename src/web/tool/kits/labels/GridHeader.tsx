import type { JSX } from "preact";
import type { FormModel } from "../../../form/form-model.ts";
import { RemoveButton } from "../../../form/rows/RowControls.tsx";
import { placeColumn } from "./design.ts";
import { type CellPosition, pasteCells, removeColumn, type Table } from "./table.ts";

interface GridHeaderProps {
  table: Table;
  model: FormModel;
  change(table: Table): void;
  toHandlers(at: CellPosition): object;
  focus(column: number): void;
}

/** The names of the columns, each with the buttons that put it on the label. */
export function GridHeader(props: GridHeaderProps): JSX.Element {
  const { table, model, change, toHandlers, focus } = props;
  const { names } = table;
  const addColumn = () => {
    const at = { row: -1, column: names.length };
    change(pasteCells(table, at, [[`column ${names.length + 1}`]]));
    focus(names.length);
  };
  return (
    <thead>
      <tr>
        {names.map((name, column) => (
          <th key={column} scope="col">
            <input
              type="text"
              aria-label={`Name of column ${column + 1}`}
              value={name}
              {...toHandlers({ row: -1, column })}
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
            onClick={addColumn}
          >
            <span aria-hidden="true">+</span>
          </button>
        </td>
      </tr>
    </thead>
  );
}

interface ColumnButtonsProps {
  name: string;
  model: FormModel;
  remove: (() => void) | undefined;
}

/** Names that no template can have. */
const NO_TEMPLATE = /[{}]|^$/;

/** The buttons of a column: into the code, as a line, and remove. */
function ColumnButtons({ name, model, remove }: ColumnButtonsProps): JSX.Element {
  const places = [
    ["code", "Code", `Use ${name} as the code`],
    ["line", "+ Line", `Add ${name} as a line`],
  ] as const;
  return (
    <span class="column-buttons">
      {places.map(([place, title, label]) => (
        <button
          key={place}
          type="button"
          class="chip"
          disabled={NO_TEMPLATE.test(name)}
          aria-label={label}
          onClick={() => model.change(placeColumn(model.values.value, name, place))}
        >
          {title}
        </button>
      ))}
      {remove && <RemoveButton name={`column ${name}`} remove={remove} />}
    </span>
  );
}
