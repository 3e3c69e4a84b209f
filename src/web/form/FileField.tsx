import type { JSX } from "preact";
import { useSignal } from "../shell/signal.ts";
import { Control } from "./Control.tsx";
import type { Field } from "./field.ts";
import { FilePicker } from "./FilePicker.tsx";
import { type FieldProps, setText } from "./form-model.ts";
import { Alert, Help, Label, Problem } from "./labels.tsx";
import type { Values } from "./values.ts";

/** A field whose value is a file's content: dropped, picked, or typed where it is text. */
export function FileField(props: FieldProps): JSX.Element {
  const { field, path, model } = props;
  const text = model.values.value[path] ?? "";
  const name = useSignal("");
  const problem = useSignal("");
  const isText = field.file?.as === "text";
  const take = async (file: File | undefined) => {
    if (!file || !field.file) return;
    try {
      const { readFile } = await import("./read-file.ts");
      const content = await readFile(file, field.file.as);
      const isTooLong = content.length > (field.maxLength ?? 1e9);
      problem.value = isTooLong ? `${file.name} is too large.` : "";
      if (isTooLong) return;
      name.value = file.name;
      model.change({ ...model.getBase(path), ...clearOthers(field, path), [path]: content });
    } catch (error) {
      problem.value = (error as Error).message;
    }
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
      {!isText && <Preview text={text} />}
      <Help field={field} path={path} />
      <Alert text={problem.value} />
      <Problem path={path} model={model} />
    </div>
  );
}

/** Returns empty texts for the fields that a file replaces. */
function clearOthers({ unless = [] }: Field, path: string): Values {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  return Object.fromEntries(unless.map((name) => [parent + name, ""]));
}

/** The image that a value contains, as far as its first bytes tell. */
function Preview({ text }: { text: string }): JSX.Element | null {
  const url = text.startsWith("data:image/") ? text : toImageUrl(text);
  return url === undefined ? null : <img class="file-preview" src={url} alt="" />;
}

/** The beginnings of images in base64, by type. */
const IMAGE_STARTS = { png: "iVBORw0", jpeg: "/9j/", gif: "R0lGOD", bmp: "Qk" };

function toImageUrl(base64: string): string | undefined {
  const [type] = Object.entries(IMAGE_STARTS).find(([, start]) => base64.startsWith(start)) ?? [];
  return type && `data:image/${type};base64,${base64}`;
}
