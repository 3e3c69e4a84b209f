import type { ComponentType, JSX } from "preact";
import { Choices } from "../../../form/Choices.tsx";
import { type FieldProps, setText } from "../../../form/form-model.ts";
import { getOptionTitle } from "../../../form/names.ts";

/** How one path through the centers of modules is drawn in each shape. */
const MODULES: Readonly<Record<string, JSX.IntrinsicElements["path"]>> = {
  square: { "stroke-linecap": "square" },
  rounded: { "stroke-linecap": "round", "stroke-linejoin": "round" },
  dots: { "stroke-linecap": "round", "stroke-dasharray": "0 4", "stroke-width": "3.6" },
};

/** The radius of a corner of the frame and of its center in each shape. */
const EYES: Readonly<Record<string, readonly [frame: number, center: number]>> = {
  square: [0, 0],
  rounded: [4, 2],
  circle: [6, 3],
};

/** The choice of the shape of modules or of eyes, each with a picture. */
export function Shapes({ field, path, model }: FieldProps): JSX.Element {
  const { options = [], initial = "" } = field;
  const Picture = options.includes("circle") ? Eye : Modules;
  return (
    <Choices
      legend={field.label}
      isLabelled
      name={path}
      options={[
        ...(initial === "" ? [["", "Like the modules"] as const] : []),
        ...options.map((shape) => [shape, <Choice key={shape} {...{ Picture, shape }} />] as const),
      ]}
      chosen={model.values.value[path] || initial}
      onChoose={(shape) => setText(model, path, shape)}
      class="shapes"
    />
  );
}

interface ShapeProps {
  shape: string;
}

function Choice({ Picture, shape }: ShapeProps & { Picture: ComponentType<ShapeProps> }) {
  return (
    <>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <Picture shape={shape} />
      </svg>
      {getOptionTitle(shape)}
    </>
  );
}

function Modules({ shape }: ShapeProps): JSX.Element {
  return <path d="M2 2h4v4h4v4h4v4.01M14 2h.01M2 10v4.01" {...MODULES[shape]} />;
}

/** The corner of a code. */
function Eye({ shape }: ShapeProps): JSX.Element {
  const [frame, center] = EYES[shape] ?? [0, 0];
  return (
    <>
      <rect x="2" y="2" width="12" height="12" rx={frame} />
      <rect class="center" x="5" y="5" width="6" height="6" rx={center} />
    </>
  );
}
