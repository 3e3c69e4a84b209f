import type { JSX } from "preact";
import { getOptionTitle } from "./names.ts";
import { formatDescribedBy, type FieldProps, formatFieldId, setText } from "./form-model.ts";

export interface ControlProps extends FieldProps {
  /** Visible lines of a text. */
  rows?: number;
  /** The id of a list of suggestions for a line. */
  list?: string;
  /** Called when a one-line text gets the focus. */
  onFocus?: () => void;
}

/** The control of a field with one text. */
export function Control({ rows, list, onFocus, ...props }: ControlProps): JSX.Element {
  const { field, path, model } = props;
  const text = model.values.value[path] ?? "";
  const shared = {
    id: formatFieldId(path),
    name: path,
    "aria-describedby": formatDescribedBy(props),
    "aria-invalid": model.errors.value[path] === undefined ? undefined : ("true" as const),
    "aria-required": field.required ? ("true" as const) : undefined,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setText(model, path, currentTarget.value),
  };
  if (field.kind === "choice") return <Choice {...props} shared={shared} />;
  if (field.kind === "lines")
    return <TextArea {...shared} rows={rows ?? countRows(field)} text={text} />;
  if (field.kind === "color") {
    return (
      <span class="swatch">
        <input
          type="color"
          aria-label={`${field.label}: pick`}
          class={toOpaqueHex(text) === undefined ? "none" : undefined}
          value={toOpaqueHex(text) ?? "#ffffff"}
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
  if (field.kind === "dateTime") return <input type="datetime-local" {...shared} value={text} />;
  const isNumber = field.kind === "number" || field.kind === "numberOrText";
  return (
    <input
      type="text"
      inputMode={isNumber ? "decimal" : undefined}
      {...shared}
      list={list}
      onFocus={onFocus}
      value={text}
      placeholder={field.initial}
    />
  );
}

/**
 * A text of several lines. HTML drops a line break at the beginning of a textarea, so the server
 * writes one more; the browser sets the value itself.
 */
function TextArea({ text, ...props }: { text: string } & Record<string, unknown>): JSX.Element {
  const value = typeof document === "undefined" && text.startsWith("\n") ? `\n${text}` : text;
  return <textarea {...props} value={value} />;
}

/**
 * Returns a color such as `#abc` or `#aabbccdd` as `#rrggbb`, the only notation that color pickers
 * take.
 */
function toOpaqueHex(text: string): string | undefined {
  const [, hex] = /^#([\da-f]{3}|[\da-f]{6})(?:[\da-f]{2})?$/i.exec(text.trim()) ?? [];
  const long = hex?.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
  return long && `#${long.toLowerCase()}`;
}

/** Returns the visible lines of a text: more for a tool's main text than for an address. */
function countRows({ maxLength = 1e9 }: FieldProps["field"]): number {
  return maxLength > 1000 ? 5 : 3;
}

function Choice({ field, path, model, shared }: FieldProps & { shared: object }): JSX.Element {
  const { options = [] } = field;
  const text = model.values.value[path] ?? "";
  const mayBeEmpty = !field.required && (field.initial ?? field.start) === undefined;
  // Shown even when it is not an option, because a link can set any value and the form sends it.
  const unlisted = text === "" || options.includes(text) ? [] : [text];
  return (
    <select {...shared}>
      {(mayBeEmpty || text === "") && (
        <option value="" selected={text === ""}>
          {field.titles?.[""] ?? (mayBeEmpty ? "Automatic" : "Choose…")}
        </option>
      )}
      {[...unlisted, ...options].map((option) => {
        const title = field.titles?.[option] ?? getOptionTitle(option);
        return (
          <option
            key={option}
            value={option === title ? undefined : option}
            selected={option === text}
          >
            {title}
          </option>
        );
      })}
    </select>
  );
}
