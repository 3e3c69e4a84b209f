import type { JSX } from "preact";
import { countPositions } from "../../../../domain/label-sheet/sheet.ts";
import { saveResponse } from "../../../result/export-actions.ts";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ExportsProps } from "../../kit.ts";
import { fetchResult } from "../../submit.ts";
import { toPublicText } from "../../view.ts";
import { readSheet } from "./SheetSummary.tsx";

const RESOLUTIONS = ["203", "300", "600"];

/** The actions on labels: PDF, print, ZPL for label printers, link. */
export function LabelsExports({ view, result }: ExportsProps): JSX.Element {
  const dpi = useSignal("203");
  const { content } = result.response;
  const { values } = result;
  const formatLink = () => `${view.origin}${view.pagePath}#${toPublicText(view, values)}`;
  const sheet = readSheet(values["sheet"] ?? "");
  const isRoll = sheet !== undefined && countPositions(sheet) === 1;
  const downloadZpl = async () => {
    const response = await fetchResult(view, { ...values, format: "zpl", dpi: dpi.value });
    return response.ok && saveResponse(response, view);
  };
  return (
    <div class="exports">
      {content.kind === "file" && (
        <>
          <a class="button primary" href={content.url} download="labels.pdf">
            Download PDF
          </a>
          <a class="button" href={content.url} target="_blank" rel="noreferrer">
            Open to print
          </a>
        </>
      )}
      {isRoll && (
        <span class="zpl">
          <ActionButton
            label="Download ZPL"
            busy="Preparing…"
            done="Downloaded"
            failed="Not possible yet"
            run={downloadZpl}
          />
          <select
            aria-label="Resolution of the printer"
            onChange={({ currentTarget }) => (dpi.value = currentTarget.value)}
          >
            {RESOLUTIONS.map((resolution) => (
              <option key={resolution} value={resolution} selected={resolution === dpi.value}>
                {resolution} dpi
              </option>
            ))}
          </select>
        </span>
      )}
      <ActionButton label="Copy link" done="Link copied" run={() => copyText(formatLink())} />
      {!isRoll && <p class="help">ZPL needs a sheet with one label, such as roll-57x32mm.</p>}
    </div>
  );
}
