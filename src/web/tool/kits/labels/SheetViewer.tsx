import type { JSX } from "preact";
import { useSignal } from "../../../shell/signal.ts";
import { PageImage, usePdfPages } from "../../../pdf-view/PdfPages.tsx";
import type { Values } from "../../../form/values.ts";
import { countPositions } from "../../../../domain/label-sheet/sheet.ts";
import { Positions } from "./Positions.tsx";
import { SheetDrawing } from "./SheetDrawing.tsx";
import { readSheet } from "./SheetSummary.tsx";

interface SheetViewerProps {
  /** URL of the file; undefined until it is shown. */
  url: string | undefined;
  /** URL of a picture of the first sheet; undefined: the places of its labels are shown. */
  picture: string | undefined;
  /** Number of labels; 0: unknown. */
  labels: number;
  /** The form that the file belongs to. */
  values: Values;
  change(values: Values): void;
}

/** One sheet at a time, with the positions of the first one to begin at. */
export function SheetViewer({
  url,
  picture,
  labels,
  values,
  change,
}: SheetViewerProps): JSX.Element {
  const chosen = useSignal(0);
  const { pages, hasFailed } = usePdfPages(url);
  const sheet = readSheet(values["sheet"] ?? "");
  const index = Math.min(chosen.value, Math.max(0, pages.length - 1));
  const page = pages[index];
  const startAt = Number(values["startAt"]) || 1;
  const hasPositions = sheet && index === 0 && countPositions(sheet) > 1;
  const positions = hasPositions && (
    <Positions
      sheet={sheet}
      startAt={startAt}
      used={labels}
      choose={(position) => change({ ...values, startAt: String(position) })}
    />
  );
  return (
    <div class="viewer sheets-viewer">
      {hasFailed && <p class="file-ready">The sheets cannot be shown here. Download the PDF.</p>}
      {page ? (
        <PageImage page={page} label={`Sheet ${index + 1} of ${pages.length}`}>
          {positions}
        </PageImage>
      ) : (
        sheet && (
          <div class="pdf-page">
            <div>
              {picture ? (
                <img class="paper" src={picture} alt="" />
              ) : (
                <SheetDrawing sheet={sheet} />
              )}
              {positions}
            </div>
          </div>
        )
      )}
      {pages.length > 1 && (
        <p class="pager">
          <button
            type="button"
            class="button"
            disabled={index === 0}
            onClick={() => (chosen.value = index - 1)}
          >
            Previous
          </button>
          <span>
            Sheet {index + 1} of {pages.length}
          </span>
          <button
            type="button"
            class="button"
            disabled={index === pages.length - 1}
            onClick={() => (chosen.value = index + 1)}
          >
            Next
          </button>
        </p>
      )}
      {sheet && countPositions(sheet) > 1 && (
        <p class="help">Sheet already begun? Click the first label that is left.</p>
      )}
    </div>
  );
}
