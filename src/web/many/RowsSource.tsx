import type { JSX } from "preact";
import { FilePicker } from "../form/FilePicker.tsx";

interface RowsSourceProps {
  /** URL of a table to fill in. */
  template: string;
  take(file: File | undefined): void;
}

/** Takes rows as a file that is dropped or picked, or as text. */
export function RowsSource({ template, take }: RowsSourceProps): JSX.Element {
  return (
    <div class="rows-source" data-drop="">
      <p class="rows-actions">
        <FilePicker accept=".csv,.tsv,.json,.ndjson,.jsonl" take={([file]) => take(file)}>
          Choose a file
        </FilePicker>
        <span class="help">or drop CSV, TSV, JSON or NDJSON here</span>
        <a href={template} download>
          Download a template
        </a>
      </p>
      <label for="rows-text">Or paste rows, such as from a spreadsheet</label>
      <textarea
        id="rows-text"
        rows={4}
        spellcheck={false}
        onChange={({ currentTarget: { value } }) => {
          if (value.trim() !== "") take(new File([value], "Pasted rows"));
        }}
        onPaste={({ currentTarget }) => setTimeout(() => currentTarget.blur())}
      />
    </div>
  );
}
