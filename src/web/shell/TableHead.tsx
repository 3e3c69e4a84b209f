import type { ComponentChildren, JSX } from "preact";

interface TableHeadProps {
  /** The titles of the columns, some with the class of their cells. */
  columns: readonly (string | readonly [title: ComponentChildren, style?: string])[];
}

export function TableHead({ columns }: TableHeadProps): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => {
          const [title, style] = typeof column === "string" ? [column] : column;
          return (
            <th key={index} scope="col" class={style}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
