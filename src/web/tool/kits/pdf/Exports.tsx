import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import type { ExportsProps } from "../../kit.ts";
import { toPublicText } from "../../view.ts";
import { nameFile } from "./name-file.ts";

/** The actions on a PDF: download, print, link. */
export function PdfExports({ view, shown }: ExportsProps): JSX.Element {
  const { content } = shown.response;
  const link = `${view.origin}${view.pagePath}#${toPublicText(view, shown.values)}`;
  return (
    <div class="exports">
      {content.kind === "file" && (
        <a class="button primary" href={content.url} download={nameFile(shown.values)}>
          Download PDF
        </a>
      )}
      <ActionButton label="Print" done="Printing…" run={printPages} />
      {content.kind === "file" && (
        <a class="button" href={content.url} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      )}
      <ActionButton label="Copy link" done="Link copied" run={() => copyText(link)} />
    </div>
  );
}

/**
 * Prints the pages that are shown. Their own script draws them in the resolution of print before.
 */
async function printPages(): Promise<boolean> {
  return dispatchEvent(new Event("print-pages"));
}
