import type { JSX } from "preact";
import type { Field } from "./field.ts";
import { formatFieldId, type FormModel, setText } from "./form-model.ts";
import { Problem } from "./labels.tsx";
import { isVisible } from "./values.ts";

interface SliderProps {
  field: Field;
  model: FormModel;
  max: number;
  /** The accessible name of the slider. */
  title: string;
}

/** A number with a slider. Without a script the number is alone. */
export function Slider({ field, model, max, title }: SliderProps): JSX.Element {
  const { name, label, initial = "", min = 0 } = field;
  const values = model.values.value;
  const text = values[name] ?? "";
  return (
    <div
      class="field slider"
      id={`box-${formatFieldId(name)}`}
      data-inactive={isVisible(field, values, name) ? undefined : ""}
    >
      <label for={formatFieldId(name)}>
        {label}
        {field.unit !== undefined && <span class="unit">{` ${field.unit}`}</span>}
      </label>
      <input
        type="range"
        class="scripted"
        aria-label={title}
        min={min}
        max={max}
        value={text === "" ? initial : text}
        onInput={({ currentTarget }) => setText(model, name, currentTarget.value)}
      />
      <input
        type="text"
        inputMode="numeric"
        id={formatFieldId(name)}
        name={name}
        value={text}
        placeholder={initial}
        aria-invalid={model.errors.value[name] === undefined ? undefined : "true"}
        aria-describedby={
          model.errors.value[name] === undefined ? undefined : `${formatFieldId(name)}-problem`
        }
        onInput={({ currentTarget }) => setText(model, name, currentTarget.value)}
      />
      <Problem path={name} model={model} />
    </div>
  );
}
