import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import type { ExportsProps } from "../../kit.ts";
import { toPublicText } from "../../view.ts";
import { nameFile } from "./name-file.ts";
import { printPages } from "./print-pages.ts";

/** The actions on a PDF: download, print, link. */
export function PdfExports({ view, result }: ExportsProps): JSX.Element {
  const { content } = result.response;
  const formatLink = () => `${view.origin}${view.pagePath}#${toPublicText(view, result.values)}`;
  return (
    <div class="exports">
      {content.kind === "file" && (
        <a class="button primary" href={content.url} download={nameFile(result.values)}>
          Download PDF
        </a>
      )}
      {content.kind === "file" && (
        <>
          <ActionButton
            label="Print"
            busy="Preparing…"
            done="Printing…"
            run={() => printPages(content.url)}
          />
          <a class="button" href={content.url} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
        </>
      )}
      <ActionButton label="Copy link" done="Link copied" run={() => copyText(formatLink())} />
    </div>
  );
}
