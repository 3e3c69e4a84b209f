import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Fields } from "../../../form/Fields.tsx";
import type { FormModel } from "../../../form/form-model.ts";
import type { FormProps } from "../../kit.ts";
import { FileList } from "./FileList.tsx";

/** The form of the invoice reader: files, or the XML as text, and how to judge it. */
export function EInvoiceForm({ view, model, state }: FormProps): JSX.Element {
  const fields = useMemo(() => view.fields.filter(({ name }) => name !== "file"), [view]);
  const textModel = useMemo((): FormModel => createTextModel(model), [model]);
  const { file } = model.values.value;
  return (
    <>
      <FileList view={view} model={model} state={state} />
      <Fields fields={fields} model={textModel} />
      <p class="reading" role="status">
        {state.isWaiting.value && !file && (
          <span>
            Reading…{" "}
            <button type="button" class="quiet" onClick={state.cancel}>
              Cancel
            </button>
          </span>
        )}
      </p>
    </>
  );
}

/** A typed XML replaces the chosen file. */
function createTextModel(model: FormModel): FormModel {
  const getBase = (path: string) => ({
    ...model.getBase(path),
    ...(path === "xml" && { file: "" }),
  });
  return { ...model, getBase };
}
