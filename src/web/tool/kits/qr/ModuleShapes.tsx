import type { JSX } from "preact";
import { Choices } from "../../../form/Choices.tsx";
import { type FieldProps, setText } from "../../../form/form-model.ts";
import { getOptionTitle } from "../../../form/names.ts";

/** How one path through the centers of modules is drawn in each shape. */
const STROKES: Readonly<Record<string, JSX.IntrinsicElements["path"]>> = {
  square: { "stroke-linecap": "square" },
  rounded: { "stroke-linecap": "round", "stroke-linejoin": "round" },
  dots: { "stroke-linecap": "round", "stroke-dasharray": "0 4", "stroke-width": "3.6" },
};

/** The choice of the modules' shape, each with a picture of some modules. */
export function ModuleShapes({ field, path, model }: FieldProps): JSX.Element {
  const { options = [], initial = "" } = field;
  return (
    <Choices
      legend={field.label}
      isLabelled
      name={path}
      options={options.map((shape) => [shape, <Shape key={shape} name={shape} />])}
      chosen={model.values.value[path] || initial}
      onChoose={(shape) => setText(model, path, shape)}
      class="shapes"
    />
  );
}

function Shape({ name }: { name: string }): JSX.Element {
  return (
    <>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 2h4v4h4v4h4v4.01M14 2h.01M2 10v4.01" {...STROKES[name]} />
      </svg>
      {getOptionTitle(name)}
    </>
  );
}
