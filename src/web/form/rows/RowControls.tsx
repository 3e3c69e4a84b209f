import type { JSX, RefObject } from "preact";
import { Control } from "../Control.tsx";
import type { Field } from "../field.ts";
import { addRow, type FieldProps, formatFieldId, setText } from "../form-model.ts";
import { Problem, Required } from "../labels.tsx";

/**
 * Rows that a page shows, because a link may contain thousands, which would block the browser for
 * seconds.
 */
export const MAX_ROWS = 100;

/** Returns the attributes of a list's box, which an error of the whole list describes. */
export function getListProps({ path, model }: Pick<FieldProps, "path" | "model">) {
  const id = formatFieldId(path);
  const isWrong = model.errors.value[path] !== undefined;
  return { id, tabIndex: -1, "aria-describedby": isWrong ? `${id}-problem` : undefined };
}

/**
 * Focuses the control at an index, or the last one, after rendering, so that focus does not leave
 * the list with a removed row.
 */
export function focusControl(
  list: RefObject<HTMLElement | null>,
  selector: string,
  index = Infinity,
): void {
  setTimeout(() => {
    const matches = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    (matches[index] ?? matches.at(-1))?.focus();
  });
}

interface AddRowProps extends Pick<FieldProps, "path" | "model"> {
  item: Field;
  label: string;
  onAdded(): void;
}

/** Adds a row to the list at a path. Also works as a post of the form. */
export function AddRow({ item, path, model, label, onAdded }: AddRowProps): JSX.Element {
  return (
    <button
      class="quiet add"
      name="add-row"
      value={path}
      onClick={(event) => {
        event.preventDefault();
        addRow(model, path, item);
        onAdded();
      }}
    >
      {label}
    </button>
  );
}

interface RemoveRowProps {
  /** The row's path. */
  path: string;
  /** The row's name, such as "item 2". */
  name: string;
  title?: string;
  remove(): void;
}

/** Removes a row. Also works as a post of the form. */
export function RemoveRow({ path, name, title, remove }: RemoveRowProps): JSX.Element {
  return (
    <button
      class="quiet remove"
      name="remove-row"
      value={path}
      aria-label={`Remove ${name}`}
      title={title}
      onClick={(event) => {
        event.preventDefault();
        remove();
      }}
    >
      <span aria-hidden="true">×</span>
    </button>
  );
}

interface RemoveButtonProps {
  /** The row's name, such as "row 2". */
  name: string;
  title?: string;
  /** True: hidden in browsers without scripts. */
  isScripted?: boolean;
  remove(): void;
}

/** Removes a row, where a script runs. */
export function RemoveButton({ name, title, isScripted, remove }: RemoveButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={isScripted ? "quiet scripted remove" : "quiet remove"}
      aria-label={`Remove ${name}`}
      title={title}
      onClick={remove}
    >
      <span aria-hidden="true">×</span>
    </button>
  );
}

/**
 * A control of a row with the label of its column. It shows no help, so the control must not be
 * described by one.
 */
export function Cell({ field, path, model, style }: FieldProps & { style: string }): JSX.Element {
  const { help: _help, ...column } = field;
  const id = formatFieldId(path);
  return (
    <div class={`cell ${style}`}>
      <label class="cell-label" for={id}>
        {field.label}
        <Required field={field} />
      </label>
      {field.kind === "boolean" ? (
        <input
          type="checkbox"
          id={id}
          name={path}
          value="true"
          checked={model.values.value[path] === "true"}
          onChange={({ currentTarget }) => setText(model, path, String(currentTarget.checked))}
        />
      ) : (
        <Control field={column} path={path} model={model} rows={1} />
      )}
      <Problem path={path} model={model} />
    </div>
  );
}
