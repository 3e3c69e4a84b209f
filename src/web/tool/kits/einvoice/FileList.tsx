import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { type ReceivedFile, MAX_FILES, useFiles } from "./use-files.ts";

/** Dropped and chosen invoices, each with its verdict. */
export function FileList(props: FormProps): JSX.Element {
  const { rows, add, choose, cancel, remove } = useFiles(props);
  const problem = useSignal("");
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: File[]) => {
    problem.value = add(files) > 0 ? `The list holds at most ${MAX_FILES} files.` : "";
  };
  // Files that were chosen before this script arrived.
  useEffect(() => take([...(picker.current?.files ?? [])]), []);
  const chosen = props.model.values.value["file"];
  return (
    <section class="field invoices scripted" aria-label="Files" data-drop>
      <p class="file-picker">
        <FilePicker
          input={picker}
          multiple
          accept=".xml,.pdf,application/xml,text/xml,application/pdf"
          take={take}
        >
          Choose files
        </FilePicker>
        <span class="file-name">or drop XML and PDF invoices here</span>
      </p>
      <Alert text={problem.value} />
      {rows.value.length > 0 && (
        <ul aria-live="polite">
          {rows.value.map((row) => (
            <Row
              key={row.key}
              row={row}
              isChosen={row.key === chosen}
              choose={() => choose(row.key)}
              cancel={() => cancel(row.key)}
              remove={() => remove(row.key)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  row: ReceivedFile;
  isChosen: boolean;
  choose(): void;
  cancel(): void;
  remove(): void;
}

function Row({ row, isChosen, choose, cancel, remove }: RowProps): JSX.Element {
  const { name, text, tone } = row;
  const isReading = text === "";
  return (
    <li data-tone={tone}>
      <button type="button" class="invoice-file" aria-pressed={isChosen} onClick={choose}>
        <span class="file-name">{name}</span>
        <span class="outcome-text">{isReading ? "Reading…" : text}</span>
      </button>
      <button
        type="button"
        class={isReading ? "quiet late" : "quiet"}
        aria-label={`${isReading ? "Cancel" : "Remove"} ${name}`}
        onClick={isReading ? cancel : remove}
      >
        {isReading ? "Cancel" : "Remove"}
      </button>
    </li>
  );
}
