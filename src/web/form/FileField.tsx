import type { JSX } from "preact";
import { useSignal } from "../shell/signal.ts";
import { Control } from "./Control.tsx";
import { FilePicker } from "./FilePicker.tsx";
import { type FieldProps, setText } from "./form-model.ts";
import { Alert, Help, Label, Problem } from "./labels.tsx";

/** A field whose value is a file's content: dropped, picked, or typed where it is text. */
export function FileField(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  const text = model.values.value[path] ?? "";
  const name = useSignal("");
  const problem = useSignal("");
  const isText = field.file?.as === "text";
  const take = async (file: File | undefined) => {
    if (!file) return;
    const { fillFromFile } = await import("./fill-from-file.ts");
    problem.value = await fillFromFile(file, props);
    if (problem.value === "") name.value = file.name;
  };
  return (
    <div class={`field file ${isText ? "lines" : "binary"}`} data-drop>
      <Label field={field} path={path} />
      <Control {...props} />
      <p class="file-picker">
        <FilePicker
          accept={field.file?.accept}
          aria-label={`${field.label}: choose a file`}
          take={([file]) => void take(file)}
        >
          {isText ? "Open file" : "Choose file"}
        </FilePicker>
        <span class="file-name">{text !== "" && name.value ? name.value : "or drop one here"}</span>
        {!isText && text !== "" && (
          <button type="button" class="quiet" onClick={() => setText(model, path, "")}>
            Remove
          </button>
        )}
      </p>
      {text !== "" && field.file?.accept?.includes("image/") && <Preview text={text} />}
      <Help field={field} path={path} />
      <Alert text={problem.value} />
      <Problem path={path} model={model} />
    </div>
  );
}

/** The image that a value contains, whose kind the browser finds itself. */
function Preview({ text }: { text: string }): JSX.Element {
  const url = text.startsWith("data:") ? text : `data:image/png;base64,${text}`;
  return <img class="file-preview" src={url} alt="" />;
}
