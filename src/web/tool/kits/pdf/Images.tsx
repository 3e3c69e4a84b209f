import type { JSX } from "preact";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { type FormModel, setText } from "../../../form/form-model.ts";
import { RemoveButton } from "../../../form/rows/RowControls.tsx";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";

/** The images' path in the form; each image has its name after it. */
const PATH = "images.";

/** Loaded with the first image. */
const insertImages = () => import("./insert-images.ts");

/** The images of a text: dropped, picked or pasted, then shown by their names. */
export function Images({ model }: { model: FormModel }): JSX.Element {
  const problem = useSignal("");
  const values = model.values.value;
  const names = Object.keys(values).filter((path) => path.startsWith(PATH) && values[path] !== "");
  const take = async (files: File[]) => {
    problem.value = await (await insertImages()).insertImages(files, model);
  };
  return (
    <div class="field file images scripted" data-drop>
      <p class="file-picker">
        <FilePicker accept="image/png,image/jpeg" multiple take={(files) => void take(files)}>
          Insert image
        </FilePicker>
        <span class="file-name">or drop PNG or JPEG files here</span>
      </p>
      {names.length > 0 && (
        <ul class="image-list" aria-label="Images">
          {names.map((path) => (
            <li key={path}>
              <img src={values[path]} alt="" />
              <code>{path.slice(PATH.length)}</code>
              <RemoveButton
                name={path.slice(PATH.length)}
                title="Remove"
                remove={() => setText(model, path, "")}
              />
            </li>
          ))}
        </ul>
      )}
      {names.length > 0 && (
        <p class="help">Images are not remembered on this device and not part of links.</p>
      )}
      <Alert text={problem.value} />
    </div>
  );
}
