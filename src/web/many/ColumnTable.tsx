import type { JSX } from "preact";
import type { Mapping } from "./columns.ts";

interface ColumnTableProps {
  header: readonly string[];
  paths: readonly string[];
  mapping: Mapping;
  change(mapping: Mapping): void;
}

/** A choice of a field for each column. */
export function ColumnTable({ header, paths, mapping, change }: ColumnTableProps): JSX.Element {
  return (
    <ul class="columns">
      {header.map((column, index) => (
        <li key={index}>
          <label for={`column-${index}`}>{column || `Column ${index + 1}`}</label>
          <select
            id={`column-${index}`}
            value={mapping[column] ?? ""}
            onChange={({ currentTarget: { value } }) =>
              change({ ...mapping, [column]: value === "" ? null : value })
            }
          >
            <option value="">Not sent</option>
            {listOptions(paths, mapping[column]).map((path) => (
              <option key={path}>{path}</option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  );
}

/** A column of a position in a list has a path of its own. */
function listOptions(paths: readonly string[], current: string | null | undefined) {
  return current == null || paths.includes(current) ? paths : [current, ...paths];
}
