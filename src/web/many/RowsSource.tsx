import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilePicker } from "../form/FilePicker.tsx";

interface RowsSourceProps {
  /** URL of a table to fill in. */
  template: string;
  take(file: File | undefined): void;
}

/** Takes rows as a file that is dropped or picked, or as text. */
export function RowsSource({ template, take }: RowsSourceProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const takePasted = (text = "") => {
    if (text.trim() !== "") take(new File([text], "Pasted rows"));
  };
  // Takes rows that were chosen or pasted before the page was hydrated.
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file) take(file);
    else takePasted(area.current?.value);
  }, []);
  return (
    <div class="rows-source" data-drop="">
      <p class="rows-actions">
        <FilePicker
          accept=".csv,.tsv,.json,.ndjson,.jsonl"
          input={input}
          take={([file]) => take(file)}
        >
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
        ref={area}
        rows={4}
        spellcheck={false}
        onChange={({ currentTarget }) => takePasted(currentTarget.value)}
        onPaste={({ currentTarget }) => setTimeout(() => currentTarget.blur())}
      />
    </div>
  );
}
