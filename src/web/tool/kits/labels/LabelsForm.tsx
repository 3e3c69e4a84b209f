import type { ComponentType, JSX } from "preact";
import { Fields } from "../../../form/Fields.tsx";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert, Problem } from "../../../form/labels.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { DesignFields } from "./DesignFields.tsx";
import { SheetField } from "./SheetField.tsx";

const components = () => import("./lazy-components.ts");
const TableEditor = lazyPart(async () => (await components()).TableEditor, {
  loadOn: "use",
  // So that what is typed first is not lost.
  preloadOn: ["pointerover", "focusin"],
});

interface LabelsFormProps extends FormProps {
  /** The field of the rows for browsers without scripts; undefined in browsers with one. */
  RowsText?: ComponentType<{ text: string }> | undefined;
}

/** The form of labels: rows, what a label shows of them, and the sheet. */
export function LabelsForm({ view, model, RowsText }: LabelsFormProps): JSX.Element {
  const label = view.fields.find(({ name }) => name === "label")?.fields ?? [];
  const others = view.fields.filter(({ name }) => OTHERS.has(name));
  const rows = model.values.value["rows"] ?? "";
  const problem = useSignal("");
  const take = async (file: File | undefined) => {
    if (!file) return;
    problem.value = await components()
      .then(({ takeTable }) => takeTable(file, model))
      .catch(() => `${file.name} could not be read. Try again.`);
  };
  return (
    <>
      {RowsText ? (
        <RowsText text={rows} />
      ) : (
        // Hydration leaves the server's element as it is; without one it would insert the fields
        // below again.
        <noscript dangerouslySetInnerHTML={{ __html: "" }} />
      )}
      <div class="rows-editor wide scripted" data-drop>
        <TableEditor text={rows} model={model} />
        <p class="file-picker">
          <FilePicker accept=".csv,.tsv,.txt,.json" take={([file]) => void take(file)}>
            Open table
          </FilePicker>
          <span class="file-name">or drop a CSV file here, or paste cells of a spreadsheet</span>
        </p>
        <Alert text={problem.value} />
        <Problem path="rows" model={model} />
      </div>
      <SheetField model={model} />
      <DesignFields fields={label} model={model} />
      <Fields fields={others} model={model} />
    </>
  );
}

/** Members with a field of their own; the format is chosen by the buttons of the result. */
const OTHERS = new Set(["startAt", "copies", "outline"]);
