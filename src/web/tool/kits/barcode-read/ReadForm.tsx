import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Control } from "../../../form/Control.tsx";
import { Fields } from "../../../form/Fields.tsx";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { type FieldProps, setText } from "../../../form/form-model.ts";
import { Alert, Help, Label, Problem } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";

const Camera = lazyPart(async () => (await import("./Camera.tsx")).Camera, { isBrowserOnly: true });

/** The form of the barcode reader: a picture by drop, choice, paste or camera. */
export function ReadForm({ view, model }: FormProps): JSX.Element {
  const picture = view.fields.filter(({ name }) => name === "image");
  const others = view.fields.filter(({ name }) => name !== "image");
  return (
    <>
      {picture.map((field) => (
        <PictureField
          key={field.name}
          field={field}
          path="image"
          model={model}
          api={view.apiPath}
        />
      ))}
      <Fields fields={others} model={model} />
    </>
  );
}

function PictureField({ api, ...props }: FieldProps & { api: string }): JSX.Element {
  const { field, path, model } = props;
  const name = useSignal("");
  const problem = useSignal("");
  const hasCamera = useSignal(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { toBase64 } = await import("./picture.ts");
      setText(model, path, await toBase64(file));
      name.value = file.name;
      problem.value = "";
      hasCamera.value = false;
    } catch {
      problem.value = `${file.name} is not a picture that this browser can open.`;
    }
  };
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => void take(clipboardData?.files[0]);
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [model]);
  return (
    <div class="field file binary" data-drop>
      <Label field={{ ...field, label: "Picture" }} path={path} />
      <Control {...props} />
      <p class="file-picker">
        <FilePicker accept="image/*" take={([file]) => void take(file)}>
          Choose picture
        </FilePicker>
        <button
          type="button"
          class="button"
          aria-expanded={hasCamera.value}
          onClick={() => (hasCamera.value = !hasCamera.value)}
        >
          {hasCamera.value ? "Stop camera" : "Use camera"}
        </button>
        <span class="file-name">{name.value || "or drop or paste one here"}</span>
      </p>
      <Help field={field} path={path} />
      {hasCamera.value && <Camera api={api} take={take} />}
      <Alert text={problem.value} />
      <Problem path={path} model={model} />
    </div>
  );
}
