import type { JSX } from "preact";

/** The field of the rows in browsers without scripts. */
export function RowsText({ text }: { text: string }): JSX.Element {
  return (
    <noscript>
      <div class="field lines wide">
        <label for="rows-text">Rows</label>
        <textarea id="rows-text" name="rows" rows={8}>
          {text}
        </textarea>
        <p class="help">A table as CSV. The first line has the names of the columns.</p>
      </div>
    </noscript>
  );
}
