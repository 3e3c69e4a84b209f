import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Control } from "../../../form/Control.tsx";
import { Fields } from "../../../form/Fields.tsx";
import { type FieldProps, setText } from "../../../form/model.ts";
import { Label, Problem } from "../../../form/parts.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { CameraProps } from "./Camera.tsx";

const Camera = lazyPart<CameraProps>(async () => (await import("./Camera.tsx")).Camera);

/** The form of the barcode reader: a picture by drop, choice, paste or camera. */
export function ReadForm({ view, model }: FormProps): JSX.Element {
  const picture = view.fields.filter(({ name }) => name === "image");
  const others = view.fields.filter(({ name }) => name !== "image");
  return (
    <>
      {picture.map((field) => (
        <PictureField key={field.name} field={field} path="image" model={model} api={view.path} />
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
    <div
      class="field file binary"
      onDrop={(event) => {
        const [file] = event.dataTransfer?.files ?? [];
        if (!file) return;
        event.preventDefault();
        void take(file);
      }}
    >
      <Label field={{ ...field, label: "Picture" }} path={path} />
      <Control {...props} />
      <p class="file-picker">
        <label class="button">
          Choose picture
          <input
            type="file"
            class="unseen"
            accept="image/*"
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              // So that the same file can be chosen again.
              currentTarget.value = "";
            }}
          />
        </label>
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
      {hasCamera.value && <Camera api={api} take={take} />}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <Problem path={path} model={model} />
    </div>
  );
}
