import type { JSX } from "preact";
import { describedBy, type FieldProps, idOf } from "./FieldView.tsx";
import { set } from "./Form.tsx";

/** A field to be asked for, and how. */
export interface ControlProps extends FieldProps {
  /** How many lines a text shows at first. */
  rows?: number;
  /** The id of a list of suggestions for a line. */
  list?: string;
  /** When somebody comes to a line. */
  onFocus?: () => void;
}

/** The control that takes a field's text. */
export function Control({ rows, list, onFocus, ...props }: ControlProps): JSX.Element {
  const { field, path, model } = props;
  const text = model.values.value[path] ?? "";
  const shared = {
    id: idOf(path),
    name: path,
    "aria-describedby": describedBy(props),
    "aria-invalid": model.errors.value[path] === undefined ? undefined : ("true" as const),
    "aria-required": field.required ? ("true" as const) : undefined,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(model, path, currentTarget.value),
  };
  if (field.kind === "choice") return <Choice {...props} shared={shared} />;
  if (field.kind === "lines")
    return <textarea {...shared} rows={rows ?? rowsFor(field)} value={text} />;
  if (field.kind === "color") {
    return (
      <span class="swatch">
        <input
          type="color"
          aria-label={`${field.label}: pick`}
          class={opaque(text) === undefined ? "none" : undefined}
          value={opaque(text) ?? "#ffffff"}
          onInput={shared.onInput}
        />
        <input
          type="text"
          {...shared}
          value={text}
          placeholder={field.initial}
          spellcheck={false}
        />
      </span>
    );
  }
  if (field.kind === "date") return <input type="date" {...shared} value={text} />;
  const isNumber = field.kind === "number" || field.kind === "numberOrText";
  const keyboard = isNumber ? "decimal" : "text";
  return (
    <input
      type="text"
      inputMode={keyboard}
      {...shared}
      list={list}
      onFocus={onFocus}
      value={text}
      placeholder={field.initial}
    />
  );
}

/** The color of a text such as `#abc` or `#aabbccdd` without its opacity, as pickers take it. */
function opaque(text: string): string | undefined {
  const [, hex] = /^#([\da-f]{3}|[\da-f]{6})(?:[\da-f]{2})?$/i.exec(text.trim()) ?? [];
  const long = hex?.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
  return long && `#${long.toLowerCase()}`;
}

/** A text that is the heart of its tool gets room; an address gets a little. */
function rowsFor({ maxLength = 1e9 }: FieldProps["field"]): number {
  return maxLength > 1000 ? 5 : 3;
}

function Choice({ field, path, model, shared }: FieldProps & { shared: object }): JSX.Element {
  const { options = [] } = field;
  const text = model.values.value[path] ?? "";
  const mayBeEmpty = !field.required && field.initial === undefined;
  // A link may bring what is no option: what is sent must be what shows.
  const foreign = text === "" || options.includes(text) ? [] : [text];
  return (
    <select {...shared}>
      {(mayBeEmpty || text === "") && (
        <option value="" selected={text === ""}>
          Not set
        </option>
      )}
      {[...foreign, ...options].map((option) => (
        <option key={option} value={option} selected={option === text}>
          {option}
        </option>
      ))}
    </select>
  );
}
