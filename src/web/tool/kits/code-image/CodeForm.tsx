import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Choices } from "../../../form/Choices.tsx";
import type { Field } from "../../../form/field.ts";
import { type FieldProps, type FormModel, setText } from "../../../form/form-model.ts";
import { Checkbox, Problem, SimpleField } from "../../../form/labels.tsx";
import { capitalize } from "../../../../lib/text/capitalize.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { readStored } from "../../../shell/storage.ts";
import { Slider } from "../../../form/Slider.tsx";
import type { FormProps } from "../../kit.ts";
import { LOOKS_KEY } from "./looks/looks-key.ts";
import { Language } from "./Language.tsx";

const FORMATS = [
  ["png", "PNG"],
  ["svg", "SVG"],
] as const;

const SCALES = [
  ["1", "1×"],
  ["2", "2×"],
  ["3", "3×"],
] as const;

/** The language of code whose language is detected. */
const AUTO = "auto";

const MORE = ["title", "filename", "highlightLines", "firstLine", "diff"];

const CANVASES = [
  ["", "Fits the code"],
  ["1200x630", "1200 × 630"],
  ["1080x1080", "Square"],
  ["1920x1080", "Slide 16:9"],
] as const;

const Themes = lazyPart(async () => (await import("./Themes.tsx")).Themes, { loadOn: "use" });
/** Loaded with the page where the device has looks, else when it is used. */
const Looks = lazyPart(async () => (await import("./looks/Looks.tsx")).Looks, { loadOn: "use" });

/** The code, how it is highlighted, and how the picture looks. */
export function CodeForm({ view, model, state }: FormProps): JSX.Element {
  const field = (name: string) => view.fields.find((candidate) => candidate.name === name);
  const render = (name: string) => {
    const option = field(name);
    return option && <OptionField field={option} path={name} model={model} />;
  };
  const hasLooks = useSignal(false);
  useEffect(() => void (hasLooks.value = readStored(LOOKS_KEY) !== null), []);
  const { theme = "", themeFile = "", code = "", canvas = "" } = model.values.value;
  return (
    <>
      <Looks model={model} hasLooks={hasLooks.value} />
      <Themes
        code={code}
        theme={theme}
        file={themeFile}
        problem={model.errors.value["theme"] ?? model.errors.value["themeFile"]}
        model={model}
      />
      {render("language")}
      <DetectedLanguage state={state} />
      <Background field={field("background")} model={model} />
      <div class="kinds">
        {render("showLineNumbers")}
        {render("showWindowChrome")}
      </div>
      <Options model={model} name="canvas" legend="Canvas" options={CANVASES} style="wide" />
      {render("padding")}
      {/* A canvas has its own font size and scale, but the form keeps them. */}
      <div class="sizes" hidden={canvas !== ""}>
        {render("fontSize")}
        <Options model={model} name="scale" legend="Sharpness" options={SCALES} initial="2" />
      </div>
      <Options model={model} name="format" legend="Format" options={FORMATS} initial="png" />
      <MoreOptions {...{ view, model }} />
    </>
  );
}

interface OptionsProps {
  model: FormModel;
  name: string;
  legend: string;
  options: readonly (readonly [value: string, title: string])[];
  initial?: string;
  style?: string;
}

function Options({ model, initial = "", style = "half", ...props }: OptionsProps): JSX.Element {
  return (
    <Choices
      {...props}
      isLabelled
      chosen={model.values.value[props.name] ?? initial}
      onChoose={(value) => setText(model, props.name, value)}
      class={style}
    />
  );
}

/** Rarely used fields, open where one has a value. */
function MoreOptions({ view, model }: Pick<FormProps, "view" | "model">): JSX.Element {
  const fields = MORE.flatMap((name) => view.fields.find((field) => field.name === name) ?? []);
  const hasValue = fields.some(({ name, initial }) => {
    const value = model.values.value[name] ?? "";
    return value !== "" && value !== initial;
  });
  return (
    <details class="more" open={hasValue || undefined}>
      <summary>More options</summary>
      {fields.map((field) => (
        <OptionField key={field.name} field={field} path={field.name} model={model} />
      ))}
    </details>
  );
}

/** The language of the last picture, where it was detected. */
function DetectedLanguage({ state }: Pick<FormProps, "state">): JSX.Element | null {
  const result = state.lastResult.value;
  const [language] = result?.response.headers["X-Code-Language"]?.split(";") ?? [];
  if (result?.values["language"] !== AUTO || language === undefined) return null;
  return <p class="help wide">{`${capitalize(language)}, detected`}</p>;
}

function OptionField({ field, path, model }: FieldProps): JSX.Element {
  const { help: _help, ...rest } = field;
  if (path === "language") return <Language path={path} model={model} field={rest} />;
  if (field.kind === "boolean") {
    const label = LABELS[path] ?? field.label;
    return <Checkbox path={path} model={model} field={{ ...rest, label }} />;
  }
  if (path === "fontSize" || path === "padding")
    return <Slider field={rest} model={model} max={field.max ?? 64} title={TITLES[path]} />;
  return <SimpleField path={path} model={model} field={field} />;
}

const LABELS: Readonly<Record<string, string>> = {
  showLineNumbers: "Line numbers",
  showWindowChrome: "Window buttons",
  diff: "Color + and − lines as a diff",
};

/** The names of the sliders. */
const TITLES = { fontSize: "Size of the text", padding: "Space around the window" };

const FIRST_COLOR = "#1e293b";

/** The choice of the backdrop. */
function Background({
  field,
  model,
}: {
  field: Field | undefined;
  model: FormModel;
}): JSX.Element | null {
  if (!field) return null;
  const text = model.values.value["background"] || "theme";
  const isColor = text.startsWith("#");
  const color = /^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : FIRST_COLOR;
  const change = (value: string) => setText(model, "background", value);
  return (
    <div class="wide background">
      <Choices
        legend="Background"
        isLabelled
        name="background"
        options={[
          ["theme", "Theme"],
          ["transparent", "Transparent"],
          ["none", "No margin"],
          [isColor ? text : FIRST_COLOR, "Color"],
        ]}
        chosen={text}
        onChoose={change}
      />
      {isColor && (
        <input
          type="color"
          class="scripted"
          aria-label="Background: pick a color"
          value={color}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      <Problem path="background" model={model} />
    </div>
  );
}
